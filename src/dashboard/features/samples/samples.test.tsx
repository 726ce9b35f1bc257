import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  flushCache,
  listMonitors,
  listProfiles,
  listSamples,
  listTests,
  listUserSites,
  readMonitor,
  readSample,
  readSeries,
} from '../../../contract/index.ts'
import { expectAccessible } from '../../test/accessible.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, aSample, aSite, aWholeSample, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { type Answer, StubService } from '../../test/stub-service.ts'

const monitor = aMonitor()
const sample = aSample({ taken_at: new Date().toISOString() })
const samples = onePage({ rows: [sample] })
const none = onePage({ rows: [] })
const address = `/samples?profile=${monitor.id}`
const alert = page.getByRole('alert')
const dialog = page.getByRole('dialog')
const list = page.getByRole('table', { name: 'Samples', exact: true })

const service = () =>
  new StubService()
    .reply(listMonitors.user, onePage({ rows: [monitor] }))
    .reply(listTests.user, none)
    .reply(listUserSites, { sites: [] })
    .reply(readMonitor.user, monitor)
    .reply(listSamples.user, samples)
    .reply(readSeries.user, { buckets: [] })
    .reply(readSample.user, aWholeSample({ id: sample.id }))

test('a monitor that no longer exists is reported and can be removed', async () => {
  const gone = '01930000-7c1e-7000-8000-0123456789ab'
  const missing = () => Response.json({ error: "This monitor doesn't exist." }, { status: 404 })
  const stub = service()
    .answer(readMonitor.user, ({ path }) => (path.endsWith(gone) ? missing() : Response.json(monitor)))
    .answer(listSamples.user, ({ query }) =>
      JSON.stringify([...query]).includes(gone) ? missing() : Response.json(samples),
    )
  await renderPage(`${address}&profile=${gone}`, stub, 'user')
  await expect.element(alert.first()).toHaveTextContent('Couldn’t load the samples.')
  await page.getByRole('button', { name: `Remove ${gone}` }).click()
  await expect.element(list).toBeVisible()
})

test('the mark of a sample says in the list what it is about', async () => {
  const issues = [{ severity: 2, code: 'low-score', message: 'The page score is 42 out of 100.' }]
  const low = aSample({ ...sample, sample_type: 2, metrics: { service_score: 42 }, issues })
  await renderPage(address, service().reply(listSamples.user, onePage({ rows: [low] })), 'user')
  await expect.element(list.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveTextContent('Page score 42, error')
})

test('samples with unknown fields are shown in full', async () => {
  const unknown = {
    id: sample.id,
    taken_at: { date: sample.taken_at, zone: 'UTC' },
    metrics: [{ name: 'first byte', value: 120 }],
    requests: [{ address: 'https://www.example/foreign', took: 88 }],
    headers: { server: 'foreign' },
  }
  const stub = service()
    .answer(listSamples.user, () => Response.json({ samples: [unknown], next: null }))
    .answer(readSample.user, () => Response.json(unknown))
    .answer(readMonitor.user, () => Response.json({ id: monitor.id, label: 'Home', timing: { interval: 'often' } }))
  await renderPage(address, stub, 'user')
  await list.getByText('Full record (').click()
  await expect.element(list.getByText('zone')).toBeVisible()
  await list.getByRole('button', { name: 'time not reported' }).click()
  await dialog.getByRole('link', { name: 'Open full sample' }).click()
  await expect.element(page.getByRole('heading', { name: 'Other fields' })).toBeVisible()
  await expect.element(page.getByText('first byte')).toBeVisible()
})

test.each(faults)(
  'a drawer whose sample is %s says why, and loads it when it is asked again',
  async (_, words, fault) => {
    const stub = service()
    stub.answer(readSample.user, fault)
    await renderPage(address, stub, 'user')
    await list.getByRole('row').nth(1).getByRole('button').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
    stub.reply(readSample.user, aWholeSample({ id: sample.id }))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('Open full sample')).toBeVisible()
  },
)

test.each(faults)('an export that is %s says why, and goes on when it is asked again', async (_, words, fault) => {
  const stub = service()
  await renderPage(address, stub, 'user')
  await page.getByRole('button', { name: 'Export…' }).click()
  stub.answer(listSamples.user, fault)
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  stub.reply(listSamples.user, samples)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByText('1 sample exported.')).toBeVisible()
})

