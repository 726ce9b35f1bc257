import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { changePassword, endOtherSessions, endSession, listSessions } from '../../../contract/index.ts'
import { aCurrentSession, aMembership, aSession } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { atWidth } from '../../test/viewport.ts'

const other = aSession({
  id: '01990000-0000-7000-8000-000000000604',
  current: false,
  browser: null,
  address: '2001:db8::7',
  method: 'sign_on',
})
const table = page.getByRole('table', { name: 'Sessions' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const withTwo = () => serviceWith().reply(listSessions, { sessions: [aSession(), other] })

test('the sessions are listed, this browser’s first, and others can be ended', async () => {
  const service = withTwo().reply(endSession, { id: other.id })
  await renderFor(aCurrentSession(), '/security', service)
  await expect.element(table.getByText('Firefox on Windows')).toBeVisible()
  await expect.element(table.getByText('This browser')).toBeVisible()
  await expect.element(table.getByText('With a password · Until the browser is closed')).toBeVisible()
  await expect.element(table.getByText('By single sign-on · Until the browser is closed')).toBeVisible()
  await expect.element(table.getByText('2001:db8::7')).toBeVisible()
  await press('End session in Unknown browser…')
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/at 2001:db8::7, has to sign in again\./)
  service.reply(listSessions, { sessions: [aSession()] })
  await press('End session')
  await expect.element(table.getByText('2001:db8::7')).not.toBeInTheDocument()
  expect(service.received(endSession).map(({ path }) => path)).toEqual([`/sessions/${other.id}`])
  await expect.element(page.getByRole('button', { name: /End all others/ })).not.toBeInTheDocument()
})

test('on a phone, no head explains one of the cells', async () => {
  await renderFor(aCurrentSession(), '/security', withTwo())
  const hint = table.getByRole('button', { name: 'What “Last seen” means' })
  await expect.element(hint).toBeVisible()
  await atWidth(390)
  await expect.element(hint).not.toBeInTheDocument()
})

test('all others end at once, and the toast says how many', async () => {
  const service = withTwo().reply(endOtherSessions, { ended: 1 })
  await renderFor(aCurrentSession(), '/security', service)
  await press('End all others…')
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent(/One other session ends, .* You stay signed in here\./)
  await press('End all others')
  await expect.element(page.getByText('One session ended')).toBeVisible()
  expect(service.received(endOtherSessions)).toHaveLength(1)
})

test('the password is changed, and what is wrong with it stands at its field', async () => {
  const service = withTwo().refuse(changePassword, {
    status: 422,
    fields: { current_password: 'isn’t your current password' },
  })
  await renderFor(aCurrentSession(), '/security', service)
  const now = page.getByLabelText('Current password')
  const next = page.getByLabelText('New password')
  await press('Change password')
  await expect.element(now).toHaveAccessibleDescription('Enter your password.')
  await expect.element(now).toHaveFocus()
  await now.fill('the old password')
  await next.fill('correct horse battery')
  await press('Change password')
  await expect.element(now).toHaveAccessibleDescription('This isn’t your current password.')
  service.reply(changePassword, { session: aCurrentSession() })
  await press('Change password')
  await expect.element(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await expect.element(next).toHaveValue('')
})

test('a password that wasn’t changed says why and stays in the form', async () => {
  const service = withTwo().refuse(changePassword, { status: 503, error: 'The service cannot answer now.' })
  await renderFor(aCurrentSession(), '/security', service)
  await page.getByLabelText('Current password').fill('the old password')
  await page.getByLabelText('New password').fill('correct horse battery')
  await press('Change password')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/wasn’t changed\.\s*The service cannot answer now\./)
  await expect.element(page.getByLabelText('New password')).toHaveValue('correct horse battery')
})

test('the session of a key has no password', async () => {
  const ofKey = aCurrentSession({ person: null, memberships: [aMembership({ id: accountId, role: 'owner' })] })
  await renderFor(ofKey, '/security', withTwo())
  await expect.element(page.getByText(/You signed in with an API key, so there is no password\./)).toBeVisible()
  await expect.element(page.getByText(/everybody who signed in with the same key/)).toBeVisible()
  await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument()
})

test('whoever came by a link of the host learns how to change how they sign in', async () => {
  const service = serviceWith().reply(listSessions, { sessions: [aSession({ method: 'link' })] })
  await renderFor(aCurrentSession({ method: 'link' }), '/security', service)
  await expect.element(page.getByText(/You came by a link of your hosting provider\./)).toBeVisible()
  await expect.element(page.getByLabelText('Current password')).not.toBeInTheDocument()
  await expect.element(table.getByText(/By a link of your host/)).toBeVisible()
})

test('without sessions, the page says what keeps the browser signed in', async () => {
  await renderPage('/security', serviceWith(), 'user')
  await expect.element(page.getByText(/This browser keeps the key until you sign out\./)).toBeVisible()
})

test('a list of sessions that can’t be loaded says so', async () => {
  await renderFor(
    aCurrentSession(),
    '/security',
    serviceWith().refuse(listSessions, { status: 500, error: 'It failed.' }),
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent(/It failed\./)
})

test('it fits a phone', async () => {
  await atWidth(390)
  await renderFor(aCurrentSession(), '/security', withTwo())
  await expect.element(table.getByText('Firefox on Windows')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
