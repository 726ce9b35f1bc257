import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readMonitor, readSample, readUsual } from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, aRequest, aWholeSample } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'
import { onPhone } from '../../../test/viewport.ts'

const sample = aWholeSample()

test.each(faults)('a compared sample that is %s says why, and the others are there', async (_, words, fault) => {
  const stub = new StubService()
    .reply(readMonitor.user, aMonitor())
    .answer(readSample.user, (received, timeout) =>
      received.path.endsWith('broken') ? fault(received, timeout) : Response.json(sample),
    )
  await renderPage(`/samples/compare?id=broken&id=${sample.id}`, stub, 'user')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Couldn’t load sample broken.')
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  // letters are for the samples that could be loaded
  await expect.element(page.getByRole('list', { name: 'Compared samples' })).toHaveTextContent(/^A/)
})

type Sample = ReturnType<typeof aWholeSample>

const script = (path: string, wait: number, own: Partial<Sample['requests'][number]> = {}) =>
  aRequest({ url: `https://www.example.org/${path}`, type: 'js', wait, end: 80 + wait, ...own })

/** Samples of one day, the first one the latest; each one's first byte and paint were later than the next one's. */
const four = [4, 3, 2, 1].map((n) =>
  aWholeSample({
    id: `sample-${n}`,
    taken_at: `2026-11-21T0${n}:00:00Z`,
    metrics: { first_byte: 60 + 40 * n, first_paint: 100 * n, time_to_display: 1000 },
    requests: [aRequest(), script('a.js', 100 + 500 * n), script('b.js', 100), script(`only-${n}.js`, 100)],
  }),
)
const [latest = aWholeSample(), , , earliest = aWholeSample()] = four

const requests = page.getByRole('table', { name: 'Requests, most changed first' }).getByRole('row')
const metrics = page.getByRole('region', { name: 'Metrics side by side' })
const choose = (name: string | RegExp) => page.getByRole('radio', { name, exact: true }).click()
const ids = (samples: readonly Sample[]) => samples.map(({ id }) => `id=${id}`).join('&')

async function compare(samples: readonly Sample[], monitor = aMonitor()): Promise<void> {
  const stub = new StubService()
    .reply(readMonitor.user, monitor)
    .answer(readSample.user, ({ path }) => Response.json(samples.find(({ id }) => path.endsWith(id))))
  await renderPage(`/samples/compare?${ids(samples)}`, stub, 'user')
  await expect.element(page.getByText(/compared with A$/).first()).toBeVisible()
}

test('four samples are aligned by a time that each of them has', async () => {
  await compare(four)
  await expect.element(metrics.getByRole('columnheader')).toHaveLength(6)
  await expect.element(metrics.getByRole('row', { name: /^First byte/ })).toHaveTextContent(/\+40.*worse/)
  const heading = page.getByRole('heading', { name: 'Requests' }).element().getBoundingClientRect()
  const show = page.getByRole('button', { name: 'Show whole waterfalls' })
  const { top, bottom } = show.element().getBoundingClientRect()
  expect(top < heading.bottom && bottom > heading.top).toBe(true)
  await show.click()
  await expect.poll(() => location.search).toContain('waterfalls')
  const timelines = page.getByRole('region', { name: /^Sample / })
  await expect.element(timelines.getByRole('columnheader')).toHaveLength(4 * 5)
  await choose('first paint')
  await expect.poll(() => location.search).toContain('align=first-paint')
  const paints = page.getByRole('listitem').filter({ hasText: /^first paint \d/ })
  const places = () => paints.elements().map((paint) => Math.round(paint.getBoundingClientRect().x))
  await expect.poll(() => new Set(places()).size).toBe(1)
  expect(places()).toHaveLength(4)
  await page.getByRole('button', { name: 'Remove sample D' }).click()
  await expect.element(timelines).toHaveLength(3)
})

test('requests are compared with those of the earliest sample, whatever was picked first', async () => {
  await compare([latest, earliest])
  await expect
    .element(page.getByRole('list', { name: 'Compared samples' }).getByRole('link').first())
    .toHaveAttribute('href', expect.stringContaining(earliest.id))
  await expect.element(page.getByText('B compared with A')).toBeVisible()
  // what changed comes first, and what didn't is folded
  await expect.element(requests).toHaveLength(1 + 3)
  await page.getByRole('button', { name: /^About the same: 2\srequests$/ }).click()
  await expect.element(requests).toHaveLength(1 + 5)
  await choose('Slower 1')
  await expect.element(requests).toHaveLength(2)
  await expect.element(requests.nth(1)).toHaveTextContent(/a\.js.*Slower/)
  await expect.poll(() => location.search).toContain('changed=slower')
  await choose('Changed 3')
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent(/About the same/)
  await expect.element(outcome).toHaveTextContent(/1 of 3 requests took longer\./)
  // all metrics are there, none behind a scroll bar of their own, and numbers line up
  const { scrollHeight, clientHeight } = metrics.element()
  expect(scrollHeight - clientHeight).toBeLessThan(3)
  for (const cells of [metrics.getByRole('cell'), requests.getByRole('cell')])
    await expect.element(cells.last()).toHaveStyle({ textAlign: 'end' })
  await expect.element(page.getByRole('table', { name: 'By host' })).toHaveTextContent('www.example.org')
  await choose('Type')
  await expect.element(page.getByRole('table', { name: 'By type' })).toHaveTextContent('document')
  await expect.poll(() => location.search).toContain('by=type')
})

