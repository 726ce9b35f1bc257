import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  beginAuthenticator,
  confirmAuthenticator,
  type Factors,
  invite,
  listPeople,
  listSessions,
  proveYourself,
  readFactors,
  readSession,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
} from '../../../contract/index.ts'
import { aCurrentSession, aMembership, aSession } from '../../test/records.ts'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { atWidth } from '../../test/viewport.ts'

const at = '2026-11-20T08:00:00.000Z'
const soon = () => new Date(Date.now() + 600_000).toISOString()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

const none = (own: Partial<Factors> = {}): Factors => ({
  passkeys: [],
  authenticator: null,
  recovery_codes: null,
  proved_until: soon(),
  ...own,
})
const passkey = { id: 'p1', name: 'Phone', created_at: at, last_used_at: null, synced: true }
const withFactors = (factors: Factors) =>
  serviceWith()
    .reply(listSessions, { sessions: [aSession()] })
    .reply(readFactors, factors)

test('an authenticator app is set up with its first code', async () => {
  const service = withFactors(none())
    .reply(beginAuthenticator, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' })
    .refuse(confirmAuthenticator, { status: 422, fields: { code: 'isn’t right, or it has expired' } })
  await renderFor(aCurrentSession(), '/security', service)
  await press('Set up…')
  await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expect.element(page.getByText('JBSWY3DPEHPK3PXP')).toBeVisible()
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await press('Confirm')
  await expect
    .element(page.getByLabelText('Code', { exact: true }))
    .toHaveAccessibleDescription('This isn’t right, or it has expired.')
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveFocus()
  const set = none({ authenticator: { created_at: at } })
  service.reply(confirmAuthenticator, set).reply(readFactors, set)
  await press('Confirm')
  await expect.element(page.getByText(/only the operator of the service can let you in again/)).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Recovery codes' })).toHaveFocus()
})

test('an app that isn’t set up after all leaves the focus where it can be', async () => {
  const app = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }
  await renderFor(aCurrentSession(), '/security', withFactors(none()).reply(beginAuthenticator, app))
  await press('Set up…')
  await press('Cancel')
  await expect.element(page.getByRole('group', { name: 'Authenticator app' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Set up…' })).toHaveFocus()
})

test('the name that a passkey has already changes nothing', async () => {
  const service = withFactors(none({ passkeys: [passkey] }))
  await renderFor(aCurrentSession(), '/security', service)
  await press('More about Phone')
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await press('Rename')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(service.received(renamePasskey)).toEqual([])
})

test('a browser without passkeys says so', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await renderFor(aCurrentSession(), '/security', withFactors(none()).takePasskeys())
  const add = page.getByRole('button', { name: 'Add a passkey…' })
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  await expect.element(add).toHaveAccessibleDescription('This browser can’t use passkeys.')
})

test('recovery codes are shown once', async () => {
  const service = withFactors(none({ passkeys: [passkey], recovery_codes: { left: 3, created_at: at } }))
  service.reply(replaceRecoveryCodes, { codes: ['aaaaaa-bbbbbb-cccccc-dddddd'] })
  await renderFor(aCurrentSession(), '/security', service)
  await expect.element(page.getByText(/3 of 10 are left/)).toBeVisible()
  await press('Make new codes…')
  await expect.element(page.getByText('aaaaaa-bbbbbb-cccccc-dddddd')).toBeVisible()
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await expect.element(question).toHaveTextContent('These codes are shown only once. Keep them first.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await atWidth(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await press('I have saved them')
  await expect.element(page.getByText('aaaaaa-bbbbbb-cccccc-dddddd')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Recovery codes' })).toHaveFocus()
})

test('a change asks for the password first where that is too long ago', async () => {
  const service = withFactors(none({ passkeys: [passkey], proved_until: null }))
    .refuse(proveYourself, { status: 422, fields: { password: 'isn’t your password' } })
    .reply(removePasskey, { id: 'p1' })
  await renderFor(aCurrentSession(), '/security', service)
  await press('More about Phone')
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent(/Confirm that it’s you/)
  await dialog.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await press('Confirm')
  const password = dialog.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAccessibleDescription('This isn’t your password.')
  await expect.element(password).toHaveFocus()
  expect(service.received(removePasskey)).toEqual([])
  service.reply(proveYourself, none({ passkeys: [passkey] }))
  await press('Confirm')
  await expect.element(dialog).toHaveTextContent(/Remove Phone\?/)
  service.reply(readFactors, none())
  await press('Remove')
  await expect.element(page.getByRole('table', { name: 'Passkeys' })).not.toBeInTheDocument()
  expect(service.received(removePasskey)).toHaveLength(1)
})

test('where a second factor is required, every page leads here until there is one', async () => {
  const current = aCurrentSession({ memberships: [aMembership({ needs_factor: true })] })
  await renderFor(current, '/people', withFactors(none()))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect
    .element(page.getByText('A second factor is required at Fjord Bikes. Set up an authenticator app to go on there.'))
    .toBeVisible()
})

test('whoever needs one in the middle of their work loses nothing, and goes on there afterwards', async () => {
  const owner = (needs_factor: boolean) =>
    aCurrentSession({ memberships: [aMembership({ role: 'owner', needs_factor })] })
  const service = withFactors(none())
    .reply(listPeople.user, { people: [], invitations: [], factor_required: false })
    .reply(beginAuthenticator, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' })
  const { router } = await renderFor(owner(false), '/people/new?from=here', service)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('grace@example.com')
  // another owner requires it now
  service
    .refuse(invite.user, { status: 403, error: 'Set up a second factor first. It is required here.' })
    .reply(readSession, { session: owner(true) })
  await press('Send invitation')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^A second factor is required at Fjord Bikes\./)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await press('Set up…')
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  const set = none({ authenticator: { created_at: at } })
  service
    .reply(confirmAuthenticator, set)
    .reply(readFactors, set)
    .reply(readSession, { session: owner(false) })
  await press('Confirm')
  await page.getByRole('link', { name: 'Go on where you were' }).click()
  await expect.element(email).toHaveValue('grace@example.com')
  expect(router.state.location.search).toBe('?from=here')
})

test.each([
  [503, 'No codes were made.', 'It is busy.'],
  [0, 'It isn’t clear whether this worked.', 'The earlier codes may no longer work. Make new ones.'],
])('recovery codes that don’t come say what became of the earlier ones: %d', async (status, title, words) => {
  const service = withFactors(none({ passkeys: [passkey], recovery_codes: { left: 3, created_at: at } }))
  await renderFor(aCurrentSession(), '/security', service)
  if (status === 0) service.answer(replaceRecoveryCodes, () => Promise.reject(new TypeError('Failed to fetch')))
  else service.refuse(replaceRecoveryCodes, { status, error: 'It is busy.' })
  await press('Make new codes…')
  const alert = page.getByRole('alert').filter({ hasText: title })
  await expect.element(alert).toHaveTextContent(words)
  service.reply(replaceRecoveryCodes, { codes: ['aaaaaa-bbbbbb-cccccc-dddddd'] })
  await press('Make new codes…')
  await expect.element(page.getByRole('group', { name: 'New recovery codes' })).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
})

test('an app that can’t be set up says why', async () => {
  const service = withFactors(none()).refuse(beginAuthenticator, { status: 409, error: 'You have one already.' })
  await renderFor(aCurrentSession(), '/security', service)
  await press('Set up…')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^The app wasn’t set up\.\s*You have one already\.$/)
})

test('a service without factors shows none', async () => {
  await renderFor(aCurrentSession(), '/security', serviceWith().reply(listSessions, { sessions: [aSession()] }))
  await expect.element(page.getByRole('table', { name: 'Sessions' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument()
})
