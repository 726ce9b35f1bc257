import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listIncidents, listUserSites } from '../../../contract/index.ts'
import { anIncident, aSite, onePage } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const states = ['active', 'transparent', 'maintenance', 'trial'] as const
const sites = states.map((optimizer) => aSite({ id: optimizer, host: `${optimizer}.fjordbikes.example`, optimizer }))
const rows = page.getByRole('row')

test.each([
  ['partner', `/accounts/${accountId}`],
  ['user', '/sites'],
] as const)('a %s finds sites by host and state', async (role, address) => {
  const { router } = await renderPage(address, serviceWith(sites), role)
  for (const state of states)
    await expect
      .element(rows.filter({ hasText: `${state}.fjordbikes` }))
      .toHaveTextContent(new RegExp(`${state}$|${state}[^.]`))
  await page.getByRole('searchbox', { name: 'Search hosts' }).fill('TR')
  await expect.element(rows.nth(3)).not.toBeInTheDocument()
  await expect.poll(() => router.state.location.search).toBe('?search_term=TR')
  expect(rows.elements()).toHaveLength(3)
  await page.getByRole('combobox', { name: 'State' }).selectOptions('transparent')
  await expect.element(rows.nth(2)).not.toBeInTheDocument()
  expect(rows.elements()).toHaveLength(2)
  await expect.poll(() => router.state.location.search).toBe('?search_term=TR&state=transparent')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('off')
  await expect.element(page.getByText('No sites in state “off” match “TR”').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect.element(rows.nth(4)).toBeVisible()
  expect(rows.elements()).toHaveLength(5)
})

test('an address with a search and a state shows what it names', async () => {
  await renderPage('/sites?search_term=tr&state=transparent', serviceWith(sites), 'user')
  await expect.element(rows.nth(1)).toHaveTextContent('transparent.fjordbikes.example')
  expect(rows.elements()).toHaveLength(2)
})

test('a refresh reloads the sites and shows when they were updated', async () => {
  const service = serviceWith([aSite({ optimizer: 'active' })])
  await renderPage('/sites', service, 'user')
  await expect.element(rows.nth(1)).toHaveTextContent('active')
  const { promise, resolve } = Promise.withResolvers<Response>()
  service.answer(listUserSites, () => promise)
  // ages advance by whole seconds
  const start = Math.ceil(Date.now() / 1000) * 1000
  const now = vi.spyOn(Date, 'now').mockReturnValue(start)
  await userEvent.keyboard('r')
  await expect.element(page.getByText('Updating…')).toBeVisible()
  resolve(Response.json({ sites: [aSite({ optimizer: 'off' })] }))
  await expect.element(rows.nth(1)).toHaveTextContent('off')
  await expect.element(page.getByText('Updating…')).not.toBeInTheDocument()
  now.mockReturnValue(start + 42_000)
  await expect.element(page.getByText(/^Updated 42\ss ago$/)).toBeVisible()
})

test('a service can send the sites as a bare list', async () => {
  await renderPage(
    '/sites',
    serviceWith().answer(listUserSites, () => Response.json(sites)),
    'user',
  )
  await expect.element(rows.nth(4)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['partner', `/accounts/${accountId}`, listIncidents.partner],
  ['user', '/sites', listIncidents.user],
] as const)('a %s sees trouble at a host that is no site', async (role, address, list) => {
  const incident = anIncident({ site_id: null, host: 'api.fjordbikes.example' })
  const service = serviceWith(sites).reply(list, onePage({ rows: [anIncident({ site_id: 'active' }), incident] }))
  await renderPage(address, service, role)
  const others = page.getByRole('table', { name: 'Other hosts in trouble' })
  await expect.element(others.getByRole('row').nth(1)).toHaveTextContent('api.fjordbikes.example')
  expect(others.getByRole('row').elements()).toHaveLength(2)
  await page.getByRole('searchbox', { name: 'Search hosts' }).fill('active')
  await expect.element(others).not.toBeInTheDocument()
})

test('a site’s state says for how long it has been so, in the list and on its pages', async () => {
  const state_since = new Date(Date.now() - 5 * 60_000).toISOString()
  const site = aSite({ optimizer: 'maintenance', state_since })
  const { router } = await renderPage('/sites', serviceWith([site]), 'user')
  await expect.element(rows.nth(1)).toHaveTextContent(/maintenance for 5.min/)
  await router.navigate(`/sites/${site.id}`)
  await expect.element(page.getByText(/^for 5.min$/).first()).toBeVisible()
})

test('the worst open incident is above the sites, with the way to it and to all', async () => {
  const slow = anIncident({ id: '01990000-0000-7000-8000-000000000402', kind: 'slow', severity: 1 })
  const service = serviceWith(sites).reply(listIncidents.user, onePage({ rows: [slow, anIncident()] }))
  const { router } = await renderPage('/sites', service, 'user')
  const band = page.getByRole('region', { name: 'Open incident' })
  await expect.element(band).toHaveTextContent(/www\.fjordbikes\.example is down.*503/)
  await expect.element(band.getByRole('link', { name: 'All 2 open' })).toBeVisible()
  await band.getByRole('link', { name: 'View incident' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/incidents/${anIncident().id}`)
})
