import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listFleet, listOpenIncidents, readFleetChanges, type ReplyOf } from '../../../contract/index.ts'
import { aFleetSite, anAccountIncident, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { StubService } from '../../test/stub-service.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'

const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 0 }
const pollMs = 5000

/** A fleet of one site, which is down since the second revision. */
function fleet(revision: '1' | '2' | '3'): ReplyOf<typeof listFleet> {
  const isDown = revision === '2'
  return {
    ...onePage({
      sites: [
        isDown
          ? aFleetSite({ trouble: 'down', severity: 3, kind: 'down', cause: 'HTTP 503', since: '2026-11-21T10:00:00Z' })
          : aFleetSite(),
      ],
    }),
    more_entries: false,
    counts: { ...none, [isDown ? 'down' : 'healthy']: 1 },
    revision,
  }
}

test('new trouble appears without a reload, and is announced; so does its end', async () => {
  // the page asks again when the test says so
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let latest: '1' | '2' | '3' = '1'
  const service = new StubService()
    .answer(listFleet, () => Response.json(fleet(latest)))
    .answer(readFleetChanges, ({ query }) => Response.json({ changed: query.get('revision') !== latest }))
  await renderPage('/', service)
  const row = page.getByRole('row').filter({ hasText: aFleetSite().host })
  const news = page.getByRole('status').filter({ hasText: 'Down: 1 more site.' })
  await expect.element(row).toHaveTextContent('Healthy')
  await expect.poll(() => service.received(readFleetChanges)).toHaveLength(1)
  latest = '2'
  await vi.advanceTimersByTimeAsync(pollMs)
  await expect.element(row).toHaveTextContent('Down · HTTP 503')
  await expect.element(news).toBeInTheDocument()
  latest = '3'
  await expect.poll(() => service.received(readFleetChanges).at(-1)?.query.get('revision')).toBe('2')
  await vi.advanceTimersByTimeAsync(pollMs)
  await expect.element(row).toHaveTextContent('Healthy')
})

test('a site that hasn’t been measured for a day says for how long it has', async () => {
  const availability_hours = Array.from({ length: 24 }, (_, i) => (i < 19 ? null : 'up'))
  const service = new StubService().reply(listFleet, {
    ...fleet('1'),
    sites: [aFleetSite({ availability: 1, availability_hours })],
  })
  // where there is no room for a strip, which shows it
  await atWidth(1024)
  await renderPage('/', service)
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent(/100%measured for 5.h/)
})

test('a site that nobody has checked since it went live isn’t called healthy', async () => {
  const went = { state_since: '2026-11-21T10:00:00Z', monitored: true, checked_at: '2026-11-21T09:50:00Z' }
  const sites = [aFleetSite({ ...went, trouble: 'unchecked' })]
  const service = new StubService().reply(listFleet, { ...fleet('1'), sites, counts: { ...none, unchecked: 1 } })
  const { router } = await renderPage('/', service)
  await expect.element(page.getByRole('cell', { name: 'Live, not checked yet' })).toBeVisible()
  // nor is it counted as that
  await expect.element(tile('Healthy')).toHaveAccessibleDescription('0')
  await expect.element(tile('Not checked')).toHaveAccessibleDescription('1')
  await tile('Not checked').click()
  await expect.poll(() => router.state.location.search).toBe('?trouble=unchecked')
  await expect.poll(() => service.received(listFleet).at(-1)?.query.get('trouble')).toBe('unchecked')
})

const usual = ['Down', 'DNS elsewhere', 'Slow', 'Errors', 'Maintenance', 'Not live yet', 'Healthy']

test('sites that are off and sites that nobody checked have a tile where there are any', async () => {
  const service = new StubService().reply(listFleet, fleet('1'))
  const { router } = await renderPage('/', service)
  const names = () =>
    page
      .getByRole('term')
      .all()
      .map((one) => one.element().textContent)
  await expect.poll(names).toEqual(usual)
  service.reply(listFleet, { ...fleet('1'), counts: { ...none, off: 2, healthy: 1 } })
  await router.navigate('/?search_term=off')
  await expect.poll(names).toEqual([...usual.slice(0, 5), 'Off', ...usual.slice(5)])
  // also what an address asks for
  await router.navigate('/?trouble=unchecked')
  await expect.element(tile('Not checked')).toHaveAttribute('aria-current', 'true')
})

