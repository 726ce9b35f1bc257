import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  createRelease,
  listEvents,
  listMonitors,
  listSamples,
  readEvent,
  readSample,
  readSeries,
} from '../../../../contract/index.ts'
import { aCurrentSession, aMembership, aMonitor, aSample, aSite, onePage, siteId } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { serviceWith } from '../../../test/service-with.ts'
import { renderFor } from '../../../test/signed-in.ts'
import type { StubService } from '../../../test/stub-service.ts'

const hour = 3_600_000
const now = Date.now()
const isoAt = (ms: number) => new Date(ms).toISOString()
const host = 'www.fjordbikes.example'
const home = aMonitor({ site_id: siteId, name: host })

function aRelease(at: number, own: object = {}) {
  const detail = { title: 'Shop 2.4', url: 'https://git.example/shop/2.4', host }
  return {
    id: 'r1',
    at: isoAt(at),
    kind: 'release.created',
    actor: 'holder',
    actor_name: null,
    site_id: siteId,
    monitor_id: null,
    detail,
    ...own,
  }
}

/** A sample every half hour, whose times are these and a little more. */
function everyHalfHour(from: number, to: number, metrics: Readonly<Record<string, number>>) {
  return Array.from({ length: Math.floor((to - from) / (hour / 2)) }, (_, i) =>
    aSample({
      id: `s${from}${i}`,
      profile_id: home.id,
      taken_at: isoAt(from + (i * hour) / 2),
      metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, value * (1 + (i % 5) / 200)])),
    }),
  )
}

type Samples = ReturnType<typeof everyHalfHour>

/** Answers with the samples of the window that is asked for. */
function withSamples(service: StubService, samples: Samples): StubService {
  return service.reply(listMonitors.user, onePage({ rows: [home] })).answer(listSamples.user, ({ query }) => {
    const [from, to] = [Number(query.get('from') ?? 0), Number(query.get('to') ?? Infinity)]
    const found = samples.filter(({ taken_at }) => Date.parse(taken_at) >= from && Date.parse(taken_at) <= to)
    const start = (Number(query.get('page') ?? 1) - 1) * 100
    return Response.json({
      rows: found.toReversed().slice(start, start + 100),
      current_page: 1,
      per_page: 100,
      total_entries: found.length,
      total_pages: Math.ceil(found.length / 100),
    })
  })
}

const metric = (name: string) => page.getByRole('table', { name: 'Metrics' }).getByRole('row').filter({ hasText: name })

test('a release shows what each metric of the home page was before and has been since', async () => {
  const at = now - 12.5 * hour
  const steady = { load: 3000, dns: 20 }
  const samples = [
    ...everyHalfHour(at - 200 * hour, at, { first_byte: 200, time_to_display: 1500, ...steady }),
    ...everyHalfHour(at, now, { first_byte: 150, time_to_display: 1900, ...steady }),
  ]
  const flush = aRelease(at - hour, { id: 'f', kind: 'cache.flushed', detail: { host } })
  const ofAnother = aRelease(at - hour, { id: 'm', kind: 'monitor.paused', monitor_id: 'other', detail: { name: 'x' } })
  const service = withSamples(serviceWith(), samples)
    .reply(readEvent.user, aRelease(at))
    .reply(listEvents.user, onePage({ rows: [aRelease(at), flush, ofAnother] }))
  const { unmount } = await renderPage('/activity/r1', service, 'user')
  await expect.element(page.getByRole('heading', { name: 'Release: Shop 2.4' })).toBeVisible()
  const link = page.getByRole('link', { name: 'git.example' })
  await expect.element(link).toHaveAttribute('href', 'https://git.example/shop/2.4')
  await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/noopener|noreferrer/))
  await expect.element(page.getByText('1 worse, 1 better')).toBeVisible()
  await expect
    .element(
      page.getByText(/^Compares 48 samples of the 24 hours before with 25 samples of the 12\sh\s\d+\smin since\./),
    )
    .toHaveTextContent('1 other change in this time may have had an effect too.')
  await expect
    .element(metric('Largest contentful paint'))
    .toHaveTextContent(/1\.51\ss1\.92\ss\+404\sms, \+26\.7%, worse/)
  await expect.element(metric('First byte')).toHaveTextContent(/−51\sms, −25%, better/)
  await expect.element(metric('Load')).toHaveTextContent('no difference shown')
  await expect.element(metric('DNS lookup')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '1 more metric without a difference shown' }).click()
  await expect.element(metric('DNS lookup')).toHaveTextContent('no difference shown')
  await page.getByRole('radio', { name: '7 d' }).click()
  await expect.element(page.getByText(/^Compares 336 samples of the 7 days before with 25 samples/)).toBeVisible()
  await expect.poll(() => location.search).toBe('?metrics=all&window=7d')
  await unmount()
})

