import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { edgeName, listSamples, readMonitor, readSample } from '../../../../contract/index.ts'
import { aMonitor, aRequest, aWholeSample, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'
import { atWidth, onPhone } from '../../../test/viewport.ts'

type Sample = ReturnType<typeof aWholeSample>

const table = page.getByRole('table', { name: /^Requests of/ })
const requests = table.getByRole('row')
const details = page.getByRole('region', { name: 'Request details' })
const metrics = page.getByRole('table', { name: 'All metrics' })
const film = page.getByRole('list', { name: 'Filmstrip' })
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const shots = [{ at: 0, content_type: 'image/gif', data: pixel }]
/** A document, 13 pictures and two fonts, one of another host; the last one is there after 1 s. */
const sixteen = Array.from({ length: 16 }, (_, i) =>
  i === 0
    ? aRequest()
    : aRequest({
        url: i === 15 ? 'https://fonts.cdn.example/a.woff2' : `https://www.example.org/${i}`,
        type: i < 14 ? 'image' : 'font',
        end: i === 15 ? 1000 : 150 + i,
        headers: [
          { name: 'Content-Type', value: i < 14 ? 'image/avif' : 'font/woff2' },
          { name: 'Server', value: 'x' },
        ],
      }),
)

/** The page of a sample, whose monitor also took those that are listed. */
async function open(own: Partial<Sample>, monitor = aMonitor(), listed: Sample[] = []): Promise<void> {
  const sample = aWholeSample(own)
  const service = new StubService()
    .reply(readMonitor.user, monitor)
    .answer(readSample.user, ({ query }) =>
      Response.json(query.get('screenshots') === 'true' ? { screenshots: shots, ...sample } : sample),
    )
    .answer(listSamples.user, ({ query }) => {
      const isIn = (at: string) =>
        Number(query.get('from') ?? 0) <= Date.parse(at) && Date.parse(at) <= Number(query.get('to') ?? Infinity)
      return Response.json(onePage({ rows: listed.filter(({ taken_at }) => isIn(taken_at)) }))
    })
  await renderPage(`/samples/${sample.id}`, service, 'user')
  await expect.element(page.getByRole('list', { name: 'Conditions' })).toBeVisible()
}

const showMetrics = () =>
  page
    .getByRole('region', { name: 'All metrics' })
    .getByRole('button', { name: /^Show \d+$/ })
    .click()

const box = (of: { element: () => Element }) => of.element().getBoundingClientRect()

test('requests are filtered, and one opens its details below it', async () => {
  await open({ requests: sixteen })
  await expect.element(page.getByText(/^16 requests · 192\skB · finished after 1[.0]*\ss$/)).toBeVisible()
  await expect.element(film.getByRole('img').last()).toHaveProperty('naturalWidth', 1)
  await page.getByRole('radio', { name: /^font/ }).click()
  await expect.element(requests).toHaveLength(3)
  await page.getByRole('searchbox').fill('cdn.example')
  await expect.element(requests).toHaveLength(2)
  await table.getByRole('button', { name: /fonts\.cdn\.example/ }).click()
  await expect.element(details).toHaveTextContent('TLS')
  const type = details.getByText('font/woff2')
  await expect.element(type).not.toBeVisible()
  await details.getByText('2 response headers').click()
  await expect.element(type).toBeVisible()

  await page.getByRole('searchbox').fill('')
  await page.getByRole('radio', { name: /^all/ }).click()
  await table.getByRole('button').nth(10).click()
  await expect.element(details).toBeInViewport({ ratio: 1 })
  const chosen = box(table.getByRole('button').nth(10))
  expect(box(details).top).toBeGreaterThan(chosen.top + chosen.height / 2)
  expect(box(requests.nth(13)).top).toBeGreaterThanOrEqual(box(details).bottom)
  await details.getByRole('button', { name: 'Close' }).click()
  await expect.element(details).not.toBeInTheDocument()
})

/** The time that a frame of the filmstrip shows, ms. */
function timeOf(frame: Element | undefined): number {
  const words = frame?.querySelector('img')?.alt ?? frame?.textContent ?? ''
  const [, value, unit] = /([\d.]+)\s(ms|s)$/.exec(words) ?? []
  return Number(value) * (unit === 's' ? 1000 : 1)
}

test('the time cursor begins at the largest contentful paint', async () => {
  await open({ requests: sixteen, metrics: { time_to_display: 900 } })
  await expect.element(page.getByRole('list', { name: 'Marks' })).toHaveTextContent('LCP 900 ms')
  await expect.element(page.getByText(/of 16 requests finished/)).toHaveTextContent('At 900 ms: 15 of 16')
  // the frame that is marked shows no later time, but the next one does
  await expect.element(film).toBeVisible()
  const frames = film.getByRole('button').elements()
  const current = frames.findIndex((frame) => frame.ariaCurrent === 'true')
  expect(timeOf(frames[current])).toBeLessThanOrEqual(900)
  expect(timeOf(frames[current + 1])).toBeGreaterThanOrEqual(900)

  page
    .getByRole('slider', { name: /Time cursor/ })
    .element()
    .focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText(/16 of 16 requests finished/)).toBeVisible()
  await expect.element(film.getByRole('button').last()).toHaveAttribute('aria-current', 'true')
})

