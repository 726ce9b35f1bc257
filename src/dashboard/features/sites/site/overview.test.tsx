import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  listAlertRules,
  listEvents,
  listIncidents,
  listMonitors,
  listSamples,
  readAvailability,
  readCertificate,
  readFigures,
  readOrigin,
  readSeries,
  readUserSite,
  readUserUsage,
  runMonitor,
  usageTitles,
} from '../../../../contract/index.ts'
import {
  aMonitor,
  anAlertRule,
  anIncident,
  aSample,
  aSite,
  onePage,
  siteId,
  someFigures,
  someRootRecords,
} from '../../../test/records.ts'
import { accountId, renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'
import { onPhone } from '../../../test/viewport.ts'

const address = `/accounts/${accountId}/sites/${siteId}`
const seenAt = '2026-11-21T10:00:00Z'

const region = (name: string) => page.getByRole('heading', { name, exact: true })
const top = (name: string) => region(name).element().getBoundingClientRect().top

test.each([
  ['preview', undefined, /This service doesn’t report what it found/, true],
  ['preview', { cname_seen: null }, /Record not found · checked 40 s ago/, true],
  ['active', { cname_seen: aSite().service_cname ?? null }, /Record matches · checked 40 s ago/, false],
  ['bypass', { cname_seen: null }, /While the optimizer is bypassed, DNS needn’t point to the service/, false],
])(
  'a site in %s whose record is %o says so, first where that is all there is to do',
  async (state, seen, words, isFirst) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(seenAt) + 40_000)
    const site = aSite({ optimizer: state, dns: seen && { ...seen, seen_at: seenAt } })
    await renderPage(`/sites/${siteId}`, measured([site]), 'user')
    const record = page.getByRole('table', { name: 'DNS record' })
    await expect.element(record).toHaveTextContent(site.host)
    await expect.element(record).toHaveTextContent(site.service_cname ?? 'no target')
    await expect.element(page.getByRole('region', { name: 'DNS' })).toHaveTextContent(words)
    await expect.element(page.getByRole('region', { name: 'Setup' })).toHaveTextContent(site.host)
    if (state === 'preview')
      await expect.element(page.getByText('visitors still go to your server').first()).toBeVisible()
    await expect.element(region('Latest samples')).toBeInTheDocument()
    expect(top('DNS') < top('Latest samples')).toBe(isFirst)
  },
)

test.each([
  ['www.fjordbikes.example', 'fjordbikes.example', 'www', 'in full www.fjordbikes.example'],
  ['shop.fjordbikes.example', 'fjordbikes.example', 'shop', 'in full shop.fjordbikes.example'],
  ['www.fjordbikes.example', undefined, 'www.fjordbikes.example', ''],
])('the record of %s in %s is named %s in DNS panels', async (host, domain, short, full) => {
  const dns = { cname_seen: null, seen_at: seenAt, ...(domain && { domain }) }
  const site = aSite({ host, optimizer: 'preview', dns })
  await renderPage(`/sites/${siteId}`, measured([site]), 'user')
  const record = page.getByRole('table', { name: 'DNS record' })
  await expect.element(record).toHaveTextContent(short + full)
  await expect.element(record.getByRole('button', { name: 'Copy record name' })).toBeVisible()
  if (domain) await expect.element(record.getByRole('button', { name: 'Copy full record name' })).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'DNS' }))
    .toHaveTextContent(`Zone file entry: ${short}${domain ? '' : '.'} CNAME ${site.service_cname}.`)
})

test('on a phone, the tab of the page is in view, also from elsewhere', async () => {
  await onPhone()
  const { router } = await renderPage(`${address}/settings`, serviceWith())
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name, exact: true })
  await expect.element(tab('Settings')).toBeInViewport({ ratio: 0.9 })
  await tab('Overview').click()
  await expect.element(tab('Overview')).toBeInViewport({ ratio: 0.9 })
  await router.navigate(`${address}/delete`)
  await expect.element(tab('Overview')).not.toBeInTheDocument()
  await router.navigate(`${address}/settings`)
  await expect.element(tab('Settings')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('Settings')).toBeInViewport({ ratio: 0.9 })
})