test.each([1280, 768, 390])('nine kinds fit at %i px', async (width) => {
  await atWidth(width)
  const counts = {
    down: 2,
    dns: 12,
    slow: 3,
    other: 1,
    maintenance: 14,
    off: 5,
    idle: 61,
    unchecked: 17,
    healthy: 4885,
  }
  await renderPage('/', new StubService().reply(listFleet, { ...fleet('1'), counts }))
  await expect.element(tile('Down')).toBeVisible()
  for (const name of document.querySelectorAll('main dt > a')) {
    const tileOf = name.closest('div')?.getBoundingClientRect()
    expect(name.getBoundingClientRect().right, name.textContent).toBeLessThanOrEqual(tileOf?.right ?? 0)
    expect(name.scrollWidth, name.textContent).toBeLessThanOrEqual(name.clientWidth)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('each kind of trouble has a shape of its own, not only a colour', async () => {
  const counts = { ...none, off: 1, unchecked: 1 }
  await renderPage('/', new StubService().reply(listFleet, { ...fleet('1'), counts }))
  await expect.element(tile('Down')).toBeVisible()
  const all = [...usual.slice(0, 5), 'Off', 'Not live yet', 'Not checked', 'Healthy']
  const marks = all.map((name) => tile(name).element().closest('dt')?.querySelector('svg')?.innerHTML)
  expect(new Set(marks).size).toBe(9)
  expect(marks).not.toContain(undefined)
})

const measured = aFleetSite({ availability: 0.98, lcp_p75: 2400, requests: 1200 })
const order = page.getByRole('combobox', { name: 'Sort by' })
const header = (name: string) => page.getByRole('columnheader', { name })
const rows = page.getByRole('table', { name: 'Sites' }).getByRole('row')
const tile = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

/** A fleet whose search for “fjord” finds one of two sites, and for “many” too many. */
const searched = () =>
  serviceWith().answer(listFleet, ({ query }) => {
    const term = query.get('search_term') ?? ''
    const count = query.get('trouble') === 'maintenance' || term === 'fjord' ? 1 : term === 'nobody' ? 0 : 2
    const sites = Array.from({ length: count }, (_, i) => ({ ...measured, id: `site-${i}` }))
    const isMany = term === 'many'
    return Response.json({
      ...onePage({ sites }),
      ...(isMany && { total_entries: 500, total_pages: 20 }),
      more_entries: isMany,
      counts: term === 'fjord' ? { ...none, down: 1 } : { ...none, down: 2, maintenance: 1, healthy: 4 },
      revision: '1',
    })
  })

test('the order is named, an arrow means the order of its column, and the address has both', async () => {
  const { router } = await renderPage('/', searched())
  const named = () => (order.element() as HTMLSelectElement).selectedOptions[0]?.textContent
  await expect.element(order).toHaveAccessibleDescription(/^The worst trouble comes first/)
  expect(named()).toBe('Most urgent first')
  await expect.element(header('Health').getByRole('button', { name: 'Health', exact: true })).not.toBeInTheDocument()
  expect(document.querySelector('th:is([aria-sort=ascending], [aria-sort=descending])')).toBeNull()
  await page.getByRole('button', { name: 'Requests', exact: true }).click()
  await expect.poll(named).toBe('Most requests first')
  await expect.element(header('Requests')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Requests', exact: true }).click()
  await expect.poll(named).toBe('Fewest requests first')
  await expect.poll(() => router.state.location.search).toMatch(/sort_by=requests&direction=asc/)
  await order.selectOptions('Most urgent first')
  await expect.poll(() => router.state.location.search).not.toMatch(/sort_by|direction/)
})

test('a phone sorts by a list of orders, and shows what it sorts by', async () => {
  await onPhone()
  const { router } = await renderPage('/', searched())
  await expect.element(rows.nth(1)).not.toHaveTextContent(/Requests|Availability/)
  await expect.element(page.getByRole('columnheader').getByRole('button')).not.toBeInTheDocument()
  for (const [name, figure] of [
    ['Most requests first', /Requests \d/],
    ['Least available first', /Availability \d/],
    ['Slowest home page first', /Home page LCP \d/],
  ] as const) {
    await order.selectOptions(name)
    await expect.element(rows.nth(1)).toHaveTextContent(figure)
  }
  await expect.element(rows.nth(1)).not.toHaveTextContent('Requests')
  await expect.poll(() => router.state.location.search).toMatch(/sort_by=lcp/)
})

test('tiles count what the search finds, filter it, and are in the address; another search isn’t news', async () => {
  const service = searched()
  const { router } = await renderPage('/?search_term=fjord', service)
  await expect.element(tile('Down')).toHaveAccessibleDescription('1')
  await expect.element(tile('Healthy')).toHaveAccessibleDescription('0')
  expect(rows.elements()).toHaveLength(1 + 1)
  await page.getByRole('searchbox').fill('')
  await expect.element(tile('Healthy')).toHaveAccessibleDescription('4')
  await expect.element(page.getByRole('status').filter({ hasText: 'more site' })).not.toBeInTheDocument()
  await tile('Maintenance').click()
  await expect.poll(() => router.state.location.search).toBe('?trouble=maintenance')
  await expect.poll(() => service.received(listFleet).at(-1)?.query.get('trouble')).toBe('maintenance')
  await expect.element(tile('Maintenance')).toHaveAttribute('aria-current', 'true')
  // the trouble that is chosen doesn't change them
  await expect.element(tile('Healthy')).toHaveAccessibleDescription('4')
  // pressed again, it shows all
  await tile('Maintenance').click()
  await expect.poll(() => router.state.location.search).toBe('')
  await page.getByRole('searchbox').fill('many')
  const pages = page.getByRole('navigation', { name: 'Pages of sites' })
  await expect
    .element(page.getByText('More than 500 sites match “many”. Type more to narrow the search.'))
    .toBeVisible()
  await expect.element(pages).toHaveTextContent('1–25 of more than 500')
  await page.getByRole('searchbox').fill('fjord')
  await expect.element(page.getByText('This site needs attention.')).toBeVisible()
  await expect.element(page.getByText('Type more')).not.toBeInTheDocument()
})

test('a search that finds nothing leads back to all sites', async () => {
  await renderPage('/?search_term=nobody&trouble=down&sort_by=lcp', searched())
  await expect
    .element(
      page
        .getByText('No down sites match “nobody”')
        .or(page.getByText(/No sites .*“nobody”/))
        .first(),
    )
    .toBeVisible()
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect.element(rows.nth(2)).toBeVisible()
  await expect.element(header('Home page LCP')).toHaveAttribute('aria-sort', 'descending')
})

test('where the service doesn’t list the sites of all accounts, a partner starts with the accounts', async () => {
  await renderPage('/', serviceWith())
  await expect.element(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
  await expect.element(page.getByText('This service doesn’t list the sites of all accounts.')).toBeVisible()
  await expect.element(header('Trouble')).not.toBeInTheDocument()
})

test('trouble at hosts that are no sites is listed, and found by the same search and kind', async () => {
  const incidents = [
    anAccountIncident({ site_id: null, host: 'api.fjordbikes.example' }),
    anAccountIncident({
      id: 'slow',
      site_id: null,
      host: 'pay.fjordbikes.example',
      kind: 'slow',
      cause: '',
      severity: 1,
    }),
  ]
  const service = new StubService()
    .reply(listFleet, fleet('1'))
    .answer(listOpenIncidents, ({ query }) =>
      Response.json(onePage({ rows: incidents.filter(({ host }) => host.includes(query.get('search_term') ?? '')) })),
    )
  await renderPage('/', service)
  const others = page.getByRole('table', { name: 'Other hosts in trouble' })
  await expect
    .element(others.getByRole('row').nth(1))
    .toHaveTextContent('api.fjordbikes.exampleFjord Bikescritical Down · HTTP 503')
  await expect
    .element(others.getByRole('link', { name: 'api.fjordbikes.example' }))
    .toHaveAttribute('href', `/accounts/${incidents[0]?.account_id}/incidents/${incidents[0]?.id}`)
  expect(service.received(listOpenIncidents)[0]?.query.get('at_site')).toBe('false')
  await tile('Slow').click()
  await expect.element(others.getByRole('row').nth(1)).toHaveTextContent('pay.fjordbikes.example')
  await page.getByRole('searchbox').fill('nothing')
  await expect.element(others).not.toBeInTheDocument()
  // of no sites, none needs attention
  service.reply(listFleet, { ...fleet('1'), counts: none, sites: [], total_entries: 0 })
  await page.getByRole('searchbox').fill('pay')
  await expect.element(others).toBeVisible()
  await expect.element(page.getByText(/need attention/)).not.toBeInTheDocument()
})

test('a site in maintenance says since when', async () => {
  const state_since = new Date(Date.now() - 26 * 3600_000).toISOString()
  const site = aFleetSite({ trouble: 'maintenance', state: 'maintenance', state_since })
  await renderPage('/', new StubService().reply(listFleet, { ...fleet('1'), sites: [site] }))
  const row = page.getByRole('row').filter({ hasText: site.host })
  await expect.element(row.getByRole('cell').nth(2)).toHaveTextContent(/1.d ago/)
})

test.each([1280, 1440])('at %i px, a long cause stands whole below what is wrong, in one line', async (width) => {
  const cause = 'CNAME points to origin.www.harbourbooks-and-stationery.example'
  const site = aFleetSite({ trouble: 'dns', severity: 2, kind: 'dns', cause, since: '2026-11-21T10:00:00Z' })
  await atWidth(width)
  await renderPage('/', new StubService().reply(listFleet, { ...fleet('1'), sites: [site] }))
  const row = rows.filter({ hasText: site.host })
  await expect.element(row.getByRole('cell').first()).toHaveTextContent(/^error$/)
  const what = row.getByText('DNS points elsewhere', { exact: true }).element().getBoundingClientRect()
  const why = row.getByTitle(/^CNAME origin/)
  const { top, height } = why.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(what.bottom - 2)
  expect(height).toBeLessThan(20)
  expect(row.element().getBoundingClientRect().height).toBeLessThan(50)
})

test('a phone shows the first site within 260 px, and the search in a sheet', async () => {
  await onPhone()
  await renderPage('/', searched())
  const first = rows.nth(1)
  await expect.element(first).toBeVisible()
  await expect.element(tile('All')).toHaveAccessibleDescription('7')
  expect(first.element().getBoundingClientRect().top).toBeLessThanOrEqual(260)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.element(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
})

test('a row has each hour of the last day, also on a phone, and Health in a line at 1280 px', async () => {
  const availability_hours = Array.from({ length: 24 }, (_, i) => (i > 21 ? 'down' : i > 20 ? 'new state' : 'up'))
  const site = aFleetSite({
    trouble: 'down',
    severity: 3,
    kind: 'down',
    cause: 'HTTP 503',
    since: '2026-11-21T10:00:00Z',
    availability: 0.91,
    availability_hours,
    lcp_p75: 2400,
    lcp_p75_before: 2000,
    lcp_hours: [2400],
    requests: 1200,
  })
  await atWidth(1280)
  await renderPage('/', new StubService().reply(listFleet, { ...fleet('1'), sites: [site] }))
  const row = rows.filter({ hasText: site.host })
  const strip = row.getByRole('img', { name: /: 2 hours down, 21 hours up, 1 hour not measured$/ })
  await expect.element(strip).toBeVisible()
  await expect.element(row).toHaveTextContent(/91%.*2\.40.s\+20%/)
  const cell = row.getByRole('cell', { name: 'Down · HTTP 503' }).element()
  const words = document.createRange()
  words.selectNodeContents(cell)
  const tops = Array.from(words.getClientRects(), ({ top }) => top)
  // a second line would begin a line lower
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10)
  await onPhone()
  await expect.element(strip).toBeVisible()
})
