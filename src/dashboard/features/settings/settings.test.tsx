import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  type Endpoint,
  listProfiles,
  listTods,
  readAdn,
  readProfile,
  readSettings,
  readTod,
  updateSettings,
} from '../../../contract/index.ts'
import { expectAccessible } from '../../test/accessible.ts'
import { faults } from '../../test/faults.ts'
import { siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { saved } from '../../test/settings-page.ts'

const parts = [
  ['the settings', readSettings],
  ['the profiles', listProfiles],
  ['the schedules', listTods],
  ['the delivery network', readAdn],
] as const satisfies readonly (readonly [string, Endpoint])[]

const service = () =>
  serviceWith()
    .reply(readSettings, { defaultActions: { documentActions: {} }, resourceRules: [], documentRules: [] })
    .reply(listProfiles, { document: [], success: true })
    .reply(listTods, { document: [], success: true })
    .reply(readAdn, { document: { site_id: siteId, service_cname: null, nodes: [] }, success: true })

test.each(parts)('%s can fail to load alone, and load on retry', async (what, endpoint) => {
  const broken = service().refuse(endpoint, { status: 500, error: 'The service failed.' })
  await renderPage(`/sites/${siteId}/settings/advanced`, broken, 'user')
  const alert = page.getByRole('alert').filter({ hasText: `Couldn’t load ${what}.` })
  const retry = alert.getByRole('button', { name: 'Retry' })
  await expect.element(alert).toHaveTextContent('The service failed.')
  expect(page.getByRole('alert').elements()).toHaveLength(1)
  for (const [, why, answer] of faults) {
    broken.answer(endpoint, answer)
    await retry.click()
    await expect.element(alert).toHaveTextContent(why)
  }
  const whole = service()
  broken.answer(endpoint, ({ path }) => whole.fetch(new URL(path, location.href)))
  await retry.click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each(['', '/exceptions'])('the settings can fail to load in the part %s, and load on retry', async (part) => {
  const broken = service().refuse(readSettings, { status: 500, error: 'The service failed.' })
  await renderPage(`/sites/${siteId}/settings${part}`, broken, 'user')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Couldn’t load the settings.')
  broken.reply(readSettings, { defaultActions: { documentActions: {} }, resourceRules: [], documentRules: [] })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('This service reports its settings')).toBeVisible()
})

test('a partner reads that only the account holder can open profiles and settings', async () => {
  await renderPage(`/accounts/${accountId}/sites/${siteId}/settings`, service())
  await expect.element(page.getByText('Only the account holder can open profiles and settings.')).toBeVisible()
})

test('a schedule that the comparison can’t read is said there, and read on retry', async () => {
  const profile = { id: 'p1', site_id: siteId, name: 'General', default: true, created_at: '2026-11-21T10:00:00Z' }
  const broken = service()
    .reply(listProfiles, { document: [profile, { ...profile, id: 'p2', default: false }], success: true })
    .reply(readProfile, { document: profile, success: true })
    .refuse(readTod, { status: 500, error: 'The service failed.' })
  await renderPage(`/sites/${siteId}/settings/advanced`, broken, 'user')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('The service failed.')
  broken.reply(readTod, { document: { profile_id: 'p1', site_id: siteId, enabled: true, rules: [] }, success: true })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a save that fails keeps the draft and can be repeated', async () => {
  const before = { defaultActions: { documentActions: {} }, resourceRules: [], documentRules: [], revision: 1 }
  const stub = service().reply(readSettings, before)
  await renderPage(`/sites/${siteId}/settings/advanced?view=json`, stub, 'user')
  const json = page.getByRole('textbox', { name: 'Settings as JSON' })
  const typed = JSON.stringify({ ...before, schemaVersion: 13 })
  await json.fill(typed)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const alert = page.getByRole('alert').filter({ hasText: /Couldn’t save|isn’t clear/ })
  for (const [, why, answer] of faults) {
    stub.answer(updateSettings, answer)
    await save.click()
    await expect.element(alert).toHaveTextContent(why)
    if (why.includes('cannot answer')) await expect.element(alert).toHaveTextContent('Couldn’t save the settings.')
    else
      await expect
        .element(alert)
        .toHaveTextContent(/It isn’t clear whether the settings were saved\..*It may have gone through anyway\./)
    await expect.element(alert).toBeInViewport({ ratio: 1 })
    await expect.element(json).toHaveValue(typed)
  }
  stub.reply(updateSettings, { ...before, revision: 2 })
  await save.click()
  await expect.element(page.getByText('Settings saved')).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  await expect.element(alert).not.toBeInTheDocument()
})

const profiles = ['General', 'Campaign'].map((name, i) => ({
  id: `p${i}`,
  site_id: siteId,
  name,
  default: i === 0,
  created_at: '2026-11-21T10:00:00Z',
}))
/** As a service reports them that knows the settings of each. */
const wholeProfiles = profiles.map((profile, i) => ({ ...profile, settings: { compress: i === 0 } }))

test('profiles whose settings aren’t known aren’t compared', async () => {
  const stub = service()
    .reply(listProfiles, { document: profiles, success: true })
    .answer(readProfile, ({ path }) =>
      Response.json({ document: profiles.find(({ id }) => path.endsWith(id)), success: true }),
    )
    .reply(readTod, { document: { profile_id: 'p', site_id: siteId, enabled: true, rules: [] }, success: true })
  await renderPage(`/sites/${siteId}/settings/advanced`, stub, 'user')
  await expect.element(page.getByRole('region', { name: 'Profiles' })).toHaveTextContent('Campaign')
  await expect.poll(() => stub.received(readProfile).length).toBe(2)
  await expect.element(page.getByRole('heading', { name: 'Compare profiles' })).not.toBeInTheDocument()
})

test('two profiles are compared, and records can be seen as reported', async () => {
  const nodes = [{ ip: '198.51.100.7', role: 'processing_unit', location: 'Frankfurt' }]
  const stub = service()
    .reply(listProfiles, { document: profiles, success: true })
    .answer(readProfile, ({ path }) =>
      Response.json({ document: wholeProfiles.find(({ id }) => path.endsWith(id)), success: true }),
    )
    .answer(readTod, () =>
      Response.json({ document: { profile_id: 'p', site_id: siteId, enabled: true, rules: [] }, success: true }),
    )
    .reply(readAdn, { document: { site_id: siteId, service_cname: null, nodes }, success: true })
  await renderPage(`/sites/${siteId}/settings/advanced`, stub, 'user')
  const row = page
    .getByRole('table', { name: 'Profile comparison' })
    .getByRole('row')
    .filter({ hasText: /Name.*General/ })
  await expect.element(row).toHaveTextContent(/General\s*.*Campaign\s*.*Different/)
  const schedule = page.getByRole('row').filter({ hasText: /Schedule\s*on/ })
  await expect.element(schedule).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Show all \d/ }).click()
  await expect.element(schedule).toBeVisible()
  await page.getByRole('combobox', { name: 'Second profile' }).selectOptions('General (default)')
  await expect.element(page.getByText('The profiles are identical.')).toBeVisible()
  const network = page.getByRole('region', { name: 'Delivery network' })
  await expect.element(network).toHaveTextContent(/served from \d+ address/)
  await expect.element(network.getByText('processing_unit').first()).not.toBeVisible()
  await network.getByText('Delivery network', { exact: true }).last().click()
  await expect.element(network.getByText('processing_unit').first()).toBeVisible()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const names = page.getByRole('region', { name: 'Identifiers' })
  await names.getByRole('button', { name: 'Copy site ID' }).click()
  await expect.element(names.getByText('Copied site ID')).toBeInTheDocument()
  expect(write).toHaveBeenCalledWith(siteId)
})