test('the host of a later site can’t be changed, which its button says', async () => {
  await renderPage(address, serviceWith([aSite({ id: 'first', host: 'first.fjordbikes.example' }), aSite()]))
  await page.getByRole('button', { name: `More actions for ${aSite().host}` }).click()
  const change = page.getByRole('menuitem', { name: 'Change host…' })
  await expect.element(change).toHaveAttribute('aria-disabled', 'true')
  await expect.element(change).toHaveTextContent('Only the host of the account’s first site')
  await expect
    .element(page.getByRole('menuitem', { name: 'Delete site…' }))
    .toHaveAttribute('href', `${address}/delete`)
})

test('only a partner has what changes a site as a whole', async () => {
  await renderPage(`/sites/${siteId}`, measured(), 'user')
  await expect.element(page.getByRole('link', { name: 'Purge…' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^More actions/ })).not.toBeInTheDocument()
})

test('a site’s home page is measured on demand, from each of its pages', async () => {
  const service = measured().reply(runMonitor.user, aMonitor({ site_id: siteId }))
  await renderPage(`/sites/${siteId}/monitors`, service, 'user')
  const now = page.getByRole('button', { name: 'Test now' })
  await expect.element(now).not.toHaveAttribute('aria-disabled')
  await now.click()
  await expect.element(page.getByText(`${aSite().host} is being measured`)).toBeVisible()
  expect(service.received(runMonitor.user)).toHaveLength(1)
  // until the result is there
  await expect.element(now).toBeDisabled()
  const result = aSample({ id: '01990000-0000-7000-8000-0000000000e2', taken_at: new Date().toISOString() })
  service.reply(listSamples.user, onePage({ rows: [result] }))
  await expect.element(now, { timeout: 8000 }).toBeEnabled()
})

test.each([
  ['user', aSite(), { status: 'SUSPENDED' }, 'Test now', 'The home page’s monitor is paused. Start it to test.'],
  ['user', aSite(), undefined, 'Test now', 'No monitor checks the home page. Create one first.'],
  ['user', aSite({ optimizer: null }), undefined, 'Purge…', 'The host is a placeholder, so nothing is cached.'],
  ['user', aSite({ optimizer: 'off' }), undefined, 'Purge…', 'The optimizer is off, so nothing is cached.'],
  ['partner', aSite(), undefined, 'Purge…', 'Only the account holder can purge the cache.'],
] as const)('as a %s, what can’t be done with a site says why: %#', async (role, site, monitor, name, why) => {
  const rows = monitor ? [aMonitor({ site_id: siteId, ...monitor })] : []
  const service = serviceWith([site])
    .reply(listMonitors.user, onePage({ rows }))
    .reply(listMonitors.partner, onePage({ rows }))
    .reply(listSamples.user, onePage({ rows: [] }))
  await renderPage(role === 'user' ? `/sites/${siteId}` : address, service, role)
  const button = page.getByRole('button', { name })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(why)
})

test('a healthy site says for how long it has been so', async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3600_000).toISOString()
  const ended = anIncident({ started_at: hours(80), ended_at: hours(78), end_reason: 'recovered' })
  const service = measured([aSite({ optimizer: 'active', state_since: hours(200) })])
    .reply(listSamples.user, onePage({ rows: [aSample({ taken_at: hours(0.1) })] }))
    .answer(listIncidents.user, ({ query }) =>
      Response.json(onePage({ rows: query.get('open') === 'true' ? [] : [ended] })),
    )
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.element(page.getByRole('region', { name: 'Health' })).toHaveTextContent(/^Healthy for 3\sd home page/)
})

test.each([
  ['not been checked', 1, /^Live, not checked yet$/],
  ['been checked', 0.05, /^Healthy for 6\smin home page checked/],
])('a site that has %s since it went live', async (_, hoursAgo, words) => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()
  const live = { id: '1', at: ago(0.1), kind: 'site.state', actor: 'dns', monitor_id: null }
  const service = measured([aSite({ optimizer: 'active', state_since: ago(0.1) })])
    .reply(listSamples.user, onePage({ rows: [aSample({ taken_at: ago(hoursAgo) })] }))
    .reply(listIncidents.user, onePage({ rows: [] }))
    .reply(
      listEvents.user,
      onePage({ rows: [{ ...live, site_id: siteId, detail: { host: aSite().host, from: 'preview', to: 'active' } }] }),
    )
  await renderPage(`/sites/${siteId}`, service, 'user')
  const title = page.getByRole('region', { name: 'Health' })
  await expect.element(title).toHaveTextContent(words)
})

