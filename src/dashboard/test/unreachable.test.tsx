import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  beginAuthenticator,
  type Factors,
  listEvents,
  listKeys,
  listPeople,
  listSessions,
  readFactors,
} from '../../contract/index.ts'
import { goOffline } from './offline.ts'
import { aCurrentSession, aKey, aMembership, anInvitation, aPerson, aSession, onePage, siteId } from './records.ts'
import { accountId } from './render-page.tsx'
import { serviceWith } from './service-with.ts'
import { renderFor } from './signed-in.ts'

const owner = aCurrentSession({ memberships: [aMembership({ role: 'owner' })] })
const ben = aPerson({ id: '01990000-0000-7000-8000-000000000605', name: 'Ben Dahl', role: 'operator', you: false })
const other = aSession({ id: '01990000-0000-7000-8000-000000000604', current: false, browser: null })
const soon = () => new Date(Date.now() + 600_000).toISOString()
const factors: Factors = { passkeys: [], authenticator: null, recovery_codes: null, proved_until: null }
const flushed = { id: 'e1', at: '2026-11-21T10:00:00.000Z', kind: 'cache.flushed', actor: 'holder', site_id: siteId }

const service = () =>
  serviceWith()
    .reply(listPeople.user, { people: [aPerson(), ben], invitations: [anInvitation({ email: 'cleo@example.com' })] })
    .reply(listKeys.user, { keys: [aKey({ id: accountId, name: 'Main key', main: true }), aKey()] })
    .reply(listSessions, { sessions: [aSession(), other] })
    .reply(readFactors, factors)
    .reply(listEvents.user, onePage({ rows: [{ ...flushed, monitor_id: null, detail: {} }] }))

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (name: string) => page.getByRole('menuitem', { name }).click()
const dialog = page.getByRole('dialog')
const field = (name: string) => page.getByLabelText(name, { exact: true })

/** What a change says that may have been made. */
const unclear = /isn’t clear whether this worked.*Can’t reach the service.*may have gone through/
/** What a dialog says of one. */
const asked = /The request failed.*Can’t reach the service.*may have gone through/

/** Opens a page, and then leaves the service without network. */
async function openAndLeave(address: string, ready: string, at = service()) {
  await renderFor(owner, address, at)
  await expect.element(page.getByRole('button', { name: ready, exact: true })).toBeVisible()
  goOffline(at)
}

const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words })

test.each([
  ['/people', 'More about Ben Dahl', 'Remove…', 'Remove'],
  ['/people', 'More about the invitation of cleo@example.com', 'Send again…', 'Send again'],
  ['/people', 'More about the invitation of cleo@example.com', 'Withdraw…', 'Withdraw'],
  ['/people', 'Require it…', undefined, 'Require it'],
  ['/keys', 'More about Deployment', 'End…', 'End key'],
  ['/security', 'End session in Unknown browser…', undefined, 'End session'],
  ['/security', 'End all others…', undefined, 'End all others'],
] as const)('%s: %s, %s without the service says so where it was asked', async (address, opener, item, verb) => {
  await openAndLeave(address, opener)
  await press(opener)
  if (item) await choose(item)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(asked)
  // to be tried again
  await expect.element(dialog.getByRole('button', { name: verb, exact: true })).toBeEnabled()
})

test('a role that was chosen stays chosen', async () => {
  await openAndLeave('/people', 'More about Ben Dahl')
  await press('More about Ben Dahl')
  await choose('Change role…')
  await dialog.getByRole('radio', { name: /^Manager/ }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(asked)
  await expect.element(dialog.getByRole('radio', { name: /^Manager/ })).toBeChecked()
})

test('how long an old key works stays chosen', async () => {
  await openAndLeave('/keys', 'More about Deployment')
  await press('More about Deployment')
  await choose('Rotate…')
  await field('Old key').selectOptions('Works for another 7 days')
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(asked)
  await expect.element(field('Old key')).toHaveValue('168')
})

test('who was to be invited stays in the form', async () => {
  await openAndLeave('/people/new', 'Send invitation')
  await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.com')
  await page.getByRole('radio', { name: /^Manager/ }).click()
  await press('Send invitation')
  await expect.element(alert(unclear)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('grace@example.com')
  await expect.element(page.getByRole('radio', { name: /^Manager/ })).toBeChecked()
})

test('what a new key was to be stays in the form', async () => {
  await openAndLeave('/keys/new', 'Create key')
  await page.getByRole('textbox', { name: 'Name' }).fill('CI')
  await page.getByRole('radio', { name: /^Operator/ }).click()
  await field('Works for').selectOptions('30 days')
  await press('Create key')
  await expect.element(alert(unclear)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('CI')
  await expect.element(page.getByRole('radio', { name: /^Operator/ })).toBeChecked()
  await expect.element(field('Works for')).toHaveValue('30')
})

test('passwords stay in the form', async () => {
  await openAndLeave('/security', 'Change password')
  await field('Current password').fill('the old password')
  await field('New password').fill('correct horse battery')
  await press('Change password')
  await expect.element(alert(unclear)).toBeVisible()
  await expect.element(field('Current password')).toHaveValue('the old password')
  await expect.element(field('New password')).toHaveValue('correct horse battery')
})

test('the password that shows who one is stays in its dialog', async () => {
  await openAndLeave('/security', 'Set up…')
  await press('Set up…')
  await dialog.getByLabelText('Password', { exact: true }).fill('the old password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Can’t reach the service/)
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveValue('the old password')
})

test('the secret of an app and its code stay, and it isn’t said that nothing was done', async () => {
  const at = service()
    .reply(readFactors, { ...factors, proved_until: soon() })
    .reply(beginAuthenticator, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' })
  await renderFor(owner, '/security', at)
  await press('Set up…')
  await field('Code').fill('123456')
  goOffline(at)
  await press('Confirm')
  await expect.element(alert(unclear)).toBeVisible()
  await expect.element(field('Code')).toHaveValue('123456')
  await expect.element(page.getByText('JBSWY3DPEHPK3PXP')).toBeVisible()
})

test('a release stays in the form', async () => {
  await openAndLeave('/activity/new', 'Add release')
  await page.getByRole('textbox', { name: 'Title' }).fill('Shop 2.4')
  await page.getByRole('textbox', { name: 'Link' }).fill('https://git.example/2.4')
  await press('Add release')
  await expect.element(alert(unclear)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Shop 2.4')
  await expect.element(page.getByRole('textbox', { name: 'Link' })).toHaveValue('https://git.example/2.4')
})

test('nothing is exported, and a filter that was chosen stays', async () => {
  await openAndLeave('/activity', 'Export CSV')
  await press('Export CSV')
  await expect.element(alert(/Nothing was exported\. Can’t reach the service/)).toBeVisible()
  const kind = page.getByRole('combobox', { name: 'Kind of change' })
  await kind.selectOptions('States')
  await expect.element(alert(/Couldn’t load the activity/)).toBeVisible()
  await expect.element(kind).toHaveValue('states')
})