const reported = page.getByRole('region', { name: 'settings as JSON' })

test('a service that can’t change settings has them shown in words, as a tree and as JSON', async () => {
  const { revision: _, ...fixed } = { ...saved, experiments: { earlyHints: true } }
  const stub = service().reply(readSettings, fixed)
  const { unmount } = await renderPage(`/sites/${siteId}/settings`, stub, 'user')
  await expect.element(page.getByText(/^Caches everything/)).toBeVisible()
  const part = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
  await part('Exceptions and rules').click()
  await expect.element(page.getByText(/^For everything: convert images.*“Photos”/)).toBeVisible()
  const sale =
    'Switched off. For everything: cache pages for anonymous visitors (max age 1 minute), until 31 Oct 2026 (“Sale”).'
  await expect.element(page.getByText(sale)).toBeVisible()
  await expect.element(page.getByText('Except where the address contains “/checkout”.')).toBeVisible()
  await expect.element(page.getByText('offers no way to change or try them here')).toBeVisible()
  expect(page.getByRole('switch').elements()).toEqual([])
  await expectAccessible()
  await part('Advanced').click()
  await expect
    .element(page.getByRole('table', { name: 'Not known to this dashboard' }))
    .toHaveTextContent('experiments{"earlyHints":true}')
  await expect.element(page.getByText('documentActions', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('radio', { name: 'JSON' }).click({ force: true })
  await expect.element(reported).toHaveTextContent('"schemaVersion": 12')
  await expect.poll(() => location.search).toBe('?view=json')
  await unmount()
  // an address from before
  await renderPage(`/sites/${siteId}/settings?view=json`, stub, 'user')
  await expect.element(reported).toBeVisible()
  expect(location.pathname).toBe(`/sites/${siteId}/settings/advanced`)
})

test('of records with fields of their own, every field is shown', async () => {
  const tod = { profile: 'p1', hours: [{ from: '08:00', level: 'full' }], zone: 'Europe/Oslo' }
  const foreign = (document: unknown) => () => Response.json({ document, success: true })
  const stub = service()
    .answer(readSettings, () => Response.json({ mode: 'aggressive', rules: [{ when: 'always' }] }))
    .answer(
      listProfiles,
      foreign([
        { id: 'p1', title: 'General' },
        { id: 'p2', title: 'Campaign' },
      ]),
    )
    .answer(readProfile, ({ path }) =>
      foreign({ id: path.split('/').at(-1), audience: { countries: ['NO', path.endsWith('p1') ? 'SE' : 'DK'] } })(),
    )
    .answer(listTods, foreign([tod]))
    .answer(readTod, foreign(tod))
    .answer(readAdn, foreign({ topology: 'ring', members: [] }))
  await renderPage(`/sites/${siteId}/settings/advanced`, stub, 'user')
  await expect
    .element(page.getByRole('table', { name: 'Not known to this dashboard' }))
    .toHaveTextContent('mode"aggressive"')
  await page.getByRole('button', { name: /^Show all \d/ }).click()
  await expect.element(page.getByText('profile.audience.countries.1').first()).toBeVisible()
  await expect.element(page.getByText('Europe/Oslo').first()).toBeVisible()
  await page.getByRole('group').getByText('Delivery network', { exact: true }).click()
  await expect.element(page.getByText('topology')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