test('the latest samples are few, with the way to all', async () => {
  const rows = Array.from({ length: 10 }, (_, i) => aSample({ id: `01990000-0000-7000-8000-00000000050${i}` }))
  await renderPage(`/sites/${siteId}`, measured().reply(listSamples.user, onePage({ rows })), 'user')
  const table = page.getByRole('table', { name: 'Latest samples' })
  await expect.element(table.getByRole('link').first()).toBeVisible()
  expect(table.getByRole('link').elements()).toHaveLength(4)
  await expect
    .element(page.getByRole('link', { name: 'All samples' }))
    .toHaveAttribute('href', `/sites/${siteId}/samples`)
})

test('on a phone, a sample has its severity and main metric beside its time and place', async () => {
  await onPhone()
  await renderPage(`/sites/${siteId}`, measured().reply(listSamples.user, onePage({ rows: [aSample()] })), 'user')
  const row = page.getByRole('table', { name: 'Latest samples' }).getByRole('row').nth(1)
  await expect.element(row.getByRole('link')).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThan(80)
  await expect.element(row.getByRole('cell')).toHaveLength(2)
  await expect.element(row.getByRole('cell').last()).toHaveTextContent(/^LCP \d/)
})

test('a site whose host another one had first says how to prove whose it is, and where its pages come from', async () => {
  const taken = { txt_name: '_site-performance.www.fjordbikes.example', txt_value: 'c1.edge.example' }
  const site = aSite({ optimizer: 'preview', dns: { cname_seen: null, seen_at: seenAt, taken } })
  await renderPage(address, serviceWith([site]).reply(readOrigin.partner, { url: 'http://192.0.2.10', is_set: false }))
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns).toHaveTextContent(`had ${site.host} first`)
  await expect.element(dns).toHaveTextContent(taken.txt_name)
  await expect.element(dns).toHaveTextContent(`with the value ${taken.txt_value}`)
  const addresses = page.getByRole('region', { name: 'Setup' })
  await expect.element(addresses).toHaveTextContent('://192.0.2.10')
  await expect.element(addresses).toHaveTextContent('As DNS says')
})

test('a live site’s pages come from where DNS pointed before', async () => {
  const site = aSite({ dns: { cname_seen: aSite().service_cname ?? null, seen_at: seenAt } })
  await renderPage(address, serviceWith([site]).reply(readOrigin.partner, { url: 'http://192.0.2.10', is_set: false }))
  const setup = page.getByRole('region', { name: 'Setup' })
  await expect.element(setup).toHaveTextContent('As DNS said before it pointed here')
})

test('a site with a placeholder host says what it waits for', async () => {
  await renderPage(address, serviceWith([aSite({ optimizer: null, service_cname: null })]))
  await expect
    .element(page.getByText('The host is a placeholder. The optimizer starts once you set the real host.'))
    .toBeVisible()
})

test('an IP address is asked for no DNS record', async () => {
  const dns = { cname_seen: null, seen_at: seenAt }
  await renderPage(address, serviceWith([aSite({ host: '192.0.2.7', optimizer: 'preview', dns })]))
  await expect
    .element(page.getByText('192.0.2.7 is an IP address, so no DNS record can send its visitors'))
    .toBeVisible()
  await expect.element(page.getByRole('table', { name: 'DNS record' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Copy message to your customer' })).not.toBeInTheDocument()
})

test('a new site’s way leads to its visitors, and its end is shown where it was followed', async () => {
  const created = new Date(Date.now() - 90_000).toISOString()
  const dns = { cname_seen: null, seen_at: created }
  const site = aSite({ optimizer: 'preview', dns, preview_url: 'http://p-1.edge.example/' })
  const event = { id: '1', at: created, kind: 'site.created', actor: 'partner', site_id: siteId, detail: {} }
  const none = onePage({ rows: [] })
  const stub = serviceWith([site])
    .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId })] }))
    .reply(listSamples.user, none)
    .answer(listEvents.user, ({ query }) =>
      Response.json(query.get('kind') === 'site.created' || query.has('kind[]') ? onePage({ rows: [event] }) : none),
    )
  await renderPage(`/sites/${siteId}`, stub, 'user')
  const steps = page.getByRole('list', { name: 'Progress of the site' }).getByRole('listitem')
  await expect.element(steps.nth(0)).toHaveTextContent(/^Created, done.* 1 min ago$/)
  await expect.element(steps.nth(1)).toHaveTextContent(/First sampleWithin a minute\.$/)
  await expect.element(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await expect.element(steps.nth(2).getByRole('link')).toHaveAttribute('href', 'http://p-1.edge.example/')
  await expect.element(steps.nth(3)).toHaveTextContent(/DNS recordWaiting for the record\.$/)
  stub.reply(listSamples.user, onePage({ rows: [aSample({ taken_at: new Date().toISOString() })] }))
  await expect.element(steps.nth(1), { timeout: 8000 }).toHaveTextContent(/^First sample, done/)
  const live = { ...site, optimizer: 'active', dns: { ...dns, cname_seen: site.service_cname ?? null } }
  // by a clock that is ahead of the browser's
  stub.reply(readUserSite, { ...live, state_since: new Date(Date.now() + 45_000).toISOString() })
  await expect.element(page.getByRole('heading', { name: 'Your site is live' }), { timeout: 10_000 }).toBeVisible()
  await expect.element(steps.nth(0)).toHaveTextContent(/^DNS points here, done.*just now$/)
  await expect.element(page.getByText(/for 0\s/)).not.toBeInTheDocument()
  // a certificate and traffic that the service doesn’t report are no steps
  expect(steps.elements()).toHaveLength(1)
})