test.each([768, 1024])('a waterfall fits a window of %i px', async (width) => {
  await atWidth(width)
  await open({ requests: sixteen })
  const waterfall = page.getByRole('region', { name: 'Filmstrip and waterfall' })
  await expect.element(requests).toHaveLength(17)
  const { scrollWidth, clientWidth } = waterfall.element()
  expect(scrollWidth).toBe(clientWidth)
})

test('a waterfall draws only the requests in view', async () => {
  await open({
    requests: Array.from({ length: 500 }, (_, i) => aRequest({ url: `https://www.example.org/-${i}.css` })),
  })
  await expect.element(table).toHaveAttribute('aria-rowcount', '501')
  expect(requests.elements().length).toBeLessThan(80)
  page.getByRole('region', { name: 'Filmstrip and waterfall' }).element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(table.getByRole('button', { name: '-499.css' })).toBeVisible()
})

const gone = { requests: [], headers: [], applied: null, metrics: { status_code: 200, asset_count: 16 } }

test.each<[string, Partial<Sample>, string]>([
  [
    'were deleted',
    { ...gone, deleted: { details: { reason: 'age', days: 30 }, screenshots: null } },
    'The requests, response headers and screenshots of this sample were deleted after 30 days.',
  ],
  ['are gone', gone, 'The requests, response headers and screenshots of this sample are no longer kept.'],
])('a sample whose details %s says so, and shows its metrics', async (_, own, words) => {
  await open(own)
  await expect.element(page.getByText(`${words} Its metrics and issues are still here.`)).toBeVisible()
  await showMetrics()
  await expect.element(metrics).toBeVisible()
  for (const part of [
    page.getByText('0 requests'),
    page.getByRole('heading', { name: 'Throttling' }),
    page.getByRole('table', { name: 'Response headers of the page' }),
  ])
    await expect.element(part).not.toBeInTheDocument()
})

test('a sample of an HTTP check misses nothing that only pages have', async () => {
  const ofPages = { first_paint: null, cumulative_layout_shift: null, total_blocking_time: null }
  await open({ ...gone, metrics: { status_code: 200, dns: null, ...ofPages } }, aMonitor({ type: 'HTTP' }))
  const all = page.getByRole('region', { name: 'All metrics' })
  await showMetrics()
  await expect.element(all).toHaveTextContent('Not measured: DNS')
  await expect.element(all).toHaveTextContent('Status')
  await expect.element(all).not.toHaveTextContent(/paint|layout|blocking/i)
  await expect.element(page.getByText(/^The request and response headers of this sample are no longer/)).toBeVisible()
})

test('a sample whose screenshots were deleted says so beside its requests', async () => {
  await open({ deleted: { details: null, screenshots: { reason: 'age', days: 14 } }, screenshots: [] })
  await expect.element(page.getByText(/The screenshots were deleted after 14 days\./)).toBeVisible()
  await expect.element(requests).toHaveLength(2)
})

test('a sample of a busy runner says that its times aren’t judged', async () => {
  const message = 'Measured on a busy runner: up to 340 ms late. Not judged.'
  await open({ judged: false, runner_delay: 340, issues: [{ severity: 0, code: 'busy-runner', message }] })
  await expect.element(page.getByRole('list', { name: 'Conditions' })).toHaveTextContent('not judged')
  await expect.element(page.getByText(message)).toBeVisible()
})

test('a sample says on which device the page was opened', async () => {
  await open({ device: { name: 'PHONE', width: 412, height: 823, scale: 1.75, cpu_slowdown: 4 } })
  await expect
    .element(page.getByRole('list', { name: 'Conditions' }))
    .toHaveTextContent('Phone · 412 × 823 px at 1.75×, CPU 4 times slower')
})

