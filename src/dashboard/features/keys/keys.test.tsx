import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createKey,
  endKey,
  keyLimits,
  listKeys,
  partnerKeys,
  rotateKey,
  signInWithKey,
} from '../../../contract/index.ts'
import { queryClient } from '../../api/queries.ts'
import { aCurrentSession, aKey, aMembership, aSite } from '../../test/records.ts'
import { accountId, partnerId } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { atWidth } from '../../test/viewport.ts'

const at = '2026-11-21T10:00:00.000Z'
const main = aKey({ id: accountId, name: 'Main key', main: true, role: 'owner', created_by: null, current: true })
const shop = aKey({
  id: '01990000-0000-7000-8000-000000000702',
  name: 'Shop',
  sites: [{ id: aSite().id, host: aSite().host }],
  ends_at: '2027-11-21T10:00:00.000Z',
  last_used_at: null,
  last_used_from: null,
  previous: { ends_at: '2027-01-01T10:00:00.000Z', last_used_at: at, last_used_from: '192.0.2.9' },
})
const owner = aCurrentSession({ memberships: [aMembership({ role: 'owner' })] })
const ofPartner = aCurrentSession({
  memberships: [aMembership({ kind: 'partner', id: partnerId, name: 'Nord Host', role: 'owner' })],
})
const table = page.getByRole('table', { name: 'Keys' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (name: string) => page.getByRole('menuitem', { name }).click()
const service = () => serviceWith().reply(listKeys.user, { keys: [{ ...main, current: false }, aKey(), shop] })
const shown = (name: string) => page.getByRole('region', { name: `The key ${name}` })

test('keys are listed with what they open, their last use, and what is left of an old secret', async () => {
  await renderFor(owner, '/keys', service())
  await expect.element(table.getByRole('row', { name: /Main key.*The account’s API key.*Owner.*All/ })).toBeVisible()
  await expect
    .element(
      table.getByRole('row', { name: /Deployment.*Created by Ada Berg.*Operator.*All.*ago.*192\.0\.2\.7.*Active/ }),
    )
    .toBeVisible()
  const row = table.getByRole('row', { name: /^Shop/ })
  await expect.element(row).toHaveTextContent(new RegExp(`${aSite().host}.*Never.*Active.*Until`))
  await expect.element(row).toHaveTextContent(/Old key works until.*Last used.*ago from 192\.0\.2\.9/)
  await expect.element(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys' })).toBeVisible()
})

test('an application’s key says who allowed it, and can be ended but not rotated', async () => {
  const ofApplication = aKey({ name: 'Shop Connector', application: 'Shop Connector' })
  await renderFor(
    owner,
    '/keys',
    serviceWith().reply(listKeys.user, { keys: [{ ...main, current: false }, ofApplication] }),
  )
  await expect
    .element(table.getByRole('row', { name: /^Shop Connector.*Application, allowed by Ada Berg/ }))
    .toBeVisible()
  await press('More about Shop Connector')
  const rotate = page.getByRole('menuitem', { name: 'Rotate…' })
  await expect.element(rotate).toHaveAttribute('aria-disabled', 'true')
  await expect.element(rotate).toHaveTextContent(/wouldn’t learn the new key/)
  await expect.element(page.getByRole('menuitem', { name: 'End…' })).not.toHaveAttribute('aria-disabled', 'true')
})

test('a key is created with a role and sites, and shown once', async () => {
  const stub = service().refuse(createKey.user, { status: 422, fields: { name: 'must not contain line breaks' } })
  const { router } = await renderFor(owner, '/keys/new', stub)
  await press('Create key')
  await expect.element(page.getByText(/Enter a name, such as the program/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('CI')
  await page.getByRole('radio', { name: /^Operator/ }).click()
  await page.getByText(aSite().host, { exact: true }).click()
  await expect.element(page.getByText(/It opens the selected sites only/)).toBeVisible()
  await page.getByLabelText('Works for').selectOptions('30 days')
  await press('Create key')
  await expect.element(page.getByText('Must not contain line breaks.')).toBeVisible()
  stub.reply(createKey.user, { ...aKey({ name: 'CI' }), key: 'the-new-key' })
  await press('Create key')
  await expect.element(shown('CI').getByText('the-new-key')).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'CI, shown once' })).toHaveFocus()
  await expect.element(page.getByText(/it can’t be shown again/)).toBeVisible()
  const body = JSON.parse(stub.received(createKey.user).at(-1)?.body ?? '') as Record<string, string>
  expect(body).toMatchObject({ name: 'CI', role: 'operator', site_ids: [aSite().id] })
  expect(Date.parse(body['ends_at'] ?? '') - Date.now()).toBeGreaterThan(29 * 24 * 3600_000)
  await press('I’ve copied it')
  await expect.poll(() => router.state.location.pathname).toBe('/keys')
  await expect.element(page.getByText('the-new-key')).not.toBeInTheDocument()
  const kept = () => queryClient.getMutationCache().getAll()
  await expect.poll(() => JSON.stringify(kept().map(({ state }) => state.data))).not.toContain('the-new-key')
})

test('a key that is shown once isn’t left without a question', async () => {
  const stub = service()
    .reply(createKey.user, { ...aKey({ name: 'CI' }), key: 'the-new-key' })
    .reply(rotateKey.user, { ...aKey(), key: 'rotated-key' })
  const { router } = await renderFor(owner, '/keys/new', stub)
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  const people = page.getByRole('link', { name: 'People', exact: true })
  const reload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await page.getByRole('textbox', { name: 'Name' }).fill('CI')
  await press('Create key')
  await expect.element(shown('CI')).toBeVisible()
  await people.click()
  await expect.element(question).toHaveTextContent('This key is shown only once. Copy it first.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(shown('CI')).toBeVisible()
  expect(reload()).toBe(false)
  await press('I’ve copied it')
  await expect.poll(() => router.state.location.pathname).toBe('/keys')
  await press('More about Deployment')
  await choose('Rotate…')
  await press('Rotate')
  await expect.element(shown('Deployment')).toBeVisible()
  await people.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/people')
  await expect.poll(reload).toBe(true)
})

test('a rotation lets the old key work for a time, and shows the new one once', async () => {
  const stub = service().reply(rotateKey.user, { ...aKey(), key: 'rotated-key' })
  await renderFor(owner, '/keys', stub)
  await press('More about Deployment')
  await choose('Rotate…')
  const dialog = page.getByRole('dialog', { name: 'Rotate Deployment?' })
  await expect.element(dialog.getByLabelText('Old key')).toHaveValue('24')
  await dialog.getByLabelText('Old key').selectOptions('Works for another 7 days')
  await press('Rotate')
  await expect.element(shown('Deployment').getByText('rotated-key')).toBeVisible()
  expect(stub.received(rotateKey.user).map(({ path, body }) => [path, body])).toEqual([
    [`/keys/${aKey().id}/rotate`, expect.stringContaining('168')],
  ])
  await press('I’ve copied it')
  await expect.element(page.getByText('rotated-key')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Keys' })).toHaveFocus()
})

test('who has signed in with the key that is rotated stays signed in', async () => {
  const byKey = aCurrentSession({ person: null, memberships: [aMembership({ role: 'owner' })] })
  const stub = serviceWith()
    .reply(listKeys.user, { keys: [main] })
    .reply(rotateKey.user, { ...main, key: 'rotated-key' })
    .reply(signInWithKey, { session: { ...byKey, id: '01990000-0000-7000-8000-000000000801' } })
  await renderFor(byKey, '/keys', stub)
  await expect.element(table.getByText('In use here')).toBeVisible()
  await press('More about Main key')
  await choose('Rotate…')
  await page.getByLabelText('Old key').selectOptions('Refused at once')
  await press('Rotate')
  await expect.element(shown('Main key').getByText('rotated-key')).toBeVisible()
  expect(stub.received(signInWithKey).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { id: accountId, key: 'rotated-key', keep: false },
  ])
})

test('a new key is shown though the browser couldn’t sign in with it', async () => {
  const byKey = aCurrentSession({ person: null, memberships: [aMembership({ role: 'owner' })] })
  const stub = serviceWith()
    .reply(listKeys.user, { keys: [main] })
    .reply(rotateKey.user, { ...main, key: 'rotated-key' })
    .refuse(signInWithKey, { status: 429, error: 'Too many.' })
  await renderFor(byKey, '/keys', stub)
  await press('More about Main key')
  await choose('Rotate…')
  await press('Rotate')
  await expect.element(shown('Main key').getByText('rotated-key')).toBeVisible()
})

test('a key that has expired can only be ended', async () => {
  const over = aKey({ name: 'Old', state: 'expired', ends_at: at })
  await renderFor(owner, '/keys', serviceWith().reply(listKeys.user, { keys: [{ ...main, current: false }, over] }))
  await press('More about Old')
  const rotate = page.getByRole('menuitem', { name: 'Rotate…' })
  await expect.element(rotate).toHaveAttribute('aria-disabled', 'true')
  await expect.element(rotate).toHaveTextContent('It has expired. Create another key instead.')
})

test('a form that comes back has the same sites, so that no key opens more than was meant', async () => {
  const first = await renderFor(owner, '/keys/new', service())
  await page.getByRole('textbox', { name: 'Name' }).fill('CI')
  await page.getByText(aSite().host, { exact: true }).click()
  await first.unmount()
  const stub = service().reply(createKey.user, { ...aKey({ name: 'CI' }), key: 'the-new-key' })
  await renderFor(owner, '/keys/new', stub)
  await expect.element(page.getByText('What you entered before is back.')).toBeVisible()
  await expect.element(page.getByText(/It opens the selected sites only/)).toBeVisible()
  await press('Create key')
  await expect.element(shown('CI')).toBeVisible()
  expect(JSON.parse(stub.received(createKey.user)[0]?.body ?? '')).toMatchObject({ site_ids: [aSite().id] })
})

test('an end says what stops, and when the key was last used', async () => {
  const stub = service().reply(endKey.user, { id: aKey().id, name: 'Deployment' })
  await renderFor(owner, '/keys', stub)
  await press('More about Shop')
  await choose('End…')
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/It was never used\./)
  await press('Cancel')
  await press('More about Deployment')
  await choose('End…')
  await expect
    .element(page.getByRole('dialog', { name: 'End Deployment?' }))
    .toHaveTextContent(/are refused at once.*It was last used .* ago from 192\.0\.2\.7\./)
  stub.reply(listKeys.user, { keys: [main, shop] })
  await press('End key')
  await expect.element(table.getByText('Deployment')).not.toBeInTheDocument()
})

test('the main key can’t be ended, and the page says why', async () => {
  await renderFor(owner, '/keys', service())
  await press('More about Main key')
  const item = page.getByRole('menuitem', { name: /^End…/ })
  await expect.element(item).toHaveAttribute('aria-disabled', 'true')
  await expect.element(item).toHaveTextContent('The main key can’t be ended, only rotated.')
})

test('as many keys as allowed say why none can be created', async () => {
  const keys = [main, ...Array.from({ length: keyLimits.keys }, (_, i) => aKey({ id: `k${i}` }))]
  await renderFor(owner, '/keys/new', serviceWith().reply(listKeys.user, { keys }))
  await expect
    .element(page.getByText('There are 50 keys already, as many as allowed. End one first.').first())
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create key' })).toHaveAttribute('aria-disabled', 'true')
})

test('a manager sees the keys, and who can change them', async () => {
  await renderFor(aCurrentSession({ memberships: [aMembership({ role: 'manager' })] }), '/keys', service())
  await press('More about Deployment')
  await expect
    .element(page.getByRole('menuitem', { name: /^End…/ }))
    .toHaveTextContent('Only owners can do this. You’re a manager here.')
})

test('an operator has no entry for keys, and the page says who has', async () => {
  const operator = aCurrentSession({ memberships: [aMembership({ role: 'operator' })] })
  // not for a moment either, until the rules of all operations are there
  let flashed = false
  const observer = new MutationObserver(() => (flashed ||= document.querySelector('nav a[href="/keys"]') !== null))
  observer.observe(document.body, { childList: true, subtree: true })
  const { router } = await renderFor(operator, '/people', serviceWith())
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect.element(menu.getByRole('link', { name: 'People' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Keys' })).not.toBeInTheDocument()
  observer.disconnect()
  expect(flashed).toBe(false)
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('e')
  await expect.element(page.getByRole('option', { name: 'New test' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'People' })).toBeVisible()
  for (const name of ['Keys', 'Add site', 'New monitor'])
    await expect.element(page.getByRole('option', { name })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await router.navigate('/keys')
  await expect.element(page.getByText('Only managers and owners can do this. You’re an operator here.')).toBeVisible()
})

test('a partner has keys of its own, for no sites in particular', async () => {
  const stub = serviceWith()
    .reply(partnerKeys.list, { keys: [{ ...main, id: partnerId }] })
    .reply(partnerKeys.create, { ...aKey({ name: 'Billing' }), key: 'partner-key' })
    .reply(listKeys.partner, { keys: [main] })
  const { router } = await renderFor(ofPartner, '/keys', stub, 'partner')
  await expect.element(table.getByText('The partner’s own key')).toBeVisible()
  await router.navigate('/keys/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Billing')
  await expect.element(page.getByText(/None selected: it opens all sites/)).not.toBeInTheDocument()
  await press('Create key')
  await expect.element(shown('Billing').getByText('partner-key')).toBeVisible()
  await press('I’ve copied it')
  await router.navigate(`/accounts/${accountId}/keys`)
  await expect.element(table.getByText('The account’s API key')).toBeVisible()
})

test('a service without more keys says so', async () => {
  await renderFor(owner, '/keys', serviceWith())
  await expect.element(page.getByText('This service has one key for each account')).toBeVisible()
  await expect.element(page.getByText(/Your hosting provider can show it\.$/)).toBeVisible()
})

test('it tells a partner where the keys are, and names no other', async () => {
  const { router } = await renderFor(ofPartner, '/keys', serviceWith(), 'partner')
  await expect.element(page.getByText('This service has one key for each partner')).toBeVisible()
  await router.navigate(`/accounts/${accountId}/keys`)
  await expect.element(page.getByText(/The page “Account” shows it\.$/)).toBeVisible()
  await expect.element(page.getByText(/hosting provider/)).not.toBeInTheDocument()
})

test('keys that can’t be loaded say why', async () => {
  await renderFor(owner, '/keys', serviceWith().refuse(listKeys.user, { status: 500, error: 'It failed.' }))
  await expect.element(page.getByRole('alert')).toHaveTextContent(/It failed\./)
})

test('the list and the form fit a phone', async () => {
  await atWidth(390)
  const { router } = await renderFor(owner, '/keys', service())
  await expect.element(table.getByText('Deployment')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await router.navigate('/keys/new')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