describe('a site that has gone live', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const created = { id: '1', at: ago(90), kind: 'site.created', actor: 'partner', site_id: siteId, monitor_id: null }
  const dns = { cname_seen: aSite().service_cname ?? null, seen_at: ago(1) }
  const liveSite = aSite({ optimizer: 'active', dns, state_since: ago(60.2) })
  const sampleOf = (first_byte: number) => aSample({ metrics: { first_byte } })
  const bucketAt = (minutes: number) => Math.floor((Date.now() - minutes * 60_000) / 300_000) * 300_000
  const gone = () =>
    measured([liveSite])
      .reply(listEvents.user, onePage({ rows: [{ ...created, detail: {} }] }))
      .answer(listSamples.user, ({ body, query }) => {
        const asked = `${body} ${query.toString()}`
        const rows = asked.includes('to') && !asked.includes('from') ? [600, 612, 700] : [48]
        return Response.json(onePage({ rows: rows.map((ms) => sampleOf(ms)) }))
      })
      .reply(readUserUsage, {
        site: liveSite.host,
        status: 'active',
        metrics: { traffic: { Origin: { numOfReq: 0, GBS: 0 }, Service: { numOfReq: 0, GBS: 0 } } },
        // the first are of its preview
        usage: usageTitles.map((title, i) => ({
          title,
          data: Array.from({ length: 20 }, (_, back): [number, number] => [
            bucketAt(5 * back),
            back === 16 ? 1000 : back === 6 ? (i === 2 ? 3 : 12) : 0,
          ]).toReversed(),
        })),
      })
      .reply(readCertificate.user, {
        status: 'valid',
        hostname: liveSite.host,
        issuer: 'Example Authority E1',
        valid_from: ago(61),
        valid_until: '2027-02-25T12:00:00Z',
        // the clock that ages share may be a step behind
        attempted_at: ago(59.2),
        next_attempt_at: null,
        problem: null,
      })
  const panel = page.getByRole('region', { name: 'Your site is live' })

  test('has a page for it: what was done when, how much faster it is, and what is next', async () => {
    await renderPage(`/sites/${siteId}`, gone(), 'user')
    await expect.element(panel).toHaveTextContent(`Visitors of ${liveSite.host} now come through the service.`)
    const steps = panel.getByRole('list', { name: 'Progress of the site' }).getByRole('listitem')
    await expect.element(steps.nth(0)).toHaveTextContent(/^DNS points here, done.*1 h ago$/)
    await expect.element(steps.nth(1)).toHaveTextContent(/^Certificate issued, donevalid to 25 Feb 2027.*59\smin ago$/)
    await expect
      .element(steps.nth(2))
      .toHaveTextContent('First requests served, done12 since going live, 75% from cache')
    await expect.element(panel).toHaveTextContent(/before612\sms.*now48\sms.*Median of 3 checks before and 1 since\./)
    for (const name of ['Set limits', 'The command, with proof', 'Settings', 'Open site'])
      await expect.element(panel.getByRole('link', { name })).toBeVisible()
  })

  test('is put away for good by whoever has seen it', async () => {
    const { router } = await renderPage(`/sites/${siteId}`, gone(), 'user')
    await panel.getByRole('button', { name: 'Put away' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await router.navigate('/sites')
    await router.navigate(`/sites/${siteId}`)
    await expect.element(page.getByRole('region', { name: 'Setup' })).toBeVisible()
    expect(panel.elements()).toHaveLength(0)
    localStorage.clear()
  })
})

test.each([
  ['looked at in its first minutes', 100, 0, true],
  ['looked at since', 3600, 120, true],
  ['not looked at since it came back to preview', 3600, 2 * 3600, false],
] as const)('a preview is done once it was %s', async (_, stateFor, visitedAgo, isDone) => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const created = { id: '1', at: ago(stateFor === 100 ? 100 : 9e5).toISOString(), kind: 'site.created', detail: {} }
  const bucket = Math.floor(ago(visitedAgo).getTime() / 300_000) * 300_000
  const site = aSite({
    optimizer: 'preview',
    state_since: ago(stateFor).toISOString(),
    dns: { cname_seen: null, seen_at: seenAt },
    preview_url: 'http://p-1.edge.example/',
  })
  const stub = measured([site])
    .reply(readUserUsage, {
      site: site.host,
      status: 'preview',
      metrics: { traffic: { Origin: { numOfReq: 0, GBS: 0 }, Service: { numOfReq: 2, GBS: 0 } } },
      usage: usageTitles.map((title) => ({ title, data: [[bucket, 2] as [number, number]] })),
    })
    .reply(listEvents.user, onePage({ rows: [{ ...created, actor: 'partner', site_id: siteId, monitor_id: null }] }))
  await renderPage(`/sites/${siteId}`, stub, 'user')
  const step = page
    .getByRole('list', { name: 'Progress of the site' })
    .getByRole('listitem')
    .filter({ hasText: 'Preview' })
  await expect
    .element(step)
    .toHaveTextContent(isDone ? /^Preview.*, done$/ : /Preview.*See the site through the service\.$/)
})