test('the sample whose requests are compared stays while others are removed', async () => {
  await compare(four)
  await choose('D')
  await expect.element(page.getByText('D compared with A')).toBeVisible()
  await page.getByRole('button', { name: 'Remove sample B' }).click()
  await expect.element(page.getByText('C compared with A')).toBeVisible()
  await expect.poll(() => location.search).toContain(`with=${latest.id}`)
})

test('a request that failed in the earlier sample only is told first', async () => {
  const broken = { ...earliest, requests: [...earliest.requests.slice(0, 2), script('b.js', 100, { status: 404 })] }
  await compare([latest, broken])
  await expect.element(page.getByText(/^1 request that failed in A succeeded in B\./)).toBeVisible()
  await choose('Type')
  await expect.element(requests.nth(1)).toHaveTextContent('Fixed')
  const byType = page.getByRole('table', { name: 'By type' })
  await expect.element(byType).toHaveTextContent(/1 failed in A/)
  await choose('Fixed 1')
  await expect.element(requests).toHaveLength(2)
})

test.each<[string, Partial<Sample>]>([
  ['were deleted after 30 days', { deleted: { details: { reason: 'age', days: 30 }, screenshots: null } }],
  ['are no longer kept', { metrics: { status_code: 200, load: 900 } }],
])('where the requests of a sample %s, only metrics are compared', async (words, own) => {
  await compare([latest, { ...earliest, requests: [], headers: [], ...own }])
  const sentence = `The requests of sample A ${words}. Only the metrics can be compared.`
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Metrics', exact: true })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'By host' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: /^New/ })).not.toBeInTheDocument()
})

test('what is said of a compared value stays in its column on a phone', async () => {
  await onPhone()
  await compare([latest, earliest], aMonitor({ limits: { first_byte: 101 } }))
  const firstByte = metrics.getByRole('row', { name: /^First byte/ })
  await expect.element(firstByte).toHaveTextContent(/over the limit of 101\sms/)
  // A is within it
  const compared = page.getByRole('list', { name: 'Compared samples' })
  await expect.element(compared).toHaveTextContent(/^A.*ok.*B.*slow/)
  await expect.element(page.getByRole('region', { name: 'Outcome' })).toHaveAttribute('data-tone', 'warning')
  for (const width of [320, 390, 430]) {
    await page.viewport(width, 844)
    const beyond = () =>
      Math.max(
        ...metrics
          .getByRole('cell')
          .elements()
          .map((cell) => cell.scrollWidth - cell.clientWidth),
      )
    await expect.poll(beyond).toBeLessThanOrEqual(1)
    const { scrollWidth, clientWidth } = metrics.element()
    expect(scrollWidth).toBe(clientWidth)
  }
})

test('two good samples are about the same, by what is usual here', async () => {
  const good = [1, 2].map((n) =>
    aWholeSample({
      id: `good-${n}`,
      taken_at: `2026-11-21T0${n}:00:00Z`,
      metrics: { first_byte: 100 * n, time_to_display: 700 + 200 * n, load: 1500 + 700 * n },
      requests: [aRequest(), script('a.js', 120 * n)],
    }),
  )
  const stub = new StubService()
    .reply(readMonitor.user, aMonitor())
    .answer(readSample.user, ({ path }) => Response.json(good.find(({ id }) => path.endsWith(id))))
    .reply(readUsual.user, {
      sample_id: 'good-1',
      samples: 18,
      detailed: 12,
      metrics: { first_byte: { low: 90, high: 210 }, time_to_display: { low: 900, high: 1300 } },
      requests: [{ method: 'GET', url: 'https://www.example.org/a.js', low: 90, high: 340 }],
    })
  await renderPage(`/samples/compare?${ids(good)}`, stub, 'user')
  const outcome = page.getByRole('region', { name: 'Outcome' })
  await expect.element(outcome).toHaveTextContent(/^About the same The requests took about as long\./)
  await expect.element(page.getByText('Every request took about as long.')).toBeVisible()
  await expect
    .element(page.getByText(/usual spread of 18 earlier samples at Frankfurt\. Requests are judged by 12 of these\.$/))
    .toBeVisible()
  // load has no spread yet, and stands out
  await expect.element(metrics.getByRole('row')).toHaveLength(2)
  await page.getByRole('button', { name: /^About the same: 2\smetrics$/ }).click()
  await expect
    .element(metrics.getByRole('row', { name: /^LCP/ }))
    .toHaveTextContent(/usual 900.ms–1\.30.s.*about the same/)
  expect(stub.received(readUsual.user).map(({ path }) => path)).toEqual([expect.stringMatching(/good-1\/usual$/)])
})
