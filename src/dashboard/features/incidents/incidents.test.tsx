import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  acknowledgeIncident,
  addIncidentNote,
  deviceOf,
  listAlerts,
  listIncidents,
  listMonitors,
  listSamples,
  readIncident,
  readMonitor,
  readSample,
  readSeries,
} from '../../../contract/index.ts'
import { aMonitor, anIncident, aSample, aSite, aWholeSample, onePage, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'

test.each([
  ['partner', `/accounts/${accountId}/incidents`],
  ['user', '/incidents'],
] as const)('a %s is told that a service reports no incidents', async (role, address) => {
  await renderPage(address, serviceWith(), role)
  await expect.element(page.getByText('This service doesn’t report incidents')).toBeVisible()
})

const monitor = aMonitor({ site_id: siteId })
const sample = aSample({ taken_at: new Date().toISOString(), metrics: { status_code: 503 } })
const place = {
  monitor_id: monitor.id,
  monitor_name: monitor.name,
  location: 'Frankfurt',
  since: anIncident().started_at,
  until: null,
  cause: 'HTTP 503',
  first_sample_id: sample.id,
  last_sample_id: sample.id,
  samples: 3,
}
const open = anIncident({ places: [place] })
const ended = anIncident({
  id: '01990000-0000-7000-8000-000000000402',
  host: 'shop.fjordbikes.example',
  ended_at: '2026-11-21T11:00:00Z',
  end_reason: 'recovered',
})
const endedAt = (at: string) => ({ ended_at: at, end_reason: 'recovered' })
const none = onePage({ rows: [] })
const verdict = page.getByRole('region', { name: 'Health' })
const timeline = page.getByRole('list', { name: 'Timeline' })
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** A site whose home page is measured, with an incident. */
const service = (incident = open, site = aSite()) =>
  serviceWith([site])
    .answer(listIncidents.user, ({ query }) =>
      Response.json(onePage({ rows: query.get('open') === 'false' ? [] : [incident] })),
    )
    .reply(readIncident.user, incident)
    .reply(listMonitors.user, onePage({ rows: [monitor] }))
    .reply(readMonitor.user, monitor)
    .reply(listSamples.user, onePage({ rows: [sample] }))
    .reply(readSample.user, aWholeSample())
    .reply(readSeries.user, { buckets: [] })

test('the verdict stands on every page of the site, and a recovery is shown and announced without a reload', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const stub = service()
    await renderPage(`/sites/${siteId}`, stub, 'user')
    await expect.element(verdict).toHaveTextContent('Down since')
    await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Traffic' }).click()
    await expect.element(page.getByText('This service doesn’t show traffic to account holders')).toBeVisible()
    await expect.element(verdict).toHaveTextContent('Down since')
    stub.reply(listIncidents.user, none)
    vi.advanceTimersByTime(60_000)
    await expect.element(page.getByRole('status').filter({ hasText: /^Healthy$/ })).toBeInTheDocument()
    await expect.element(verdict).toHaveTextContent(/Healthy home page checked/)
  } finally {
    vi.useRealTimers()
  }
})