test.each([
  ['', [], 'Set an alert', `/alerts/new`],
  [' that is off', [anAlertRule({ enabled: false })], 'Set an alert', '/alerts/new'],
  [' for another site', [anAlertRule({ site_ids: ['other'] })], 'Set an alert', '/alerts/new'],
  [' for all that goes down', [anAlertRule()], 'Alerts are on', '/alerts'],
  [' for the site', [anAlertRule({ kinds: null, site_ids: [siteId] })], 'Alerts are on', '/alerts'],
] as const)('a new site that is live, with a rule%s', async (_, rules, name, href) => {
  const at = new Date(Date.now() - 90_000).toISOString()
  const event = { id: '1', at, kind: 'site.created', actor: 'partner', site_id: siteId, monitor_id: null, detail: {} }
  const dns = { cname_seen: aSite().service_cname ?? null, seen_at: at }
  const stub = measured([aSite({ optimizer: 'active', dns })])
    .reply(listEvents.user, onePage({ rows: [event] }))
    .reply(listAlertRules.user, { rules: [...rules] })
  await renderPage(`/sites/${siteId}`, stub, 'user')
  const live = page.getByRole('region', { name: 'Your site is live' })
  await expect.element(live.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('a site that has been live for long shows no way', async () => {
  const dns = { cname_seen: aSite().service_cname ?? null, seen_at: seenAt }
  await renderPage(`/sites/${siteId}`, measured([aSite({ optimizer: 'active', dns })]), 'user')
  await expect.element(page.getByRole('table', { name: 'DNS record' })).toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Progress of the site' })).not.toBeInTheDocument()
})

test.each([
  ['shop.co.example', { root_domain: true, domain: 'shop.co.example' }],
  // where the service doesn’t say so
  ['shop.example', {}],
])('the root domain %s gets advice instead of a record that DNS doesn’t allow', async (host, own) => {
  const dns = { cname_seen: null, seen_at: seenAt, ...own }
  await renderPage(address, serviceWith([aSite({ host, optimizer: 'preview', dns })]))
  const record = page.getByRole('table', { name: 'DNS record' })
  await expect.element(record).toHaveTextContent(/ALIAS or ANAME/)
  await expect.element(record).not.toHaveTextContent('CNAME record')
  expect(record.getByText('CNAME', { exact: true }).elements()).toHaveLength(0)
  await expect.element(page.getByText(`Best add www.${host} as a site instead`)).toBeVisible()
  const steps = page.getByRole('list', { name: 'Progress of the site' })
  await expect.element(steps).toHaveTextContent('A root domain can’t have the record.')
  await expect.element(steps).not.toHaveTextContent('As soon as')
  await expect.element(page.getByText('Zone file entry')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Copy message to your customer' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument()
})

const rootSite = (own: Parameters<typeof someRootRecords>[0], optimizer = 'preview') => {
  const dns = { cname_seen: null, seen_at: seenAt, root_domain: true, domain: 'shop.example' }
  return aSite({ host: 'shop.example', optimizer, dns: { ...dns, addresses: someRootRecords(own) } })
}

test('on a phone, what is copied of a root domain’s records stands one under the other', async () => {
  await onPhone()
  await renderPage(address, serviceWith([rootSite({ verdict: 'none', seen: [] })]))
  const button = (what: string) => page.getByRole('button', { name: `Copy ${what}` })
  const box = (what: string) => button(what).element().getBoundingClientRect()
  await expect.element(button('message to your customer')).toBeVisible()
  expect(box('zone file entries').top).toBeGreaterThanOrEqual(box('message to your customer').bottom)
  expect(box('zone file entries').width).toBe(box('message to your customer').width)
})

test('a root domain gets the records that bring it live, and each is found or not', async () => {
  await renderPage(address, serviceWith([rootSite({ verdict: 'partly', seen: ['198.51.100.7', '203.0.113.9'] })]))
  const records = page.getByRole('table', { name: 'DNS records' })
  const row = (type: string) => records.getByRole('row').filter({ hasText: type }).first()
  await expect.element(row('A')).toBeVisible()
  const [, a, aaaa, txt] = records.getByRole('row').all()
  await expect.element(a ?? records).toHaveTextContent('203.0.113.9 isn’t the service’s')
  await expect.element(a ?? records).toHaveTextContent('@in full shop.example')
  await expect.element(aaaa ?? records).toHaveTextContent(/2001:db8::7.*No AAAA record/)
  await expect.element(txt ?? records).toHaveTextContent(/s-1\.edge\.example.*No such record/)
  await expect.element(txt ?? records).toHaveTextContent('_site-performancein full _site-performance.shop.example')
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns).toHaveTextContent('Remove the A record 203.0.113.9.')
  await expect.element(dns).toHaveTextContent('ALIAS or ANAME record to c1.edge.example')
  for (const name of ['Check now', 'Copy message to your customer', 'Copy zone file entries'])
    await expect.element(dns.getByRole('button', { name })).toBeVisible()
  const steps = page.getByRole('list', { name: 'Progress of the site' })
  await expect.element(steps).toHaveTextContent('An address isn’t the service’s.')
  await expect.element(steps).toHaveTextContent('As soon as the records match.')
})

test.each([
  ['the TXT record', { verdict: 'unproved' }, 'Only the TXT record is missing', 'The TXT record is missing.'],
  ['a known server', { verdict: 'no-origin' }, 'Set it, and the site goes live.', 'As soon as the server is set.'],
])('a root domain without %s says so', async (_, own, words, step) => {
  await renderPage(address, serviceWith([rootSite(own)]))
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns).toHaveTextContent(words)
  await expect.element(page.getByRole('list', { name: 'Progress of the site' })).toHaveTextContent(step)
  const link = dns.getByRole('link', { name: 'Set server' })
  if (words.includes('Set it')) await expect.element(link).toHaveAttribute('href', `${address}/server`)
  else expect(link.elements()).toEqual([])
})

test('a root domain that no address can bring is asked for no record, but told what is missing', async () => {
  await renderPage(address, serviceWith([rootSite({ expected: [], verdict: 'elsewhere' })]))
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns).toHaveTextContent('Its operator has to set one first (EDGE_ADDRESSES).')
  const steps = page.getByRole('list', { name: 'Progress of the site' })
  await expect.element(steps).toHaveTextContent('This service has no public address.')
  await expect.element(dns).not.toHaveTextContent(/TXT|No such record|Records/)
  expect(dns.getByRole('table').elements()).toEqual([])
})

test('a root domain that is live needs its TXT record no more', async () => {
  const live = rootSite({ verdict: 'here', seen: ['198.51.100.7'], foreign: [] }, 'active')
  await renderPage(address, serviceWith([live]))
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns).toHaveTextContent('Records match')
  await expect.element(dns).toHaveTextContent('The TXT record isn’t needed any more.')
  await expect.element(page.getByTitle('Not needed any more')).toBeInTheDocument()
})

