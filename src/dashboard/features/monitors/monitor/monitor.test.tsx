import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  deleteMonitors,
  listMonitors,
  listSamples,
  readAvailability,
  readMonitor,
  readSeries,
  readUserEmail,
  runMonitor,
  startMonitor,
  stopMonitor,
} from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, anAccount, aSample, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const monitor = aMonitor()
const paused = aMonitor({ status: 'SUSPENDED' })
const address = `/monitors/${monitor.id}`
const samples = onePage({ rows: [aSample({ taken_at: new Date().toISOString() })] })
const availability = { availability: 1, rounds: 8, failed_rounds: 0, clean: 1, samples: 8, clean_samples: 8 }
const alert = page.getByRole('alert')
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

const serviceWith = (record: typeof monitor) =>
  new StubService()
    // the banner asks for it, to tell a service that's down from a read that failed
    .reply(readUserEmail, { user_id: anAccount().id, email: anAccount().email })
    .reply(readMonitor.user, record)
    .reply(listSamples.user, samples)
    .reply(readSeries.user, { buckets: [] })
    .reply(readAvailability.user, availability)

test.each(faults)(
  'each part whose samples are %s says why, and loads when it is asked again',
  async (_, words, fault) => {
    const service = serviceWith(monitor)
    service.answer(listSamples.user, fault)
    service.answer(readSeries.user, fault)
    await renderPage(address, service, 'user')
    const failed = (part: string) => alert.filter({ hasText: `Couldn’t load ${part}.` })
    const parts = ['the measurements', 'the issues', 'the samples']
    for (const part of parts) await expect.element(failed(part)).toHaveTextContent(words)
    service.reply(listSamples.user, samples).reply(readSeries.user, { buckets: [] })
    for (const part of parts) {
      await failed(part).getByRole('button', { name: 'Retry' }).click()
      await expect.element(failed(part)).not.toBeInTheDocument()
    }
    await expect.element(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
  },
)

test.each(faults)('a start, pause or deletion that is %s says why', async (_, words, fault) => {
  const service = serviceWith(paused)
  service.answer(startMonitor.user, fault)
  service.answer(stopMonitor.user, fault)
  service.answer(deleteMonitors.user, fault)
  await renderPage(address, service, 'user')
  const failed = alert.filter({ hasText: /Couldn’t (start|pause) the monitor\./ })
  await button('Start').click()
  await expect.element(failed).toHaveTextContent('Couldn’t start the monitor.')
  await expect.element(failed).toHaveTextContent(words)
  await button(`More about ${monitor.name}`).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete monitor' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  service.reply(startMonitor.user, [monitor]).reply(readMonitor.user, monitor)
  await button('Start').click()
  await expect.element(page.getByText('Running', { exact: true })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  await button('Pause').click()
  await expect.element(failed).toHaveTextContent('Couldn’t pause the monitor.')
  await expect.element(failed).toHaveTextContent(words)
})

test('a monitor that is gone by the time it is paused says so', async () => {
  const service = serviceWith(monitor).refuse(stopMonitor.user, { status: 404, error: "This monitor doesn't exist" })
  await renderPage(address, service, 'user')
  await button('Pause').click()
  await expect.element(alert).toHaveTextContent('This monitor doesn’t exist')
})

test('a monitor that runs is paused by the button that then starts it, and can’t be run until then', async () => {
  const service = serviceWith(monitor)
  service.answer(stopMonitor.user, () => {
    service.reply(readMonitor.user, paused)
    return Response.json([paused])
  })
  await renderPage(address, service, 'user')
  await expect.element(button('Pause')).toBeVisible()
  await expect.element(button('Start')).not.toBeInTheDocument()
  await button('Pause').click()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  expect(service.received(stopMonitor.user)).toHaveLength(1)
  await expect.element(button('Start')).toHaveFocus()
  await expect.element(button('Pause')).not.toBeInTheDocument()
  await expect.element(button('Run now')).toHaveAccessibleDescription('Paused. Start it to run it.')
})

test('a monitor in an unknown state can be started and paused', async () => {
  await renderPage(address, serviceWith(aMonitor({ status: 'DRAINING' })), 'user')
  for (const name of ['Start', 'Pause']) await expect.element(button(name)).toBeEnabled()
})

test('where the service can’t measure on demand, the page says what to do instead', async () => {
  await renderPage(address, serviceWith(monitor), 'user')
  await button('Run now').click()
  await expect.element(alert).toHaveTextContent('“New test from this” in the menu ⋯ measures the same in a test.')
})

test('a run on demand is confirmed', async () => {
  const service = serviceWith(monitor).reply(runMonitor.user, monitor)
  await renderPage(address, service, 'user')
  await button('Run now').click()
  await expect.element(page.getByText('Home is being measured')).toBeVisible()
  expect(service.received(runMonitor.user)).toHaveLength(1)
})

test('what a run measured, and what is computed from it, is shown once it is there', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const before = aSample({ taken_at: new Date(Date.now() - 600_000).toISOString() })
    const service = serviceWith(monitor)
      .reply(runMonitor.user, monitor)
      .reply(listSamples.user, onePage({ rows: [before] }))
    await renderPage(address, service, 'user')
    await expect.element(page.getByText('8 of 8 rounds OK')).toBeVisible()
    await button('Run now').click()
    await expect.element(page.getByText('Home is being measured')).toBeVisible()
    service
      .reply(listSamples.user, onePage({ rows: [aSample({ id: 'newest', taken_at: new Date().toISOString() })] }))
      .reply(readAvailability.user, { ...availability, rounds: 9 })
    vi.advanceTimersByTime(5000)
    const latest = page.getByRole('table', { name: 'Latest samples' })
    await expect.element(latest.getByRole('link').first()).toHaveAttribute('href', '/samples/newest')
    await expect.element(page.getByText('9 of 9 rounds OK')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('what is still loading looks different from what was not measured', async () => {
  const service = serviceWith(monitor)
  const answers: (() => void)[] = []
  service.answer(listSamples.user, () => new Promise((resolve) => answers.push(() => resolve(Response.json(samples)))))
  await renderPage(address, service, 'user')
  const figures = page.getByRole('definition')
  await expect.element(figures.filter({ hasText: 'Loading' }).first()).toBeVisible()
  const lcp = page.getByText('LCP, median', { exact: true }).first()
  const figure = () => lcp.element().closest('dl > div')?.textContent ?? ''
  await expect.poll(figure).toContain('Loading')
  expect(figure()).not.toContain('–')
  for (const answer of answers) answer()
  await expect.poll(figure).toMatch(/\d\s(ms|s)/)
})

test('what a busy runner measured isn’t judged and counts in no figure', async () => {
  const taken_at = new Date().toISOString()
  const sample = aSample({ taken_at, judged: false, issues: [{ severity: 0, code: 'busy-runner', message: 'Late.' }] })
  const bucket = { at: Date.now(), count: 1, by_type: { 0: 1 }, metrics: {} }
  const service = serviceWith(aMonitor({ type: 'HTTP', last_sample: { ...sample, judged: false } }))
    .reply(listSamples.user, onePage({ rows: [sample] }))
    .reply(readSeries.user, { buckets: [bucket], parts: [{ location: 'Frankfurt', buckets: [bucket] }] })
  await renderPage(address, service, 'user')
  const figure = (label: string) => page.getByText(label, { exact: true }).first().element().closest('dl > div')
  await expect.poll(() => figure('First byte, median')?.textContent).toContain('not counted: measured on a busy runner')
  expect(figure('Latest result')?.textContent).toContain('not judged')
  await expect.element(page.getByText(/^First byte isn’t counted for the samples in the last /)).toBeVisible()
  await expect.element(page.getByRole('row', { name: /not judged/ })).toBeVisible()
})

test('the address holds what the chart shows', async () => {
  const metrics = { time_to_display: { p50: 1, p75: 2, p95: 3, p99: 4 }, load: { p50: 1, p75: 2, p95: 3, p99: 4 } }
  const bucket = { at: Date.now() - 3_600_000, count: 1, by_type: { 0: 1 }, metrics }
  const part = { location: 'Frankfurt', connectivity: null, buckets: [bucket] }
  const taken_at = new Date().toISOString()
  const last_sample = { ...aSample({ taken_at }), round: { due_at: taken_at, sample_type: 2, judged: true } }
  const service = serviceWith({ ...monitor, last_sample }).reply(readSeries.user, { buckets: [bucket], parts: [part] })
  // more than the service would have to send
  service.reply(listSamples.user, { ...samples, total_entries: 2300, total_pages: 23 })
  const { router } = await renderPage(address, service, 'user')
  await expect.element(page.getByRole('img', { name: /^Largest contentful paint, p75 by location/ })).toBeVisible()
  await expect.element(page.getByText(/This chart shows the latest/)).not.toBeInTheDocument()
  // the worst of its latest round
  await expect.element(page.getByRole('definition').filter({ hasText: 'error' }).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Metric' }).selectOptions('Load')
  await page.getByRole('combobox', { name: 'Percentile' }).selectOptions('p95')
  await page.getByRole('combobox', { name: 'Split by' }).selectOptions('by connection')
  await expect.element(page.getByRole('img', { name: /^Load, p95 by connection/ })).toBeVisible()
  await page.getByRole('radio', { name: '7 d' }).click({ force: true })
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(router.state.location.search)))
    .toEqual({ metric: 'load', p: 'p95', by: 'connectivity', range: '7d' })
  await expect.element(page.getByText(/^\d+ of \d+ rounds OK$/)).toBeVisible()
  const latest = page.getByRole('table', { name: 'Latest samples' })
  await expect.element(latest.getByRole('link').first()).toHaveAttribute('href', `/samples/${aSample().id}`)
})

test('where the service has no series, lines are of the latest samples, and of all on request', async () => {
  const perPage = 100
  const of = 2300
  const service = serviceWith(monitor)
    .refuse(readSeries.user, { status: 404 })
    .answer(listSamples.user, ({ query }) => {
      const current_page = Number(query.get('page') ?? 1)
      const rows = Array.from({ length: perPage }, (_, i) =>
        aSample({ id: `${current_page}-${i}`, taken_at: new Date(Date.now() - (i + 1) * 60_000).toISOString() }),
      )
      return Response.json({ rows, current_page, per_page: perPage, total_pages: of / perPage, total_entries: of })
    })
  await renderPage(`${address}?range=30d`, service, 'user')
  await expect.element(page.getByText(/shows the latest 2,000 of 2,300 samples/)).toBeVisible()
  await page.getByRole('button', { name: 'Load all 2,300' }).click()
  await expect.element(page.getByText(/This chart shows the latest/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: /^Largest contentful paint, p75 by location/ })).toBeVisible()
})

test('a monitor is deleted after a question', async () => {
  const service = serviceWith(paused)
    .reply(deleteMonitors.user, [paused])
    .reply(listMonitors.user, onePage({ rows: [] }))
  await renderPage(address, service, 'user')
  await button(`More about ${monitor.name}`).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  expect(service.received(deleteMonitors.user)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete monitor' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /^Monitors/ })).toBeVisible()
  expect(service.received(deleteMonitors.user)).toHaveLength(1)
})

test('a link that is copied shows all of the page at the same times later', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T10:00:00Z'))
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const load = { p50: 1, p75: 2, p95: 3, p99: 4 }
  const bucket = { at: Date.now() - 3_600_000, count: 1, by_type: { 0: 1 }, metrics: { load } }
  const service = serviceWith(monitor).reply(readSeries.user, {
    buckets: [bucket],
    parts: [{ location: 'Frankfurt', buckets: [bucket] }],
  })
  const { router } = await renderPage(`${address}?range=7d&metric=load`, service, 'user')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByText('Copied link')).toBeInTheDocument()
  const link = new URL(write.mock.calls[0]?.[0] ?? '')
  const week = { from: '2026-11-14T10:00Z', to: '2026-11-21T10:00Z' }
  expect(Object.fromEntries(link.searchParams)).toEqual({ metric: 'load', ...week })
  now.mockReturnValue(Date.parse('2026-11-28T10:00:00Z'))
  await router.navigate(link.pathname + link.search)
  await expect.element(page.getByRole('img', { name: /^Load, .* over 14 Nov 2026, .* to 21 Nov 2026/ })).toBeVisible()
  await expect.element(page.getByText('Availability in this range')).toBeVisible()
})

const half = 1_800_000
const values = { time_to_display: { p50: 900, p75: 1000, p95: 1100, p99: 1200 } }
const lcp = page.getByRole('img', { name: /^Largest contentful paint/ })
const marks = (severity: string) => lcp.element().querySelectorAll(`[data-failed=${severity}]`)

/** A monitor's page whose half hours of the last two days are `of` so many ago. */
async function openOutage(of: (ago: number) => { by_type: Record<number, number>; valued: number }): Promise<void> {
  const now = Math.floor(Date.now() / half) * half
  const buckets = Array.from({ length: 48 }, (_, i) => {
    const { by_type, valued } = of(48 - i)
    const metrics = valued > 0 ? values : {}
    return { at: now - (48 - i) * half, count: 12, by_type, metrics, values: { time_to_display: valued } }
  })
  const parts = [{ location: 'Frankfurt', buckets }]
  await renderPage(address, serviceWith(monitor).reply(readSeries.user, { buckets, parts }), 'user')
  await expect.element(lcp).toBeVisible()
}

test('a round without an answer breaks the lines, is marked, and is in the table', async () => {
  // a lone value between two of them
  await openOutage((ago) =>
    ago === 20 || ago === 18 ? { by_type: { 3: 12 }, valued: 0 } : { by_type: { 0: 12 }, valued: 12 },
  )
  await expect.poll(() => marks('critical')).toHaveLength(2)
  expect(lcp.element().querySelectorAll('path[style*="--sp-series-1"]')).toHaveLength(3)
  await expect.element(page.getByText('Failed, critical')).toBeVisible()
  await page
    .getByRole('region', { name: /^Largest contentful paint/ })
    .getByRole('button', { name: 'Table' })
    .click()
  const failed = page.getByRole('row').filter({ hasText: '12 of 12 samples failed' })
  await expect.element(failed.first()).toHaveTextContent('no value')
  expect(failed.elements()).toHaveLength(2)
})

test('a round in which some failed has a value and a mark', async () => {
  await openOutage(() => ({ by_type: { 0: 8, 2: 4 }, valued: 8 }))
  await expect.poll(() => marks('error').length).toBeGreaterThan(0)
  await lcp.hover()
  await expect.element(page.getByText('4 of 12 samples failed')).toBeVisible()
})