test('requested throttling is shown next to what was applied', async () => {
  const asked = { bandwidth_down: 1600, bandwidth_up: 768, latency: 150, drop_rate: 0 }
  await open({ applied: { ...asked, bandwidth_down: 1580, asked } })
  await expect.element(page.getByRole('row', { name: /Download 1,600\skbps 1,580\skbps/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Packet loss no limit no limit' })).toBeVisible()
  await showMetrics()
  await expect.element(metrics).toHaveTextContent('About largest contentful paint (web.dev)')
})

test('a sample leads to the one of a day earlier; there is none of a week earlier', async () => {
  const listed = [20, 19].map((day) => aWholeSample({ id: `day-${day}`, taken_at: `2026-11-${day}T09:30:00Z` }))
  await open({ taken_at: '2026-11-21T10:00:00Z' }, aMonitor(), listed)
  const earlier = page.getByRole('navigation', { name: 'Earlier samples' }).getByRole('link')
  await expect.element(earlier).toHaveTextContent(/^a day earlier$/)
  await expect.element(earlier).toHaveAttribute('href', expect.stringContaining('compare?id=day-20&id='))
})

test('on a phone, what a sample can be compared with stands in the page, below its conditions', async () => {
  await onPhone()
  const listed = [aWholeSample({ id: 'day-20', taken_at: '2026-11-20T09:30:00Z' })]
  await open({ taken_at: '2026-11-21T10:00:00Z' }, aMonitor(), listed)
  const earlier = page.getByRole('navigation', { name: 'Earlier samples' })
  await expect.element(earlier).toBeVisible()
  expect(box(earlier).top).toBeGreaterThanOrEqual(box(page.getByRole('list', { name: 'Conditions' })).bottom)
  expect(getComputedStyle(earlier.element()).position).toBe('static')
})

test('a sample leads to the previous and next ones, and to a test', async () => {
  const taken = ['09:00', '09:30', '10:00'].map((time) =>
    aWholeSample({ id: `at-${time.replace(':', '')}`, taken_at: `2026-11-21T${time}:00Z` }),
  )
  await open({ id: 'at-0930', taken_at: '2026-11-21T09:30:00Z' }, aMonitor(), taken.toReversed())
  await expect.element(page.getByRole('link', { name: '‹ Previous' })).toHaveAttribute('href', '/samples/at-0900')
  await expect.element(page.getByRole('link', { name: 'Next ›' })).toHaveAttribute('href', '/samples/at-1000')
  const again = page.getByRole('link', { name: 'Run as test' })
  await expect.element(again).toHaveAttribute('href', `/tests/new?from=${aMonitor().id}`)
})

test('the latest sample has no next one', async () => {
  await open({ taken_at: '2026-11-21T10:00:00Z' })
  await expect.element(page.getByRole('button', { name: 'Next ›' })).toHaveAttribute('aria-disabled', 'true')
})

test('all metrics are folded, which the address keeps', async () => {
  await open({})
  await expect.element(metrics).not.toBeInTheDocument()
  await showMetrics()
  await expect.element(metrics).toBeVisible()
  await expect.poll(() => location.search).toBe('?metrics=all')
})

test('a sample says on top what it shows, by the limits of its monitor, and its page is what was measured', async () => {
  const monitor = aMonitor({ limits: { time_to_display: 4000 } })
  await open({ metrics: { first_byte: 3150, dns: 10, connect: 20, tls: 20, time_to_display: 4900 } }, monitor)
  await expect
    .element(page.getByRole('region', { name: 'Verdict' }))
    .toHaveTextContent('LCP 4.90 s is over its limit of 4 s: 3.10 s of it was spent waiting for the server')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^www\.example\.org$/)
  await expect.element(page.getByText(/^21 Nov 2026, 10:00/).first()).toBeVisible()
})

test.each([
  ['listed where there are more than the verdict tells', 1],
  ['not repeated where the verdict tells the only one', 0],
])('issues are %s', async (_, more) => {
  const failed = { severity: 2, code: 'asset-failed', message: '/a.js failed: status 404' }
  const logged = { severity: 1, code: 'console-error', message: 'Console error: x' }
  await open({ sample_type: 2, issues: [failed, logged].slice(0, 1 + more) })
  await expect.element(page.getByRole('region', { name: 'Verdict' })).toHaveTextContent(failed.message)
  await expect.element(page.getByRole('heading', { name: 'Issues' })).toHaveLength(more)
})

test('a page that failed says whose fault it was', async () => {
  const cacheStatus = `${edgeName}; fwd=miss`
  const message = 'The page answered with status 503 (server error).'
  await open({
    sample_type: 3,
    issues: [{ severity: 3, code: 'http-5xx', message }],
    metrics: { status_code: 503 },
    headers: [{ name: 'Cache-Status', value: cacheStatus }],
  })
  await expect
    .element(page.getByRole('region', { name: 'Verdict' }))
    .toHaveTextContent(/status 503 \(server error\).*It’s your server, not the service\./)
})

test('a phone shows where the details of a request begin', async () => {
  await onPhone()
  await open({ requests: sixteen })
  // far down, so that its details have no room below it
  const request = table.getByRole('button').nth(9)
  request.element().scrollIntoView({ block: 'end' })
  await request.click()
  const address = table.getByText('Address', { exact: true })
  await expect.element(address).toBeVisible()
  const head = document.querySelector('[data-head]')
  const below = () => Math.min(box(request).top, box(address).top) - (head?.getBoundingClientRect().bottom ?? 0)
  await expect.poll(below).toBeGreaterThanOrEqual(-1)
  await expect.element(address).toBeInViewport()
})