test('a site whose home page’s monitor was deleted says so, and leads to a new one', async () => {
  const created = new Date().toISOString()
  const site = aSite({ optimizer: 'preview', dns: { cname_seen: null, seen_at: created } })
  const service = serviceWith([site])
    .reply(listMonitors.user, onePage({ rows: [] }))
    .reply(listEvents.user, onePage({ rows: [] }))
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect
    .element(page.getByRole('list', { name: 'Progress of the site' }))
    .toHaveTextContent('No monitor checks its home page.')
  await page.getByRole('link', { name: 'Create a monitor' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue(site.host)
})

test('a partner copies the record for the customer', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const site = aSite({ optimizer: 'preview', dns: { cname_seen: null, seen_at: seenAt } })
  await renderPage(address, serviceWith([site]))
  await page.getByRole('button', { name: 'Copy message to your customer' }).click()
  await expect.element(page.getByText('Copied message to your customer')).toBeInTheDocument()
  expect(write).toHaveBeenCalledWith(expect.stringContaining(`To bring ${site.host} live`))
})

test('where the service doesn’t say what it found of the record, no check is offered', async () => {
  await renderPage(address, serviceWith([aSite({ optimizer: 'preview' })]))
  const dns = page.getByRole('region', { name: 'DNS' })
  await expect.element(dns.getByRole('table', { name: 'DNS record' })).toBeVisible()
  await expect.element(dns.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument()
})

test('what was never measured is said in its own words', async () => {
  const none = onePage({ rows: [] })
  await renderPage(address, serviceWith([aSite({ optimizer: 'off' })]).reply(listMonitors.partner, none))
  await expect.element(page.getByTitle('Not monitored').first()).toBeInTheDocument()
})

const chart = page.getByRole('img', { name: /^Home page/ })

/** The home page's monitor, and its latest sample, in a service without extensions. */
const measured = (sites = [aSite()]) =>
  serviceWith(sites)
    .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId })] }))
    .reply(
      listSamples.user,
      onePage({
        rows: [
          aSample({
            sample_type: 3,
            taken_at: new Date(Date.now() - 60_000).toISOString(),
            issues: [{ code: 'status', severity: 3, message: 'The page answered with status 503 (server error)' }],
          }),
        ],
      }),
    )

