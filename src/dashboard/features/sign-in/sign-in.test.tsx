import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Endpoint, listUserSites, readPartner } from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { partnerId, renderPage } from '../../test/render-page.tsx'
import { type Answer, StubService } from '../../test/stub-service.ts'

const key = page.getByLabelText('API key')
const idOf = (role: 'Partner' | 'Account') => page.getByRole('textbox', { name: `${role} ID` })
const alert = page.getByRole('alert')
const signIn = page.getByRole('button', { name: 'Sign in' })

const open = (service = new StubService()) => renderPage('/sign-in', service, null)

async function enter(role: 'Partner' | 'Account', id: string): Promise<void> {
  if (role === 'Account') await page.getByRole('radio', { name: 'Account holder' }).click()
  await idOf(role).fill(id)
  await key.fill('some-key')
  await signIn.click()
}

test('a missing value is reported at its field', async () => {
  await open()
  await signIn.click()
  await expect.element(page.getByText('Enter your partner ID.')).toBeVisible()
  await expect.element(page.getByText('Enter your API key.')).toBeVisible()
  await expect.element(key).toHaveAttribute('aria-invalid', 'true')
  await idOf('Partner').fill('p')
  await signIn.click()
  await expect.element(page.getByText('Enter your partner ID.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Enter your API key.')).toBeVisible()
  await expect.element(idOf('Partner')).toHaveValue('p')
})

test('the key is masked until it is shown', async () => {
  await open()
  await key.fill('a-secret-key')
  await expect.element(key).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show key' }).click()
  await expect.element(key).toHaveAttribute('type', 'text')
})

test('an email address in place of the ID is told apart', async () => {
  await open()
  await enter('Account', 'anna@polar.example')
  await expect.element(idOf('Account')).toHaveAccessibleDescription(/Enter your account ID, not an email address\./)
  await expect.element(idOf('Account')).toHaveFocus()
})

function saidOf(fault: string): RegExp {
  if (fault === 'answered 503') return /The service cannot answer now\. Try again in a moment\./
  return fault === 'not answered in time' ? /Can’t reach the service/ : /doesn’t provide this API/
}

const tooMany: Answer = () =>
  Response.json({ error: 'Too many requests.' }, { status: 429, headers: { 'Retry-After': '3' } })

test.each([
  ...faults.map(([what, , answer]) => [what, saidOf(what), answer] as const),
  ['one too many', /Too many attempts\. Try again in \d+ seconds?\./, tooMany] as const,
])('a sign-in that is %s says why and keeps what was typed', async (_, words, answer) => {
  await open(new StubService().answer(readPartner, answer))
  await enter('Partner', partnerId)
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(idOf('Partner')).toHaveValue(partnerId)
  await expect.element(key).toHaveValue('some-key')
})

test.each<['Partner' | 'Account', number, string, Endpoint]>([
  ['Partner', 401, 'That key isn’t valid.', readPartner],
  ['Partner', 403, 'Access denied. Check the partner ID and the key', readPartner],
  ['Partner', 500, 'Request ID: r-500.', readPartner],
  ['Account', 403, 'The key doesn’t belong to this account ID.', listUserSites],
])('who signs in as %s and is answered %i is told why', async (role, status, words, endpoint) => {
  await open(new StubService().refuse(endpoint, { status, headers: { 'X-Request-Id': `r-${status}` } }))
  await enter(role, partnerId)
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(idOf(role)).toHaveValue(partnerId)
})