test('with few samples it says how many there are, and of how many', async () => {
  const at = now - 2.25 * hour
  const samples = everyHalfHour(at - 24 * hour, now, { first_byte: 200 })
  const service = withSamples(serviceWith(), samples)
    .reply(readEvent.user, aRelease(at))
    .reply(listEvents.user, onePage({ rows: [] }))
  await renderPage('/activity/r1', service, 'user')
  await expect
    .element(
      page.getByText(
        /^Not enough samples yet: 4 of 10 in the 2\sh\s\d+\smin since\. The comparison comes in about [23]\sh/,
      ),
    )
    .toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Metrics' })).not.toBeInTheDocument()
})

test('samples that were lacking before a release aren’t waited for', async () => {
  const at = now - 2.25 * hour
  const service = withSamples(serviceWith(), everyHalfHour(at, now, { first_byte: 200 }))
    .reply(readEvent.user, aRelease(at))
    .reply(listEvents.user, onePage({ rows: [] }))
  await renderPage('/activity/r1', service, 'user')
  await expect
    .element(page.getByText('Not enough samples: 0 of 10 in the 24 hours before.', { exact: true }))
    .toBeVisible()
})

test('a release of all sites shows one of them, which the address names', async () => {
  const at = now - 12 * hour
  const [other, ofAll] = [aSite({ id: 'other', host: 'other.example' }), { site_id: null }]
  const service = withSamples(serviceWith([other, aSite()]), everyHalfHour(at - 24 * hour, now, { first_byte: 200 }))
    .reply(readEvent.user, aRelease(at, ofAll))
    .reply(listEvents.user, onePage({ rows: [aRelease(at, ofAll)] }))
  await renderPage('/activity/r1', service, 'user')
  await expect.element(page.getByText('No monitor checks this site’s home page.')).toBeVisible()
  await expect.element(page.getByText(/· All sites · Account holder/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Site' }).selectOptions(host)
  await expect.poll(() => location.search).toBe(`?site=${siteId}`)
  await expect.element(metric('First byte')).toHaveTextContent('no difference shown')
})

test('of a site that is gone, and where samples can’t be read, it says so', async () => {
  const at = now - 12 * hour
  const service = serviceWith()
    .reply(readEvent.user, aRelease(at, { id: 'r2', site_id: 'gone' }))
    .reply(listMonitors.user, onePage({ rows: [home] }))
    .refuse(listSamples.user, { status: 500, error: 'The service failed.' })
  const { unmount } = await renderPage('/activity/r2', service, 'user')
  await expect.element(page.getByText('The site was deleted.')).toBeVisible()
  await unmount()
  service.reply(readEvent.user, aRelease(at))
  await renderPage('/activity/r1', service, 'user')
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the samples.' })
  await expect.element(alert).toBeVisible()
  withSamples(service, everyHalfHour(at - 24 * hour, now, { first_byte: 200 }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(metric('First byte')).toBeVisible()
})

test('a release has a mark of its own on charts, which leads to its page, and a row with its link', async () => {
  const at = now - 12 * hour
  const service = withSamples(serviceWith(), everyHalfHour(now - 24 * hour, now, { time_to_display: 1500 }))
    .reply(listEvents.user, onePage({ rows: [aRelease(at, { site_id: null })] }))
    .reply(readSeries.user, {
      buckets: [{ at, count: 1, by_type: {}, metrics: { time_to_display: { p50: 1, p75: 1, p95: 1, p99: 1 } } }],
    })
    .refuse(readSample.user, { status: 404 })
  const { unmount } = await renderPage(`/sites/${siteId}`, service, 'user')
  const mark = page.getByRole('list', { name: 'Changes' }).getByRole('link', { name: /Release: Shop 2\.4 \(Account/ })
  await expect.element(mark.first()).toHaveAttribute('href', `/activity/r1?site=${siteId}`)
  await unmount()
  await renderPage('/activity', service, 'user')
  const row = page.getByRole('row').filter({ hasText: 'Release: Shop 2.4' })
  await expect.element(row.getByRole('link', { name: 'Release: Shop 2.4' })).toHaveAttribute('href', '/activity/r1')
  await expect.element(row.getByRole('link', { name: 'git.example' })).toHaveAttribute('target', '_blank')
})

test('a viewer is told who can add a release', async () => {
  const service = withSamples(serviceWith(), []).reply(listEvents.user, onePage({ rows: [] }))
  await renderFor(aCurrentSession({ memberships: [aMembership({ role: 'viewer' })] }), '/activity', service)
  const add = page.getByRole('button', { name: 'Add release' })
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(add)
    .toHaveAccessibleDescription('Only operators, managers and owners can do this. You’re a viewer here.')
  await expect.element(page.getByRole('link', { name: 'Add release' })).not.toBeInTheDocument()
})

test('a viewer is told who can create the monitor that is missing', async () => {
  const service = withSamples(serviceWith([aSite({ id: 'other', host: 'other.example' })]), [])
    .reply(readEvent.user, aRelease(now - hour, { site_id: 'other' }))
    .reply(listEvents.user, onePage({ rows: [] }))
  await renderFor(aCurrentSession({ memberships: [aMembership({ role: 'viewer' })] }), '/activity/r1', service)
  await expect
    .element(page.getByRole('button', { name: 'Create a monitor' }))
    .toHaveAccessibleDescription('Only managers and owners can do this. You’re a viewer here.')
  await expect.element(page.getByRole('link', { name: 'Create a monitor' })).not.toBeInTheDocument()
})

test('a release is added by hand, and what is refused is said at its field', async () => {
  const service = withSamples(serviceWith(), [])
    .reply(listEvents.user, onePage({ rows: [] }))
    .reply(readEvent.user, aRelease(now))
    .refuse(createRelease.user, { status: 422, error: 'url is refused.', fields: { url: 'can’t be reached' } })
  await renderPage('/activity', service, 'user')
  await page.getByRole('link', { name: 'Add release' }).click()
  await page.getByRole('button', { name: 'Add release' }).click()
  await expect.element(page.getByText('Enter what went live.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Shop 2.4')
  await page.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Add release' }).click()
  await expect.element(page.getByText(/^This must be an http or https address/)).toBeVisible()
  expect(service.received(createRelease.user)).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Link' }).fill('https://git.example/shop/2.4')
  await page.getByRole('combobox', { name: 'Site' }).selectOptions(host)
  await page.getByRole('button', { name: 'Add release' }).click()
  await expect.element(page.getByText('Can’t be reached.')).toBeVisible()
  service.reply(createRelease.user, aRelease(now))
  await page.getByRole('button', { name: 'Add release' }).click()
  await expect.element(page.getByRole('heading', { name: 'Release: Shop 2.4' })).toBeVisible()
  const sent = new URLSearchParams(service.received(createRelease.user).at(-1)?.body)
  expect(Object.fromEntries(sent)).toMatchObject({
    title: 'Shop 2.4',
    url: 'https://git.example/shop/2.4',
    site_id: siteId,
  })
})