test('the samples of the home page load while the page waits for what would move it', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const shown: boolean[] = []
  const service = measured()
    .answer(listIncidents.user, async () => {
      await asked
      return Response.json(onePage({ rows: [] }))
    })
    .answer(readSeries.user, () => {
      shown.push(document.querySelector('h1') !== null)
      resolve()
      return Response.json({ error: 'Not now.' }, { status: 500 })
    })
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.poll(() => shown[0]).toBe(false)
})

test('the home page’s chart has its limit and its latest incident, and its availability a bar for each day', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()
  const slow = anIncident({ kind: 'slow', severity: 1, started_at: ago(5), ended_at: ago(3), end_reason: 'recovered' })
  const earlier = anIncident({ id: 'earlier', started_at: ago(9), ended_at: ago(8), end_reason: 'recovered' })
  const certificate = anIncident({ id: 'certificate', kind: 'certificate', started_at: ago(2) })
  const keyPage = aMonitor({
    site_id: siteId,
    limits: { time_to_display: 2500 },
    variables: { locations: ['Frankfurt', 'Virginia'], connectivities: [], browsers: [] },
  })
  const service = measured()
    .reply(listMonitors.user, onePage({ rows: [keyPage] }))
    .answer(listIncidents.user, ({ query }) =>
      Response.json(onePage({ rows: query.get('open') === 'true' ? [] : [earlier, slow, certificate] })),
    )
    .reply(readAvailability.user, {
      availability: 1,
      rounds: 1,
      failed_rounds: 0,
      clean: 1,
      samples: 1,
      clean_samples: 1,
    })
    .reply(readFigures.user, someFigures())
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.element(page.getByRole('img', { name: /^Limit for largest contentful paint/ })).toBeVisible()
  await expect.element(page.getByText(/^Slow for 2.h$/).first()).toBeVisible()
  const tile = page.getByRole('definition')
  // of the same 30 days as the bars
  await expect.element(tile.filter({ hasText: '99.96%' })).toBeVisible()
  await expect.element(tile.filter({ hasText: /^18\smin down or partly down, 1 slow day$/ })).toBeVisible()
  await expect.element(tile.filter({ hasText: /^(under|over) your 2\.5\ss limit$/ })).toBeVisible()
  await expect.element(tile.getByRole('img', { name: /1 day partly down, 1 day slow, 28 days up$/ })).toBeVisible()
})