test('an export can be cancelled without saving a file', async () => {
  const stub = service()
  await renderPage(address, stub, 'user')
  await page.getByRole('button', { name: 'Export…' }).click()
  stub.keepWaiting(listSamples.user)
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await dialog.getByRole('button', { name: 'Cancel export' }).click()
  await expect.element(dialog.getByText('Export cancelled. No file was saved.')).toBeVisible()
})

test.each(faults)(
  'a search of monitors that is %s says why, and finds when it is asked again',
  async (_, words, fault) => {
    const stub = service()
    await renderPage(address, stub, 'user')
    await page.getByRole('button', { name: '+ Monitor or test' }).click()
    await expect.element(dialog.getByRole('checkbox', { name: /^Home/ })).toBeChecked()
    stub.answer(listMonitors.user, fault)
    await dialog.getByRole('searchbox').fill('Home')
    await expect.element(dialog.getByRole('alert').first()).toHaveTextContent(words)
    stub.reply(listMonitors.user, onePage({ rows: [monitor] }))
    await dialog.getByRole('button', { name: 'Retry' }).first().click()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('checkbox', { name: /^Home/ })).toBeChecked()
  },
)

test('without monitors and tests, the page leads to the first monitor', async () => {
  await renderPage('/samples', service().reply(listMonitors.user, none), 'user')
  await expect.element(page.getByText('No monitors yet')).toBeVisible()
  await expect.element(page.getByText('Choose a monitor or test')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'New monitor' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'New monitor' })).toBeVisible()
})

