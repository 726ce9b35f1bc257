import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listIncidents, listMonitors, listSamples, listUserSites, readFigures } from '../../../contract/index.ts'
import { aMonitor, anIncident, aSample, aSite, onePage, someFigures } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'

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

test('an open incident of a host that is no site says so', async () => {
  const other = anIncident({ site_id: null, host: 'api.fjordbikes.example' })
  const service = serviceWith(sites).reply(listIncidents.user, onePage({ rows: [other] }))
  await renderPage('/sites', service, 'user')
  const band = page.getByRole('region', { name: 'Open incident' })
  await expect.element(band).toHaveTextContent(/api\.fjordbikes\.example is down.*Only monitored: not one of/)
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

describe('an account’s figures', () => {
  const tile = (label: string) => page.getByRole('term').filter({ hasText: label })
  const site = aSite({ preview_url: 'https://preview.example/' })
  const fresh = aSite({ id: 'fresh', host: 'new.fjordbikes.example', optimizer: 'preview' })
  const none = Array.from({ length: 30 }, () => null)
  const nothing = {
    availability: null,
    failed_ms: 0,
    availability_days: none,
    lcp_p75: null,
    lcp_p75_before: null,
    lcp_days: none,
    requests: null,
    offload: null,
    saved_requests: null,
    saved_bytes: null,
  }
  const figures = someFigures({ counts: { ...someFigures().counts, idle: 1 } })
  const both = { ...figures, sites: [...figures.sites, { id: 'fresh', ...nothing, measured_at: null }] }
  const measured = () =>
    serviceWith([site, fresh])
      .reply(readFigures.user, both)
      .reply(readFigures.partner, both)
      .reply(listIncidents.user, onePage({ rows: [] }))
      .reply(listIncidents.partner, onePage({ rows: [] }))

  test.each([
    ['partner', `/accounts/${accountId}`],
    ['user', '/sites'],
  ] as const)('stand above its sites and in their rows, for a %s', async (role, address) => {
    await atWidth(1440)
    await renderPage(address, measured(), role)
    const main = page.getByRole('main')
    for (const [label, value] of [
      ['Healthy sites', '1 of 2'],
      ['LCP, 75th percentile', /1\.31.s/],
      ['Availability', '99.96%'],
      ['Requests, 30', '2.31M'],
      ['Saved since 1 Nov', /1\.80M requests/],
    ] as const) {
      await expect.element(tile(label)).toBeVisible()
      await expect.element(main.getByRole('definition').filter({ hasText: value }).first()).toBeVisible()
    }
    await expect.element(main.getByText('1 not live').first()).toBeVisible()
    await expect.element(main.getByText(/^0\.12.s faster than the 30 days before$/)).toBeVisible()
    await expect.element(main.getByText(/^18.min down, at 1 site, 1 slow day$/)).toBeVisible()
    const row = rows.filter({ hasText: site.host })
    await expect.element(row).toHaveTextContent(/99\.96%.*1\.31.s−8%.*2\.31M.*77\.8%.*1\.80M/)
    await expect.element(row.getByRole('img', { name: /: 1 day partly down, 1 day slow, 28 days up$/ })).toBeVisible()
    // what was not measured is a dash that says why
    const cells = rows.filter({ hasText: fresh.host }).getByRole('cell')
    await expect.element(cells.nth(2)).toHaveTextContent('–not measured in the last 30 days')
    await expect.element(cells.nth(4)).toHaveTextContent('–no requests counted')
  })

  test.each([
    [1440, /2\.31M77\.8%1\.80M/],
    [1024, /2\.31M77\.8% cached1\.80M/],
  ])('have the share of the period, whatever the state is now, at %i pixels', async (width, words) => {
    await atWidth(width)
    const own = { optimizer: 'bypass' }
    const service = serviceWith([aSite(own)])
      .reply(readFigures.user, figures)
      .reply(listIncidents.user, onePage({ rows: [] }))
    await renderPage('/sites', service, 'user')
    await expect.element(rows.filter({ hasText: site.host })).toHaveTextContent(words)
  })

  test.each([
    ['active', /^Healthyactive$/],
    ['off', /^Off$/],
    ['maintenance', /^Maintenance$/],
  ])('on a phone, a row says the state “%s” once', async (optimizer, words) => {
    await atWidth(390)
    const service = serviceWith([aSite({ optimizer })])
      .reply(readFigures.user, figures)
      .reply(listIncidents.user, onePage({ rows: [] }))
    await renderPage('/sites', service, 'user')
    await expect.element(rows.filter({ hasText: site.host }).getByRole('cell').nth(1)).toHaveTextContent(words)
  })

  test.each([
    ['checked since it went live', true, 0.1, 'Healthy'],
    ['only checked before it went live', true, 3, 'Live, not checked yet'],
    ['never checked', true, null, 'Not checked yet'],
    ['not monitored', false, 0.1, 'Home page not monitored'],
  ] as const)('call a site that is %s the same as its page does', async (_, monitored, hoursAgo, words) => {
    await atWidth(1440)
    const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()
    const checked_at = hoursAgo === null ? null : ago(hoursAgo)
    const unchecked = words === 'Healthy' ? 0 : 1
    const live = aSite({ state_since: ago(1) })
    const samples = checked_at === null ? [] : [aSample({ taken_at: checked_at })]
    const status = monitored ? 'RUNNING' : 'SUSPENDED'
    const sitesOf = figures.sites.map((ofSite) => ({ ...ofSite, monitored, checked_at }))
    const service = serviceWith([live])
      .reply(
        readFigures.user,
        someFigures({ sites: sitesOf, counts: { ...someFigures().counts, unchecked, healthy: 1 - unchecked } }),
      )
      .reply(listIncidents.user, onePage({ rows: [] }))
      .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: site.id, user_id: null, status })] }))
      .reply(listSamples.user, onePage({ rows: samples }))
    const { router } = await renderPage('/sites', service, 'user')
    const row = rows.filter({ hasText: site.host })
    await expect.element(row.getByRole('cell', { name: words, exact: true })).toBeVisible()
    const note = unchecked ? '1 not checked' : 'none needs attention'
    for (const told of [`${1 - unchecked} of 1`, note])
      await expect.element(page.getByRole('definition').filter({ hasText: told })).toBeVisible()
    await router.navigate(`/sites/${site.id}`)
    await expect.element(page.getByRole('region', { name: 'Health' })).toHaveTextContent(new RegExp(`^${words}`))
  })

  test('say since when there is something to tell of', async () => {
    await atWidth(1440)
    const [of] = figures.sites
    const late = {
      availability_days: [...none.slice(2), 'down', 'up'],
      lcp_days: [...none.slice(2), 1200, 1300],
      lcp_p75_before: null,
      saved_from: '2026-11-20',
    }
    const service = measured()
      .reply(readFigures.user, { ...figures, ...late, sites: of ? [{ ...of, ...late }] : [] })
      .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: site.id, user_id: null })] }))
      .reply(listSamples.user, onePage({ rows: [aSample()] }))
    const { router } = await renderPage('/sites', service, 'user')
    await expect.element(tile('Availability since 20 Nov')).toBeVisible()
    await expect.element(page.getByText('home page, since 20 Nov')).toBeVisible()
    await expect.element(tile('Saved since 20 Nov')).toBeVisible()
    const row = rows.filter({ hasText: site.host })
    // a strip shows it
    await expect.element(row).toHaveTextContent(/99\.96%1\.31.s/)
    await atWidth(1024)
    await expect.element(row).toHaveTextContent(/99\.96%measured for 2.d.*1\.31.s/)
    // not only to those who can't see it
    expect(row.getByText(/^measured for 2.d$/).element().childElementCount).toBe(0)
    const values = page.getByRole('definition').elements()
    expect(values.filter((value) => value.scrollWidth > value.clientWidth).map((value) => value.textContent)).toEqual(
      [],
    )
    await atWidth(1440)
    await router.navigate(`/sites/${site.id}`)
    await expect.element(tile('Availability since 20 Nov')).toBeVisible()
    await router.navigate(`/sites/${site.id}/monitors`)
    await expect.element(page.getByRole('region', { name: 'Health' })).toHaveTextContent('99.96%up since 20 Nov')
  })

  test('draw no line of fewer than 7 days', async () => {
    await atWidth(1440)
    const [of] = figures.sites
    const lcp_days = [...none.slice(6), 1200, 1300, 1250, 1310, 1290, 1300]
    const service = measured().reply(readFigures.user, { ...figures, sites: of ? [{ ...of, lcp_days }] : [] })
    await renderPage('/sites', service, 'user')
    const row = rows.filter({ hasText: site.host })
    await expect.element(row).toHaveTextContent(/1\.31.s−8%/)
    await expect.element(row.getByRole('img', { name: /^Largest contentful paint/ })).not.toBeInTheDocument()
  })

  test('leave ids and addresses to the menu of a row', async () => {
    await renderPage('/sites', measured(), 'user')
    const row = rows.filter({ hasText: site.host })
    await expect
      .element(
        row
          .getByRole('img', { name: /days up/ })
          .or(row.getByText('99.96%'))
          .first(),
      )
      .toBeVisible()
    await expect.element(row.getByRole('button', { name: /^Copy/ })).not.toBeInTheDocument()
    await row.getByRole('button', { name: `More about ${site.host}` }).click()
    const more = page.getByRole('dialog', { name: `More about ${site.host}` })
    await expect.element(more.getByRole('button', { name: `Copy service CNAME of ${site.host}` })).toBeVisible()
    await expect.element(more.getByRole('link', { name: /preview of/ })).toBeVisible()
    await expect.element(more.getByRole('button', { name: `Copy site ID of ${site.host}` })).toBeVisible()
  })

  test('are missing where the service doesn’t have them, and the list is as it was', async () => {
    await renderPage('/sites', serviceWith([site]), 'user')
    await expect.element(page.getByRole('columnheader', { name: 'Service CNAME' })).toBeVisible()
    await expect.element(tile('Healthy sites')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /More about/ })).not.toBeInTheDocument()
  })

  test('that can’t be read leave the sites, and say why', async () => {
    await renderPage('/sites', measured().refuse(readFigures.user, { status: 500, error: 'Out of order.' }), 'user')
    const cells = rows.filter({ hasText: site.host }).getByRole('cell')
    await expect.element(cells.nth(2)).toHaveTextContent(/–.+/)
    await expect.element(tile('Healthy sites')).toBeVisible()
  })

  test('fit a phone, with the strip of days and both figures in each row', async () => {
    await onPhone()
    await renderPage('/sites', measured(), 'user')
    const row = rows.filter({ hasText: site.host })
    await expect.element(row.getByRole('img', { name: /days up/ })).toBeVisible()
    await expect.element(row.getByRole('cell').nth(2)).toHaveTextContent(/99\.96%LCP 1\.31.s$/)
    expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(88)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  test('show a site’s days once: on its overview among the figures, elsewhere beside its verdict', async () => {
    await atWidth(1440)
    const service = measured()
      .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: site.id, user_id: null })] }))
      .reply(listSamples.user, onePage({ rows: [aSample()] }))
    const { router } = await renderPage(`/sites/${site.id}`, service, 'user')
    const health = page.getByRole('region', { name: 'Health' })
    await expect.element(page.getByRole('definition').getByRole('img', { name: /28 days up$/ })).toBeVisible()
    await expect.element(health).toHaveTextContent('Healthy')
    expect(page.getByRole('main').getByText('99.96%').all()).toHaveLength(1)
    await router.navigate(`/sites/${site.id}/monitors`)
    await expect.element(health.getByRole('img', { name: /28 days up$/ })).toBeVisible()
    await expect.element(health).toHaveTextContent('99.96%up in 30 days')
    expect(service.received(readFigures.user).at(-1)?.query.get('site_id')).toBe(site.id)
  })
})
