import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  beginAuthenticator,
  confirmAuthenticator,
  type Factors,
  listSessions,
  proveYourself,
  readFactors,
  removePasskey,
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
    .refuse(confirmAuthenticator, { status: 422, fields: { code: 'is wrong' } })
  await renderFor(aCurrentSession(), '/security', service)
  await press('Set up…')
  await expect.element(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expect.element(page.getByText('JBSWY3DPEHPK3PXP')).toBeVisible()
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await press('Confirm')
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveAccessibleDescription('This is wrong.')
  const set = none({ authenticator: { created_at: at } })
  service.reply(confirmAuthenticator, set).reply(readFactors, set)
  await press('Confirm')
  await expect.element(page.getByText(/only the operator of the service can let you in again/)).toBeVisible()
})

test('recovery codes are shown once', async () => {
  const service = withFactors(none({ passkeys: [passkey], recovery_codes: { left: 3, created_at: at } }))
  service.reply(replaceRecoveryCodes, { codes: ['aaaaaa-bbbbbb-cccccc-dddddd'] })
  await renderFor(aCurrentSession(), '/security', service)
  await expect.element(page.getByText(/3 of 10 are left/)).toBeVisible()
  await press('Make new codes…')
  await expect.element(page.getByText('aaaaaa-bbbbbb-cccccc-dddddd')).toBeVisible()
  await atWidth(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await press('I have saved them')
  await expect.element(page.getByText('aaaaaa-bbbbbb-cccccc-dddddd')).not.toBeInTheDocument()
})

test('a change asks for the password first where that is too long ago', async () => {
  const service = withFactors(none({ passkeys: [passkey], proved_until: null }))
    .refuse(proveYourself, { status: 422, fields: { password: 'is wrong' } })
    .reply(removePasskey, { id: 'p1' })
  await renderFor(aCurrentSession(), '/security', service)
  await press('More about Phone')
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent(/Confirm that it’s you/)
  await dialog.getByLabelText('Password', { exact: true }).fill('a lantern by the harbour')
  await press('Confirm')
  const password = dialog.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAccessibleDescription('This is wrong.')
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
  await expect.element(page.getByText(/a second factor is required\. Add a passkey/)).toBeVisible()
})

test('a service without factors shows none', async () => {
  await renderFor(aCurrentSession(), '/security', serviceWith().reply(listSessions, { sessions: [aSession()] }))
  await expect.element(page.getByRole('table', { name: 'Sessions' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument()
})