test('a range has to start before it ends', async () => {
  await renderPage(address, service(), 'user')
  await page.getByRole('button', { name: 'Dates…' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-21T08:00')
  await page.getByRole('textbox', { name: 'To' }).fill('2026-11-20T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(alert).toHaveTextContent('The start must be before the end.')
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-19T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => location.search).toContain('from=2026-11-19T')
})

test('a filter without samples says so once, and leads on', async () => {
  const stub = service().reply(listSamples.user, none)
  await renderPage(`${address}&severity=3`, stub, 'user')
  await expect.element(page.getByText('No samples match', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Not measured in this range.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('application')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Selected samples' })).not.toBeInTheDocument()
  stub.reply(listSamples.user, samples)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(list).toBeVisible()
  await expect.poll(() => location.search).not.toContain('severity=')
})

test('up to four samples can be picked, and the bar that counts them stays in view', async () => {
  const at = Date.now()
  const rows = Array.from({ length: 30 }, (_, i) =>
    aSample({ id: `sample-${i}`, taken_at: new Date(at - i * 60_000).toISOString() }),
  )
  await renderPage(address, service().reply(listSamples.user, onePage({ rows })), 'user')
  const boxes = list.getByRole('checkbox')
  for (let i = 0; i < 5; i++) await boxes.nth(i).click()
  await expect.element(page.getByText('You can compare up to 4 samples. Remove one first.').first()).toBeVisible()
  await expect.element(boxes.nth(4)).not.toBeChecked()
  const bar = page.getByRole('group', { name: 'Selected samples' })
  await expect.element(bar).toHaveTextContent('4 selected')
  const compared = '/samples/compare?id=sample-0&id=sample-1&id=sample-2&id=sample-3'
  await expect.element(bar.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', compared)
  list.getByRole('row').last().element().scrollIntoView()
  await expect.element(bar).toBeInViewport({ ratio: 1 })
  // the button is gone with the selection, but not the focus
  bar.getByRole('button', { name: 'Clear selection' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(bar).toHaveFocus()
  await expect.element(bar).toHaveTextContent('Select samples to compare them.')
})

test('what a monitor measured goes as soon as another one is chosen', async () => {
  const checkout = aMonitor({ id: '01990000-0000-7000-8000-0000000000c2', name: 'Checkout' })
  const stub = service()
    .reply(listMonitors.user, onePage({ rows: [monitor, checkout] }))
    .answer(readMonitor.user, ({ path }) => Response.json(path.endsWith(checkout.id) ? checkout : monitor))
  const bucket = { at: Date.now() - 60_000, count: 1, by_type: { 0: 1 }, metrics: {} }
  const unlessOfCheckout =
    (reply: object): Answer =>
    ({ query }) =>
      JSON.stringify([...query]).includes(checkout.id) ? new Promise(() => {}) : Response.json(reply)
  stub
    .answer(listSamples.user, unlessOfCheckout(samples))
    .answer(readSeries.user, unlessOfCheckout({ buckets: [bucket] }))
  await renderPage(address, stub, 'user')
  const counts = page.getByRole('radio', { name: /^ok \d/ })
  await expect.element(counts).toBeInTheDocument()
  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  await dialog.getByRole('checkbox', { name: /^Home/ }).click()
  await dialog.getByRole('checkbox', { name: /^Checkout/ }).click()
  await dialog.getByRole('button', { name: 'Show 1' }).click()
  await expect.poll(() => location.search).toContain(`profile=${checkout.id}`)
  await expect.element(counts).not.toBeInTheDocument()
  await expect.element(list.getByRole('row').nth(1)).not.toBeInTheDocument()
})

type Sample = ReturnType<typeof aSample>

const places = ['Frankfurt', 'Tokyo', 'Virginia']
const checkout = aMonitor({ id: '01990000-0000-7000-8000-0000000000c2', name: 'Checkout' })
const summary = page.getByText(/ · [\d,]+ samples?/)
const legend = page.getByRole('list', { name: 'Legend' })
const chart = page.getByRole('application')

/** Samples of one monitor, the latest of them a minute old, each an interval before the other. */
const samplesOf = (count: number, minutes: number, own: (i: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: count }, (_, i) =>
    aSample({
      id: `sample-${i}`,
      location: places[i % 3] ?? '',
      taken_at: new Date(Date.now() - (1 + i * minutes) * 60_000).toISOString(),
      metrics: { first_byte: 100 + (i % 50), time_to_display: 900 + (i % 50) },
      ...own(i),
    }),
  )

/** Lists samples in pages, as the service does. */
const listing =
  (rows: readonly Sample[]): Answer =>
  ({ query }) => {
    const [from = 0, to = 0, type = -1, at = 1, size = 1] = ['from', 'to', 'sample_type', 'page', 'per_page'].map(
      (name) => Number(query.get(name)),
    )
    const found = rows.filter(
      ({ taken_at, sample_type }) =>
        Date.parse(taken_at) >= from && Date.parse(taken_at) <= to && (type === -1 || sample_type === type),
    )
    return Response.json({
      rows: found.slice((at - 1) * size, at * size),
      current_page: at,
      total_pages: Math.ceil(found.length / size),
      per_page: size,
      total_entries: found.length,
    })
  }

const percentiles = { p50: 900, p75: 950, p95: 990, p99: 999 }
const bucketsOf = (metrics: Record<string, typeof percentiles> = { time_to_display: percentiles }) => [
  { at: Date.now() - 3600_000, count: 144, by_type: { 0: 144 }, metrics },
]

test('a monitor is added to the one that is shown at first, and “back” leads past the dialog', async () => {
  const stub = service()
    .reply(listMonitors.user, onePage({ rows: [monitor, checkout] }))
    .answer(readMonitor.user, ({ path }) => Response.json(path.endsWith(checkout.id) ? checkout : monitor))
  const { router } = await renderPage('/samples', stub, 'user')
  const shown = page.getByRole('list', { name: 'Monitors and tests' })
  await expect.element(shown).toHaveTextContent('Home · all locations')
  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  await expect.element(dialog.getByRole('checkbox', { name: /^Home/ })).toBeChecked()
  await dialog.getByRole('checkbox', { name: /^Checkout/ }).click()
  await dialog.getByRole('button', { name: 'Show 2' }).click()
  await expect.element(shown).toHaveTextContent('Checkout · all locations')
  await expect.element(shown).toHaveTextContent('Home · all locations')
  await router.navigate(-1)
  await expect.element(shown).not.toHaveTextContent('Checkout')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a site’s samples are those of its key page', async () => {
  const ofSite = aMonitor({ site_id: aSite().id })
  const stub = serviceWith()
    .reply(listMonitors.user, onePage({ rows: [checkout, ofSite] }))
    .reply(readMonitor.user, ofSite)
    .answer(listSamples.user, listing(samplesOf(30, 10)))
  await renderPage(`/sites/${aSite().id}/samples`, stub, 'user')
  await expect.element(page.getByText('Home · all locations')).toBeVisible()
  await expect.element(list.getByRole('row')).toHaveLength(26)
})

test('charts are split by what the samples have more of, and by what is chosen', async () => {
  const home = aMonitor({
    constants: { ...monitor.constants, browser_cache: 'EMPTY_AND_FULL' },
    variables: { ...monitor.variables, locations: places },
  })
  const parts = {
    location: places.map((location) => ({ location, buckets: bucketsOf() })),
    view: ['EMPTY', 'FULL'].map((view) => ({ view, buckets: bucketsOf() })),
    profile: [home, checkout].map(({ id }) => ({ profile_id: id, buckets: bucketsOf() })),
  }
  const stub = service()
    .answer(readMonitor.user, ({ path }) => Response.json(path.endsWith(checkout.id) ? checkout : home))
    .answer(listSamples.user, listing(samplesOf(30, 10, (i) => ({ view: i % 2 ? 'FULL' : 'EMPTY' }))))
    .answer(readSeries.user, ({ query }) => {
      const split = Object.entries(parts).find(([by]) => by === query.get('split'))
      return Response.json({ buckets: bucketsOf(), ...(split ? { parts: split[1] } : {}) })
    })
  const { router } = await renderPage(`${address}&range=24h`, stub, 'user')
  const split = page.getByRole('combobox', { name: 'Split by' })
  await expect.element(legend).toHaveTextContent(/^Median by location:FrankfurtTokyoVirginia/)
  await expect.element(split).toHaveValue('location')
  await expect.element(summary).toHaveTextContent('all in the chart')
  chart.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect
    .element(chart.getByRole('status'))
    .toHaveTextContent(/, (Frankfurt|Tokyo|Virginia), .*(first|repeat) view$/)

  await split.selectOptions('by view')
  await expect.element(legend).toHaveTextContent(/^Median by view:first viewrepeat view/)
  await expect.poll(() => location.search).toContain('by=view')
  await expect.element(page.getByRole('application', { name: /median by view and samples by severity/ })).toBeVisible()
  await page.getByRole('button', { name: /^Table of Largest contentful paint/ }).click()
  await expect.element(page.getByRole('columnheader', { name: 'repeat view, median' })).toBeVisible()
  await page.getByRole('button', { name: /^Chart of Largest contentful paint/ }).click()
  await split.selectOptions('not split')
  await expect.element(legend).toHaveTextContent(/^medianmedian to p95/)
  await expect.poll(() => location.search).toContain('by=none')

  await router.navigate(`${address}&range=24h&profile=${checkout.id}`)
  await expect.element(legend).toHaveTextContent(/^Median by monitor:CheckoutHome/)
  await router.navigate(`/samples?range=24h&profile=${checkout.id}`)
  await expect.element(legend).toHaveTextContent(/^medianmedian to p95/)
  await expect.element(split).toHaveValue('none')
  // a service that can't split percentiles has lines calculated from the samples
  stub.reply(readSeries.user, { buckets: bucketsOf() })
  await router.navigate(`${address}&range=24h&severity=0`)
  await expect.element(page.getByText(/This service can’t split percentiles/)).toBeVisible()
  await expect.element(legend).toHaveTextContent(/^Median by location:FrankfurtTokyoVirginia/)
})

test('samples without a value are counted, and a chart without any says why', async () => {
  const [unmeasured, http] = [{ first_byte: null, time_to_display: null }, aMonitor({ type: 'HTTP' })]
  const some = samplesOf(144, 10, (i) => (i < 2 ? { metrics: unmeasured } : {}))
  const stub = service().reply(readSeries.user, { buckets: bucketsOf() }).answer(listSamples.user, listing(some))
  const { router } = await renderPage(`${address}&range=24h`, stub, 'user')
  await expect.element(summary).toHaveTextContent(' 144 samples, 2 without a value that counts')
  await expect.element(chart).toBeVisible()

  // HTTP checks have no page metrics
  stub
    .reply(readMonitor.user, http)
    .reply(readSeries.user, { buckets: bucketsOf({ first_byte: percentiles }) })
    .answer(listSamples.user, listing(samplesOf(144, 10, () => ({ metrics: { first_byte: 100 } }))))
  await router.navigate(`/samples?profile=${checkout.id}`)
  await expect.element(page.getByRole('application', { name: /^First byte over time/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Metric', exact: true }).selectOptions('Largest contentful paint')
  await expect.element(page.getByText('Largest contentful paint wasn’t measured by these samples')).toBeVisible()
  await expect
    .element(page.getByText(/, and HTTP checks have no page metrics\. Choose another metric\.$/))
    .toBeVisible()
  await expect.element(summary).toHaveTextContent(' samples, none with a value that counts')
  await expect.element(chart).not.toBeInTheDocument()
  await expect.poll(() => location.search).toContain('metric=time_to_display')

  // all of these failed
  stub
    .reply(readSeries.user, { buckets: bucketsOf({}) })
    .answer(listSamples.user, listing(samplesOf(144, 10, () => ({ metrics: unmeasured }))))
  await router.navigate(`${address}&metric=first_byte`)
  await expect.element(page.getByText('First byte isn’t counted for these samples')).toBeVisible()
  await expect.element(page.getByText('Pages that failed have no speed. Choose another metric.')).toBeVisible()
  await expect.element(summary).toHaveTextContent(' samples, none with a value that counts')
  await expect.element(chart).not.toBeInTheDocument()
})

test('the chart works with the keyboard and is available as a table', async () => {
  const stub = service().answer(listSamples.user, listing(samplesOf(144, 10)))
  await renderPage(`${address}&range=24h`, stub, 'user')
  /** Changes the range and waits until all of its samples are there. */
  const press = async (keys: string) => {
    const before = summary.element().textContent.split(' · ')[0] ?? ''
    await userEvent.keyboard(keys)
    await expect.poll(() => summary.element().textContent).not.toContain(before)
    await expect.element(summary).toHaveTextContent('all in the chart')
  }
  await expect.element(summary).toHaveTextContent('all in the chart')
  const reached = chart.getByRole('status')
  chart.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(reached).toHaveTextContent(/ 20\d\d.*: .*(ms|s), /)
  // the sample that was reached stays, though the chart then has others before it
  await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(70)}`)
  const words = reached.element().textContent
  // nor does it go with a pointer below which the chart has moved away
  const left = new PointerEvent('pointerout', { bubbles: true, relatedTarget: document.body })
  chart.element().querySelector('[data-over]')?.dispatchEvent(left)
  await press('+')
  await expect.poll(() => reached.element().textContent).toBe(words)
  await press('{Shift>}{ArrowLeft}{/Shift}')
  await userEvent.keyboard('{End}{Enter}')
  await expect.element(dialog.getByText('First byte')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: /^Table of Largest contentful paint/ }).click()
  await expect
    .element(page.getByRole('table', { name: 'Largest contentful paint over time, as a table' }))
    .toBeVisible()
})

test('the chart shows samples that failed at their time', async () => {
  const failed = { sample_type: 3, metrics: { first_byte: null, time_to_display: null } }
  const some = samplesOf(144, 10, (i) => (i < 2 ? failed : {}))
  const stub = service().reply(readSeries.user, { buckets: bucketsOf() }).answer(listSamples.user, listing(some))
  await renderPage(`${address}&range=24h`, stub, 'user')
  await expect.element(summary).toHaveTextContent(' 144 samples, 2 without a value that counts')
  chart.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(chart.getByRole('status')).toHaveTextContent(/no value, critical/)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.search).toContain('sample=sample-0')
})

test('samples are exported as CSV and as JSON', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const file = vi.spyOn(URL, 'createObjectURL')
  const stub = service().answer(listSamples.user, listing(samplesOf(144, 10)))
  await renderPage(`${address}&dialog=export`, stub, 'user')
  const exported = async (format: 'CSV' | 'JSON') => {
    await dialog.getByRole('button', { name: `Export ${format}` }).click()
    await expect.element(dialog.getByText('144 samples exported.')).toBeVisible()
    const name = new RegExp(`^samples-\\d{4}-\\d\\d-\\d\\d\\.${format.toLowerCase()}$`)
    expect(saved.mock.contexts.at(-1)).toHaveProperty('download', expect.stringMatching(name))
    const blob = file.mock.lastCall?.[0]
    return blob instanceof Blob ? blob.text() : ''
  }
  const csv = (await exported('CSV')).trim().split('\r\n')
  expect(csv).toHaveLength(145)
  expect(csv[0]).toContain('taken_at,severity,')
  expect(csv[1]).toContain('Home')
  await page.getByRole('radio', { name: 'JSON' }).click()
  expect(JSON.parse(await exported('JSON'))).toHaveLength(144)
})

test('a chart of some of the samples leaves no error out', async () => {
  // of 52 pages of 25 samples, 12 aren't read
  const rows = samplesOf(1296, 5, (i) => ({ sample_type: i >= 100 && i < 200 ? 2 : 0 }))
  const stub = service().answer(listSamples.user, listing(rows))
  await renderPage(address, stub, 'user')
  await expect.element(summary).toHaveTextContent(/1,296 samples, 99\d of them in the chart, plus \d\d with errors/)
})

test('without percentiles, samples load page by page, showing progress and filling the chart', async () => {
  const whole = listing(samplesOf(1296, 5))
  const missing = { status: 404, error: 'There is nothing at this path.' }
  const isLate = (query: URLSearchParams) => query.get('per_page') === '100' && Number(query.get('page')) > 2
  const home = aMonitor({ variables: { ...monitor.variables, locations: places } })
  const stub = service().reply(readMonitor.user, home).refuse(readSeries.user, missing)
  stub.answer(listSamples.user, (received, timeout) =>
    isLate(received.query) ? new Promise(() => {}) : whole(received, timeout),
  )
  await renderPage(address, stub, 'user')
  await expect.element(page.getByText(/This service doesn’t provide percentiles/)).toBeVisible()
  await expect.element(page.getByText(/00 of 1,296 loaded/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText(/Stopped after \d00 of 1,296 samples/)).toBeVisible()
  stub.answer(listSamples.user, (received, timeout) =>
    isLate(received.query)
      ? Response.json({ error: 'The service failed.' }, { status: 500 })
      : whole(received, timeout),
  )
  await page.getByRole('button', { name: 'Load again' }).click()
  const failed = alert.filter({ hasText: /^Loaded only \d00 of 1,296 samples\. The service failed/ })
  await expect.element(failed).toBeVisible()
  stub.answer(listSamples.user, whole)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(summary).toHaveTextContent(' 1,296 samples, all in the chart')
  await expect.element(page.getByRole('row', { name: /^Frankfurt No throttling 432/ })).toBeVisible()
  await expect.element(legend).toHaveTextContent(/^Median by location:FrankfurtTokyoVirginia/)
})

test('samples that can’t be loaded are reported with the reason, and load on retry with the selection kept', async () => {
  const tooMany: Answer = () =>
    Response.json({ error: 'Too many requests.' }, { status: 429, headers: { 'Retry-After': '3' } })
  const stub = service()
    .refuse(listSamples.user, { status: 500, error: 'The service failed.' })
    .refuse(readSeries.user, { status: 500, error: 'The service failed.' })
  await renderPage(`${address}&range=24h&metric=load`, stub, 'user')
  const failed = alert.filter({ hasText: 'Couldn’t load the samples.' })
  const retry = failed.getByRole('button', { name: 'Retry' })
  for (const [words, answer] of [...faults.map(([, ...one]) => one), ['Try again in 3 seconds.', tooMany] as const]) {
    stub.answer(listSamples.user, answer).answer(readSeries.user, answer)
    await retry.click()
    await expect.element(failed).toHaveTextContent(words)
  }
  // only the percentiles fail, so they're calculated from the samples
  stub
    .reply(listSamples.user, samples)
    .refuse(readSeries.user, { status: 503, error: 'The service cannot answer now.' })
  await retry.click()
  await expect.element(list).toBeVisible()
  const withoutPercentiles = alert.filter({ hasText: 'Couldn’t load the percentiles' })
  await expect.element(withoutPercentiles).toHaveTextContent('The service cannot answer now.')
  stub.reply(readSeries.user, { buckets: [] })
  await withoutPercentiles.getByRole('button', { name: 'Retry' }).click()
  await expect.element(withoutPercentiles).not.toBeInTheDocument()
  await expect.poll(() => location.search).toContain('range=24h&metric=load')
})

test('without a log of changes, a flush that this browser made is marked below the site’s chart', async () => {
  const site = aSite({ id: '01990000-0000-7000-8000-000000000903' })
  const ofSite = aMonitor({ site_id: site.id })
  const stub = serviceWith([site])
    .reply(listProfiles, { success: true, document: [] })
    .reply(flushCache, { success: true })
    .reply(listMonitors.user, onePage({ rows: [ofSite] }))
    .reply(readMonitor.user, ofSite)
    .reply(listSamples.user, samples)
    .reply(readSeries.user, { buckets: [] })
  await renderPage(`/sites/${site.id}/cache?dialog=flush`, stub, 'user')
  await dialog.getByRole('button', { name: 'Flush cache' }).click()
  await expect.element(page.getByText('Cache flushed').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Samples' }).click()
  const marks = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect.element(marks.filter({ hasText: 'Cache flushed (this browser)' })).toBeInTheDocument()
  await expectAccessible()
  await expect.element(page.getByText('This service keeps no log of changes.')).toBeVisible()
})
