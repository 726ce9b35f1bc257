import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { beginPasskeySignIn, readSession, signIn, signInWithCode } from '../../../contract/index.ts'
import { aCurrentSession, aMembership } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { atWidth } from '../../test/viewport.ts'

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
const code = page.getByLabelText('Code', { exact: true })

async function atSecondStep(kinds: string[]) {
  const service = serviceWith()
    .keepSessions()
    .reply(readSession, { session: null })
    .reply(signIn, { session: null, second_factor: { kinds, ends_at: '2026-11-21T08:05:00.000Z' } })
  await renderPage('/sign-in?back=/security', service, null)
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@fjordbikes.example')
  await page.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await press('Sign in')
  return service
}

test('after the password, the code of the app completes the sign-in', async () => {
  const service = await atSecondStep(['authenticator', 'recovery_code'])
  await expect.element(h1('Enter the code of your app')).toBeVisible()
  await expect.element(code).toHaveFocus()
  await press('Continue')
  await expect.element(code).toHaveAccessibleDescription('Enter a code.')
  service.refuse(signInWithCode, { status: 422, fields: { code: 'isn’t right, has expired, or was used before' } })
  await code.fill('123456')
  await press('Continue')
  await expect.element(code).toHaveAccessibleDescription('This isn’t right, has expired, or was used before.')
  // with two, one chooses, where the only one would be opened with a full page load
  const session = aCurrentSession({ memberships: [aMembership(), aMembership({ id: 'other', name: 'Nord Host' })] })
  service.answer(signInWithCode, () => {
    service.reply(readSession, { session })
    return Response.json({ session })
  })
  await press('Continue')
  await expect.element(h1('Choose where to work')).toBeVisible()
  expect(
    service
      .received(signInWithCode)
      .map(({ body }) => JSON.parse(body) as unknown)
      .at(-1),
  ).toEqual({
    kind: 'authenticator',
    code: '123456',
  })
})

test('a recovery code does in its place, and what is over starts again', async () => {
  const service = await atSecondStep(['authenticator', 'recovery_code'])
  await press('Use a recovery code')
  await expect.element(h1('Enter a recovery code')).toBeVisible()
  service.refuse(signInWithCode, { status: 401, error: 'Your sign-in has taken too long.' })
  await page.getByLabelText('Recovery code').fill('abc')
  await press('Continue')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/took too long, or too many codes were wrong\./)
  await press('Start over')
  await expect.element(h1('Sign in')).toBeVisible()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
})

test('too many codes count down', async () => {
  const service = await atSecondStep(['authenticator'])
  service.refuse(signInWithCode, { status: 429, error: 'Too many.', headers: { 'Retry-After': '90' } })
  await code.fill('123456')
  await press('Continue')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/Too many attempts\. Try again in/)
})

test('whoever has a passkey is asked for it, and hears why it didn’t work, on a phone too', async () => {
  await atWidth(390)
  const service = await atSecondStep(['passkey', 'recovery_code'])
  await expect.element(h1('Use your passkey')).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use the authenticator app' })).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  service.refuse(beginPasskeySignIn, { status: 503, error: 'The service cannot answer now.' })
  await press('Use a passkey')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/The service cannot answer now\./)
  expect(service.received(beginPasskeySignIn).map(({ body }) => body)).toEqual(['{"second":true}'])
})

test('a browser without passkeys says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  const service = await atSecondStep(['passkey'])
  service.reply(beginPasskeySignIn, { options: {} })
  await press('Use a passkey')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^This browser can’t use passkeys\.$/)
})