test('a healthy site is quiet, and leads to its latest sample', async () => {
  const { router } = await renderPage(`/sites/${siteId}`, service().reply(listIncidents.user, none), 'user')
  await expect.element(verdict).toHaveTextContent(/Healthy home page checked/)
  const row = page.getByRole('table', { name: 'Latest samples' }).getByRole('link').first()
  await expect.element(row).toHaveAttribute('href', `/samples/${sample.id}`)
  await verdict.getByRole('link', { name: 'Latest sample' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/samples/${sample.id}`)
})

test('a site in maintenance isn’t called down', async () => {
  await renderPage(`/sites/${siteId}`, service(open, aSite({ optimizer: 'maintenance' })), 'user')
  await expect.element(verdict).toHaveTextContent('Maintenance Visitors get a maintenance page')
})

test('incidents are filtered, and the filters are in the address', async () => {
  const stub = service(ended).answer(listIncidents.user, ({ query }) => {
    const isOpen = query.get('open')
    const rows = [open, ended].filter(
      ({ ended_at, kind }) =>
        (isOpen === null || isOpen === String(ended_at === null)) && [null, kind].includes(query.get('kind')),
    )
    return Response.json(onePage({ rows: query.has('monitor_id') ? [ended] : rows }))
  })
  const { unmount } = await renderPage('/incidents', stub, 'user')
  const table = page.getByRole('table', { name: 'Incidents' })
  await expect.element(table).toHaveTextContent('Ended')
  await page.getByRole('radio', { name: 'Open' }).click()
  await expect.element(table).not.toHaveTextContent('Ended')
  await expect.element(table).toHaveTextContent('HTTP 503')
  await expect.poll(() => location.search).toBe('?open=true')
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Certificate')
  const noMatch = page.getByText('No open incidents match', { exact: true })
  await expect.element(noMatch).toBeVisible()
  // nothing is wrong
  expect(noMatch.element().parentElement?.querySelector('svg')?.dataset['tone']).toBe('ok')
  const address = location.pathname + location.search
  await unmount()
  await renderPage(address, stub, 'user')
  await expect.element(noMatch).toBeVisible()
  await page.getByRole('button', { name: 'Show all incidents' }).click()
  await page.getByRole('combobox', { name: 'Monitor' }).selectOptions('Home')
  await expect.element(table.getByRole('row')).toHaveLength(2)
  await expect.poll(() => location.search).toBe(`?monitor_id=${monitor.id}`)
  await table.getByRole('link', { name: /^Down/ }).click()
  await expect.element(heading(`Down: ${ended.host}`)).toBeVisible()
})

test.each([768, 1024])('whether an incident is open is in view at %i px', async (width) => {
  await atWidth(width)
  const places = [place, { ...place, location: 'Virginia' }, { ...place, location: 'Tokyo' }]
  await renderPage('/incidents', service(anIncident({ places, acknowledged_at: open.started_at })), 'user')
  const table = page.getByRole('table', { name: 'Incidents' })
  await expect.element(table.getByText('Open', { exact: true })).toBeInViewport({ ratio: 0.99 })
})

test('on a phone, an incident that has ended says when it began', async () => {
  await onPhone()
  await renderPage('/incidents', service(ended).reply(listIncidents.user, onePage({ rows: [ended] })), 'user')
  const row = page.getByRole('table', { name: 'Incidents' }).getByRole('row').filter({ hasText: 'Ended' })
  await expect.element(row).toHaveTextContent(/ · \d+\s(?:min|h|d) ago/)
})

test('a slow page is slow, not failed, and leads to what changed before', async () => {
  const slow = { ...place, cause: 'Largest contentful paint 5.2 s' }
  const incident = anIncident({ kind: 'slow', severity: 1, cause: slow.cause, places: [slow] })
  await renderPage(`/incidents/${incident.id}`, service(incident), 'user')
  await expect.element(heading(/^Slow: /)).toBeVisible()
  const table = page.getByRole('table', { name: 'Where' })
  await expect.element(table.getByRole('columnheader', { name: 'Slow samples' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^First slow sample/ })).toBeVisible()
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/fail/i)
  await page.getByRole('link', { name: 'Activity in the 24 h before' }).click()
  await expect.element(heading('Activity')).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/activity\?.*from=.*to=/)
})

test.each([
  [{ sample_type: 2, metrics: { status_code: 200, service_score: 42 } }, 'latest check: page score 42'],
  [{ sample_type: 3, metrics: { status_code: 503 } }, 'latest check: HTTP 503'],
  [{ sample_type: 1, metrics: { status_code: 200, service_score: 62 } }, ''],
])(
  'a site without an incident is healthy in lists and on its page, which adds what the latest check found: %o',
  async (latest, words) => {
    const own = { ...sample, ...latest }
    const stub = service()
      .reply(listIncidents.user, none)
      .reply(listSamples.user, onePage({ rows: [own] }))
      .reply(listMonitors.user, onePage({ rows: [{ ...monitor, last_sample: own }] }))
    const { router } = await renderPage(`/sites/${siteId}`, stub, 'user')
    await expect.element(verdict).toHaveTextContent(new RegExp(`^Healthy ${words}${words && ' · '}home page checked`))
    // the band's own
    expect(verdict.element().querySelectorAll('svg')).toHaveLength(1)
    await router.navigate('/sites')
    await expect.element(page.getByRole('row').filter({ hasText: aSite().host })).toHaveTextContent('Healthy')
    if (latest.sample_type < 2) return
    await router.navigate('/monitors')
    const row = page.getByRole('row').filter({ hasText: monitor.name })
    await expect.element(row).toHaveTextContent(words.replace(/^.*: page/, 'Page').replace(/^.*: /, ''))
  },
)

test('evidence is named by what it shows, and stands beside the last good sample', async () => {
  const failed = aSample({ id: 'failed', sample_type: 3 })
  const incident = anIncident({ places: [{ ...place, first_sample_id: 'failed', last_sample_id: 'later' }] })
  const stub = service(incident).reply(listSamples.user, onePage({ rows: [failed, aSample({ id: 'good' })] }))
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  for (const [name, words] of [
    ['Last good, Frankfurt', 'Last good'],
    ['First failure, Frankfurt', 'First failure'],
    ['Latest failure, Frankfurt', 'Latest failure'],
  ] as const)
    await expect.element(evidence.getByRole('link', { name })).toHaveTextContent(words)
  await verdict.getByRole('link', { name: 'Compare with the last good sample' }).click()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/samples\/compare\?.*good.*failed/)
})

test('a long incident compares later samples where the requests of the first ones are gone', async () => {
  const listed = ['last', 'later-good', 'failed', 'good'].map((id) =>
    aSample({ id, sample_type: id.includes('good') ? (id === 'good' ? 1 : 0) : 2 }),
  )
  const incident = anIncident({
    kind: 'slow',
    severity: 1,
    places: [{ ...place, first_sample_id: 'failed', last_sample_id: 'last' }],
  })
  const { requests, headers, ...without } = aWholeSample({
    deleted: { details: { reason: 'age', days: 30 }, screenshots: null },
  })
  const stub = service(incident)
    .reply(listSamples.user, onePage({ rows: listed }))
    .answer(readSample.user, ({ path }) => {
      const id = path.split('/').at(-1)
      const sample_type = listed.find((one) => one.id === id)?.sample_type ?? 0
      return Response.json({
        ...(id?.startsWith('la') ? { ...without, requests, headers, deleted: null } : without),
        id,
        sample_type,
      })
    })
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect.element(evidence.getByRole('link', { name: /^Last before it slowed/ })).toBeVisible()
  expect(evidence.getByText('Requests are no longer kept').elements()).toHaveLength(2)
  const compare = verdict.getByRole('link', { name: /^Compare with/ })
  await expect.element(compare).toHaveAttribute('href', '/samples/compare?id=later-good&id=last')
})

test('a comparison that would be empty isn’t offered, and the sample before the first failure is the last one', async () => {
  const listed = [
    aSample({ id: 'failed', sample_type: 2 }),
    aSample({ id: 'before', sample_type: 2, taken_at: '2026-11-21T09:45:00.000Z' }),
    aSample({ id: 'earlier', sample_type: 1, taken_at: '2026-11-21T05:15:00.000Z' }),
  ]
  const incident = anIncident({ places: [{ ...place, first_sample_id: 'failed', last_sample_id: 'failed' }] })
  const {
    requests: _,
    headers: __,
    ...without
  } = aWholeSample({
    deleted: { details: { reason: 'quota' }, screenshots: null },
  })
  const stub = service(incident)
    .reply(listSamples.user, onePage({ rows: listed }))
    .answer(readSample.user, ({ path }) => {
      const read = listed.find(({ id }) => id === path.split('/').at(-1))
      return Response.json({ ...without, ...read })
    })
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect
    .element(evidence.getByRole('link', { name: 'Last before it failed, Frankfurt' }))
    .toHaveAttribute('href', '/samples/before')
  await expect.element(evidence.getByRole('link', { name: 'First failure, Frankfurt' })).toBeVisible()
  expect(evidence.getByText('Requests are no longer kept').elements()).toHaveLength(2)
  expect(verdict.getByRole('link', { name: /^(Compare|View the latest)/ }).elements()).toEqual([])
})

test.each([
  [{ asked: 1790, failed: 1692 }, /Failed1,692.*1,790.*94.5%.*no chart/],
  [null, 'The service doesn’t report how many requests failed.'],
])('an origin that fails at the edge shows how many requests failed: %o', async (requests, words) => {
  const incident = anIncident({ kind: 'origin', cause: 'HTTP 502', site_id: siteId, places: [], requests })
  await renderPage(`/incidents/${incident.id}`, service(incident), 'user')
  await expect.element(page.getByRole('region', { name: 'Failed requests' })).toHaveTextContent(words)
})

test('what was slow is good again within its limit over the same connection and view, and its evidence is as bad as the incident', async () => {
  const until = '2026-11-21T11:00:00.000Z'
  const line = { bandwidth_down: 5000, bandwidth_up: 1000, latency: 28, drop_rate: 0 }
  const [cable, mobile] = [line, { ...line, latency: 300 }].map((connectivity) => ({ connectivity, view: 'EMPTY' }))
  const slow = { ...place, until, cause: 'LCP 6.7\u00a0s, limit 2\u00a0s', first_sample_id: 'first' }
  const incident = anIncident({ kind: 'slow', severity: 1, cause: slow.cause, places: [slow], ...endedAt(until) })
  const later = [
    aSample({ ...cable, id: 'good', taken_at: '2026-11-21T11:01:00.000Z', metrics: { time_to_display: 1990 } }),
    aSample({ ...cable, id: 'still', taken_at: until, metrics: { time_to_display: 2010 } }),
    aSample({ ...mobile, id: 'mobile', taken_at: until, metrics: { time_to_display: 1130 } }),
    aSample({ ...cable, view: 'FULL', id: 'repeat', taken_at: until, metrics: { time_to_display: 900 } }),
  ]
  const first = aSample({
    ...cable,
    id: 'first',
    taken_at: slow.since,
    sample_type: 2,
    metrics: { time_to_display: 6700 },
  })
  const samples = [...later, first]
  const again = { ...incident, ended_at: null, end_reason: null }
  const others = [
    { ...again, id: 'other metric', cause: 'First byte 1.9\u00a0s, limit 1\u00a0s' },
    { ...again, id: 'down', kind: 'down' },
    { ...again, id: 'again' },
  ]
  const stub = service(incident)
    .reply(listIncidents.user, onePage({ rows: others }))
    .reply(readMonitor.user, { ...monitor, limits: { time_to_display: 2000 } })
    .answer(listSamples.user, ({ query }) => Response.json(onePage({ rows: query.has('from') ? later : [first] })))
    .answer(readSample.user, ({ path }) =>
      Response.json(
        aWholeSample({ ...samples.find(({ id }) => path.endsWith(`/${id}`)), device: deviceOf('DESKTOP') }),
      ),
    )
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect
    .element(evidence.getByRole('link', { name: 'First good again, Frankfurt' }))
    .toHaveAttribute('href', '/samples/good')
  await expect
    .element(evidence)
    .toHaveTextContent(/Evidence\s*Frankfurt · 5 Mbps down, 1 Mbps up, 28 ms · first view · Desktop/)
  // and it is that value which it recovered with, whatever it is now
  const where = page.getByRole('table', { name: 'Where' })
  await expect.element(where.getByRole('columnheader', { name: 'LCP at recovery' })).toBeVisible()
  await expect.element(where.getByRole('row').nth(1)).toHaveTextContent(/^FrankfurtRecovered .*1\.99.s/)
  await expect
    .element(page.getByRole('link', { name: /^Slow again since 21 Nov/ }))
    .toHaveAttribute('href', '/incidents/again')
  const failure = evidence.getByRole('listitem').filter({ hasText: 'First slow sample' })
  await expect.poll(() => tonesIn(failure.element())).toEqual(new Set(['warning']))
})

/** The tones of an element's marks. */
const tonesIn = (element: Element) =>
  new Set([...element.querySelectorAll('[data-tone]')].map((mark) => mark.getAttribute('data-tone')))

test('an ended incident says when and why it ended', async () => {
  const stub = service(ended)
  const { router } = await renderPage(`/incidents/${ended.id}`, stub, 'user')
  await expect.element(page.getByText('First of three good rounds')).toBeVisible()
  await expect.element(page.getByText('Ended', { exact: true })).toBeVisible()
  stub.reply(readIncident.user, { ...ended, id: 'other', end_reason: 'unwatched' })
  await router.navigate('/incidents/other')
  await expect.element(page.getByText('Its monitor was paused, changed or deleted.')).toBeVisible()
  await expect.element(page.getByText('First of three good rounds')).not.toBeInTheDocument()
})

test('a monitor’s page tells what is wrong now, and an incident leads to the samples that show it', async () => {
  const sentence = `${open.host} is down in Frankfurt: it returns HTTP 503.`
  await renderPage(`/monitors/${monitor.id}`, service(), 'user')
  await expect.element(page.getByText(sentence)).toBeVisible()
  await page.getByRole('link', { name: 'View incident' }).click()
  await expect.element(heading(`Down: ${open.host}`)).toBeVisible()
  await page.getByRole('link', { name: 'All samples' }).click()
  await expect.element(page.getByRole('radio', { name: /critical/ })).toBeChecked()
  // what all of them have
  await expect.element(page.getByRole('application', { name: /^Status over time/ })).toBeVisible()
})

test('an incident is acknowledged on its page, which says who did and when', async () => {
  const stub = service().refuse(acknowledgeIncident.user, { status: 503, error: 'The service cannot answer now.' })
  await renderPage(`/incidents/${open.id}`, stub, 'user')
  const acknowledge = page.getByRole('button', { name: `Acknowledge Down: ${open.host}` })
  await acknowledge.click()
  await expect.element(page.getByText('Couldn’t change the acknowledgement.')).toBeVisible()
  const known = { ...open, acknowledged_at: new Date().toISOString(), acknowledged_by: 'holder' }
  stub.answer(acknowledgeIncident.user, () => {
    stub.reply(readIncident.user, known)
    return Response.json(known)
  })
  await acknowledge.click()
  await expect.element(timeline).toHaveTextContent(/Acknowledged.*By the account holder/)
  await expect.element(page.getByText(/^Acknowledged just now by the account holder$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Take back acknowledgement/ })).toHaveTextContent('Take back')
  await expect.element(page.getByText('Couldn’t change the acknowledgement.')).not.toBeInTheDocument()
})

test('an acknowledgement and a note name the person', async () => {
  const grace = { id: 'grace', name: 'Grace' }
  const at = new Date().toISOString()
  const note = {
    id: 'note',
    at,
    by: 'holder',
    by_name: null,
    person: { id: 'ada', name: 'ada Byron' },
    text: 'Looking',
  }
  const known = {
    ...open,
    acknowledged_at: at,
    acknowledged_by: 'partner_as_holder',
    acknowledged_by_name: 'Nordhost',
    acknowledged_person: grace,
    notes: [note],
  }
  await renderPage(`/incidents/${open.id}`, service(detail({ ...known, opened_at: '2026-11-21T10:10:00Z' })), 'user')
  await expect
    .element(timeline)
    .toHaveTextContent(/First failed sample.*Incident opened.*Acknowledged.*By Grace of Nordhost.*ada Byron.*Looking/)
  await expect.element(page.getByText(/^Acknowledged just now by Grace of Nordhost$/)).toBeVisible()
})

test('an ended incident can’t be acknowledged', async () => {
  await renderPage(`/incidents/${ended.id}`, service(ended), 'user')
  await expect.element(heading(`Down: ${ended.host}`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /cknowledge/ })).not.toBeInTheDocument()
})

const detail = (own: object = {}) => ({ ...open, opened_at: open.started_at, notes: [], ...own })

test('a note is written where it’s read, and what was typed survives a failed save', async () => {
  const stub = service()
    .reply(readIncident.user, detail())
    .refuse(addIncidentNote.user, { status: 503, error: 'The service cannot answer now.' })
  const { unmount } = await renderPage(`/incidents/${open.id}`, stub, 'user')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect.element(note).toHaveFocus()
  await note.fill('See <b>https://status.example</b>')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Couldn’t save the note.')).toBeVisible()
  await unmount()
  await renderPage(`/incidents/${open.id}`, stub, 'user')
  await expect.element(note).toHaveValue('See <b>https://status.example</b>')
  stub.answer(addIncidentNote.user, ({ body }) => {
    const { text } = JSON.parse(body) as { text: string }
    const saved = detail({ notes: [{ id: 'note', at: new Date().toISOString(), by: 'holder', by_name: null, text }] })
    stub.reply(readIncident.user, saved)
    return Response.json(saved)
  })
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect.element(timeline).toHaveTextContent('The account holder')
  await expect.element(timeline).toHaveTextContent('See <b>https://status.example</b>')
  // what people write is text
  await expect.element(timeline.getByRole('link')).not.toBeInTheDocument()
  await expect.element(note).not.toBeInTheDocument()
})

test('a service without notes offers none', async () => {
  await renderPage(`/incidents/${open.id}`, service(), 'user')
  await expect.element(heading(`Down: ${open.host}`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add note' })).not.toBeInTheDocument()
})

test('the timeline says who was told, what failed and why, and what comes next', async () => {
  const alert = (own: object) => ({
    id: 'sent',
    rule_id: 'rule',
    rule_name: 'What is down',
    channel: 'email',
    target: 'ops@fjordbikes.example',
    incident_id: open.id,
    account_id: null,
    what: 'opened',
    subject: 'Down',
    state: 'sent',
    reason: null,
    attempts: 1,
    next_at: null,
    last_error: null,
    created_at: open.started_at,
    sent_at: open.started_at,
    digest_id: null,
    ...own,
  })
  const hook = { id: 'hook', channel: 'webhook', target: 'https://hooks.example/on-call', state: 'failed', attempts: 2 }
  const rows = [alert({}), alert({ ...hook, last_error: 'The recipient answered 503.' })]
  const next_round_at = new Date(Date.now() + 3.9 * 60_000).toISOString()
  const stub = service()
    .reply(readIncident.user, detail())
    .reply(readMonitor.user, { ...monitor, next_round_at })
    .reply(listAlerts.user, onePage({ rows }))
  await renderPage(`/incidents/${open.id}`, stub, 'user')
  await expect.element(timeline).toHaveTextContent('Told 1 recipient')
  await expect.element(timeline).toHaveTextContent(/hooks.example\/on-call.*failed, 2 attempts.*answered 503/)
  await expect
    .element(timeline.getByRole('listitem').last())
    .toHaveTextContent(/^Recoversnext round in 3.minAfter three good rounds in a row$/)
  expect(stub.received(listAlerts.user)[0]?.query.get('incident_id')).toBe(open.id)
})

test('the timeline says that no alert was sent, unless that isn’t known', async () => {
  const stub = service()
    .reply(readIncident.user, detail())
    .refuse(listAlerts.user, { status: 403, error: 'Not yours.' })
  const { unmount } = await renderPage(`/incidents/${open.id}`, stub, 'user')
  await expect.element(timeline).toHaveTextContent('Recovers')
  await expect.poll(() => stub.received(listAlerts.user).length).toBeGreaterThan(0)
  await expect.element(timeline).not.toHaveTextContent('told')
  await unmount()
  stub.reply(listAlerts.user, none)
  await renderPage(`/incidents/${open.id}`, stub, 'user')
  await expect.element(timeline).toHaveTextContent('None of your alert rules covers it. Alerts')
  // a colour is not enough to know a link by, in a sentence
  await expect.element(timeline.getByRole('link', { name: 'Alerts' })).toHaveStyle({ textDecorationLine: 'underline' })
  await expect.element(timeline.getByRole('link', { name: 'Alerts' })).toHaveAttribute('href', '/alerts')
})

test('what is down shows how many samples failed where, as a chart without values and as a table', async () => {
  const at = Date.parse(open.started_at)
  const bucket = (type: number, own: object) => ({ at, count: 24, by_type: { [type]: 24 }, metrics: {}, ...own })
  const spread = { p50: 900, p75: 900, p95: 900, p99: 900 }
  const parts = [
    { location: 'Frankfurt', buckets: [bucket(3, { values: {} })] },
    {
      location: 'Tokyo',
      buckets: [bucket(0, { metrics: { time_to_display: spread }, values: { time_to_display: 24 } })],
    },
  ]
  await renderPage(`/incidents/${open.id}`, service().reply(readSeries.user, { buckets: [], parts }), 'user')
  const chart = page.getByRole('img', { name: 'Failed samples by location, around the incident' })
  await expect.element(chart).toBeVisible()
  await expect.poll(() => chart.element().querySelectorAll('path[data-tone=critical]').length).toBe(2)
  const labels = () => [...chart.element().querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(labels().filter((label) => !/^\d/.test(label))).toEqual(['Frankfurt', 'Tokyo'])
  await page.getByRole('region', { name: 'Failed samples' }).getByRole('button', { name: /table/i }).click()
  await expect
    .element(
      page
        .getByRole('table', { name: /^Failed samples/ })
        .getByRole('row')
        .nth(1),
    )
    .toHaveTextContent(/24 failednone failed$/)
})

test('counts of failed requests are whole numbers', async () => {
  const broken = { ...place, cause: '/app.js failed: status 404' }
  const incident = anIncident({ kind: 'resources', severity: 2, cause: broken.cause, places: [broken] })
  const at = Date.parse(incident.started_at)
  const spread = { p50: 0.5, p75: 0.75, p95: 0.95, p99: 0.99 }
  const buckets = [{ at, count: 2, by_type: { 2: 2 }, metrics: { request_errors: spread } }]
  const stub = service(incident).reply(readSeries.user, { buckets, parts: [{ location: 'Frankfurt', buckets }] })
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const chart = page.getByRole('region', { name: 'Failed requests' })
  await chart.getByRole('button', { name: /table/i }).click()
  await expect.element(chart.getByRole('table').getByRole('row').nth(1)).toHaveTextContent(/1$/)
  await expect.element(page.getByRole('table', { name: 'Where' })).not.toHaveTextContent('0.5')
})

test('a slow incident shows its value over time by location, with the limit, and where it is usual', async () => {
  const slow = { ...place, cause: 'LCP 5.19\u00a0s, limit 2\u00a0s', samples: 24 }
  const incident = anIncident({ kind: 'slow', severity: 1, cause: slow.cause, places: [slow] })
  const limited = aMonitor({ ...monitor, limits: { time_to_display: 2000 } })
  const at = Date.parse(incident.started_at)
  const part = (where: string, value: number) => {
    const spread = { p50: value, p75: value, p95: value, p99: value }
    return {
      location: where,
      buckets: [{ at, count: 24, by_type: { 0: 24 }, metrics: { time_to_display: spread } }],
    }
  }
  const stub = service(incident)
    .reply(readMonitor.user, limited)
    .reply(readSeries.user, {
      buckets: [{ at, count: 48, by_type: { 0: 48 }, metrics: {} }],
      parts: [part('Frankfurt', 1060), part('Tokyo', 1340)],
    })
    .reply(
      listSamples.user,
      onePage({ rows: [{ ...sample, location: 'Frankfurt', metrics: { time_to_display: 5190 }, sample_type: 1 }] }),
    )
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  await expect.element(verdict).toHaveTextContent('LCP is 5.19 s in Frankfurt, limit 2 s')
  await expect.element(page.getByRole('img', { name: 'Limit for Largest contentful paint: 2 s' })).toBeVisible()
  const where = page.getByRole('table', { name: 'Where' })
  await expect.element(where.getByRole('row').nth(1)).toHaveTextContent(/^FrankfurtSlow since .*5.19.s1.06.s24 of 24$/)
  await expect.element(where.getByRole('row').nth(2)).toHaveTextContent(/^TokyoNot affected–.*1.34.s0 of 24$/)
  // all values are of the connection and view of the first slow sample; numbers of samples are of all
  const asked = stub.received(readSeries.user).map(({ query }) => query.get('like_sample_id'))
  expect(asked.filter((id) => id === sample.id)).toHaveLength(2)
  expect(asked).toHaveLength(3)
  await page.getByRole('radio', { name: '30 d' }).click()
  await expect.poll(() => location.search).toBe('?range=30d')
  await expect
    .element(page.getByRole('img', { name: /^Largest contentful paint by location, over 30 days/ }))
    .toBeVisible()
})

test('of an incident in one view, only that view’s samples are counted; its worst value stays after its end', async () => {
  const slow = {
    ...place,
    cause: 'LCP 5.19\u00a0s, limit 2\u00a0s',
    samples: 12,
    variant: 'first',
    until: '2026-11-21T11:00:00Z',
  }
  const worst = { metric: 'time_to_display', value: 6400, at: '2026-11-21T10:35:00Z' }
  const incident = anIncident({
    kind: 'slow',
    severity: 1,
    cause: slow.cause,
    places: [slow],
    worst,
    ...endedAt('2026-11-21T11:00:00Z'),
  })
  const bucket = (count: number) => [{ at: 0, count, by_type: { 0: count }, metrics: {} }]
  const stub = service(incident).answer(readSeries.user, ({ query }) => {
    const buckets = bucket(query.has('like_sample_id') ? 12 : 24)
    return Response.json({ buckets, parts: [{ location: slow.location, buckets }] })
  })
  await renderPage(`/incidents/${incident.id}`, stub, 'user')
  const where = page.getByRole('table', { name: 'Where' })
  await expect.element(where.getByRole('row').nth(1)).toHaveTextContent(/12 of 12$/)
  await expect
    .element(verdict)
    .toHaveTextContent(/LCP was over its limit of 2.s.*Worst LCP 6.40.s at 21 Nov, \d\d:35\./)
})

test('a host in a cause breaks before its parts', async () => {
  const cause = 'CNAME points to origin.off.fjordbikes-and-ski-rental.example'
  await renderPage('/incidents', service(anIncident({ kind: 'dns', cause })), 'user')
  const row = page.getByRole('row').filter({ hasText: cause })
  await expect.element(row).toBeVisible()
  expect(row.getByRole('cell', { name: cause }).element().querySelectorAll('wbr').length).toBe(3)
})