test.each([
  ['of a new site', 3, /^Availability since \d+ \w+$/],
  ['of an older one', 40, /^Availability, 30.d$/],
])(
  'its availability %s says since when it was measured, before the service has computed it',
  async (_, days, label) => {
    const created_at = new Date(Date.now() - days * 24 * 3600_000).toISOString()
    const service = measured().reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId, created_at })] }))
    await renderPage(`/sites/${siteId}`, service, 'user')
    await expect.element(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  },
)

test('what a site saved is the same here as in the list of sites', async () => {
  const none = { numOfReq: 0, GBS: 0 }
  const usage = {
    site: aSite().host,
    status: 'active',
    metrics: { traffic: { Origin: none, Service: none } },
    usage: [],
  }
  const service = measured().reply(readUserUsage, usage).reply(readFigures.user, someFigures())
  const { router } = await renderPage(`/sites/${siteId}`, service, 'user')
  const saved = page.getByRole('definition').filter({ hasText: /^1\.80M\srequests$/ })
  await expect.element(page.getByRole('term').filter({ hasText: 'Saved since 1 Nov' })).toBeVisible()
  await expect.element(saved).toBeVisible()
  // a share of no requests has no explanation either
  await expect.element(page.getByTitle('No requests').first()).toBeInTheDocument()
  await expect.element(page.getByRole('definition').filter({ hasText: 'reached' })).not.toBeInTheDocument()
  await router.navigate('/sites')
  await expect.element(page.getByRole('term').filter({ hasText: 'Healthy sites' })).toBeVisible()
  await expect.element(saved).toBeVisible()
})

test('each choice of a time range says of what', async () => {
  const none = { numOfReq: 0, GBS: 0 }
  const traffic = { Origin: none, Service: none }
  const service = measured().reply(readUserUsage, {
    site: aSite().host,
    status: 'active',
    metrics: { traffic },
    usage: [],
  })
  await renderPage(`/sites/${siteId}`, service, 'user')
  for (const name of ['Time range of the requests', 'Time range of the home page'])
    await expect.element(page.getByRole('radiogroup', { name, exact: true }).first()).toBeInTheDocument()
  expect(page.getByRole('radiogroup', { name: 'Range', exact: true }).all()).toEqual([])
})

test('where the service reports no incidents, the latest check takes the verdict’s place', async () => {
  const { router } = await renderPage(`/sites/${siteId}`, measured(), 'user')
  const verdict = page.getByRole('region', { name: 'Health' })
  await expect.element(verdict).toHaveTextContent('Latest check: The page answered with status 503 (server error)')
  await expect.element(verdict).toHaveTextContent('this service doesn’t report incidents')
  await expect.element(page.getByRole('region', { name: 'Incidents' })).not.toBeInTheDocument()
  await expect.element(chart).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Changes' })).not.toBeInTheDocument()
  // nor does it report traffic to account holders
  await expect.element(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Requests' })).not.toBeInTheDocument()
  await verdict.getByRole('link', { name: 'Latest sample' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/samples/${aSample().id}`)
})

test('a log of changes that can’t be read is reported beside the charts that it marks', async () => {
  const service = measured().refuse(listEvents.user, { status: 500, error: 'The service failed.' })
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.element(page.getByText('Couldn’t load the activity.').first()).toBeVisible()
})

test('a link that is copied shows the same times later', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T10:00:00Z'))
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderPage(`/sites/${siteId}?range=7d`, measured(), 'user')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByText('Copied link')).toBeInTheDocument()
  const link = new URL(write.mock.calls[0]?.[0] ?? '')
  expect(Object.fromEntries(link.searchParams)).toEqual({ from: '2026-11-14T10:00Z', to: '2026-11-21T10:00Z' })
})
