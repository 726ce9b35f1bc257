import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type * as z from 'zod/mini'
import {
  eventDetails,
  listEventPeople,
  listEvents,
  listSamples,
  partnerEvents,
  readMonitor,
  readSeries,
  stopMonitor,
  type EventKind,
  type eventRecord,
} from '../../../contract/index.ts'
import { localZone } from '../../kit/format/time.ts'
import { setZone } from '../../kit/format/zone.ts'
import { faults } from '../../test/faults.ts'
import { aCurrentSession, aMembership, aMonitor, aSample, aSite, onePage, siteId } from '../../test/records.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { renderFor } from '../../test/signed-in.ts'
import { atWidth } from '../../test/viewport.ts'

const flushed = {
  id: '01990000-0000-7000-8000-000000000501',
  at: '2026-11-21T10:00:00.000Z',
  kind: 'cache.flushed',
  actor: 'holder',
  site_id: siteId,
  monitor_id: null,
  detail: {},
}

test('a log that can’t be read is reported, and read when it is asked again', async () => {
  const service = serviceWith()
  service.refuse(listEvents.user, { status: 500, error: 'The service failed.' })
  await renderPage('/activity', service, 'user')
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the activity.' })
  for (const [, words, answer] of faults) {
    service.answer(listEvents.user, answer)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toHaveTextContent(words)
  }
  service.reply(listEvents.user, onePage({ rows: [flushed] }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'flushed' })).toHaveTextContent('Account holder')
  await expect.element(alert).not.toBeInTheDocument()
})

test.each(['user', 'partner'] as const)('without a log, the page of a %s says so', async (role) => {
  await renderPage('/activity', serviceWith(), role)
  await expect.element(page.getByText('This service keeps no log of changes')).toBeVisible()
})

test('without a log, no release is asked for', async () => {
  await renderPage('/activity/new', serviceWith(), 'user')
  await expect.element(page.getByText('This service keeps no log of changes')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Title' })).not.toBeInTheDocument()
})

const host = 'off.fjordbikes.example'
const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
let made = 0

type Event = z.input<typeof eventRecord>

const anEvent = (kind: EventKind, detail: object, own: Partial<Event> = {}): Event => ({
  ...flushed,
  id: `event-${++made}`,
  kind,
  detail: eventDetails[kind].parse(detail),
  ...own,
})

test('the filters are in the address, and what they leave is exported and paged', async () => {
  const off = anEvent('site.state', { host, from: 'active', to: 'off' }, { actor: 'dns', site_id: 'off' })
  const others = Array.from({ length: 29 }, () => anEvent('cache.flushed', { host }))
  const service = serviceWith([aSite(), aSite({ id: 'off', host })]).answer(listEvents.user, ({ query }) => {
    const isOf = (event: Event) =>
      [null, event.site_id].includes(query.get('site_id')) && [null, event.actor].includes(query.get('actor[]'))
    const found = [off, ...others].filter(isOf)
    const start = (Number(query.get('page')) - 1) * Number(query.get('per_page'))
    return Response.json({
      ...onePage({ rows: found }),
      rows: found.slice(start, start + Number(query.get('per_page'))),
    })
  })
  const { unmount } = await renderPage('/activity', service, 'user')
  await expect.element(page.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('combobox', { name: 'Kind of change' }).selectOptions('States')
  await page.getByRole('combobox', { name: 'Who' }).selectOptions('DNS')
  await expect.element(rows).toHaveLength(2)
  await expect.poll(() => location.search).toBe('?group=states&who=dns')
  await expect.element(rows.nth(1)).toHaveTextContent('DNS no longer points to the service: active → off')
  await expect.element(rows.nth(1)).toHaveTextContent(host)
  await unmount()
  await renderPage('/activity?group=states&who=dns', service, 'user')
  await expect.element(rows).toHaveLength(2)
  expect(service.received(listEvents.user).at(-1)?.query.getAll('kind[]')).toContain('site.state')
  await page.getByRole('combobox', { name: 'Site' }).selectOptions('www.fjordbikes.example')
  await expect.element(page.getByText('No changes match these filters').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show all changes' }).click()
  await expect.poll(() => location.search).toBe('')
  await page.getByRole('radio', { name: '24 h' }).click()
  await expect.poll(() => location.search).toBe('?range=24h')

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByText('Exported 30 changes.')).toBeVisible()
  const name = /^changes-\d{4}-\d\d-\d\d\.csv$/
  expect(saved.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(name))
  saved.mockRestore()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('10')
  await page.getByRole('radio', { name: '30 d' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText(/^11–/)).toBeVisible()
  await expect.poll(() => location.search).toMatch(/per_page=10&page=2|page=2&per_page=10/)
})

test('paths of a purge can be seen, and a deleted site keeps its changes', async () => {
  const purged = anEvent('cache.purged', { host, paths: ['/a', '/b'], count: 2 })
  const created = anEvent('site.created', { host }, { site_id: 'gone' })
  const service = serviceWith().reply(listEvents.user, onePage({ rows: [purged, created] }))
  await renderPage('/activity?site=gone', service, 'user')
  const path = page.getByText('/b', { exact: true })
  await expect.element(path).not.toBeVisible()
  await page.getByText('2 paths purged').click()
  await expect.element(path).toBeVisible()
  const site = page.getByRole('combobox', { name: 'Site' })
  await expect.element(site).toHaveDisplayValue('A deleted site')
  const row = rows.filter({ hasText: 'Site created' })
  await expect.element(row).toHaveTextContent(host)
  await expect.element(row.getByRole('link')).not.toBeInTheDocument()
})

test('a monitor’s chart marks what changed of it and of its site', async () => {
  const monitor = aMonitor({ name: 'Checkout on 3G', site_id: siteId })
  const name = monitor.name ?? ''
  const now = { at: new Date(Date.now() - 60_000).toISOString() }
  const ofIt = { ...now, monitor_id: monitor.id }
  const events = [
    anEvent('monitor.changed', { name, changed: ['connections', 'schedule'] }, ofIt),
    anEvent('settings.changed', { host, on: [], off: [], changed: ['filters'] }, now),
  ]
  const service = serviceWith()
    .reply(readMonitor.user, monitor)
    .reply(listSamples.user, onePage({ rows: [aSample({ taken_at: now.at })] }))
    .reply(readSeries.user, { buckets: [] })
    .answer(listEvents.user, () => Response.json(onePage({ rows: events })))
    .answer(stopMonitor.user, () => {
      events.unshift(anEvent('monitor.paused', { name }, ofIt))
      return Response.json([{ ...monitor, status: 'SUSPENDED' }])
    })
  await renderPage(`/monitors/${monitor.id}`, service, 'user')
  const mark = (words: string) =>
    page.getByRole('list', { name: 'Changes' }).first().getByRole('listitem').filter({ hasText: words })
  await expect.element(mark('Checkout on 3G: Monitor changed: connections, schedule')).toBeInTheDocument()
  await expect.element(mark('Exceptions changed')).toBeInTheDocument()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(mark('Checkout on 3G: Monitor paused (Account holder)')).toBeInTheDocument()
})

test('changes are those of a person that is chosen among who made some, and the address keeps it', async () => {
  const people = [
    { id: 'ada', name: 'Ada' },
    { id: 'grace', name: 'Grace' },
  ]
  const stub = serviceWith()
    .reply(listEventPeople.user, { people })
    .reply(listEvents.user, onePage({ rows: [{ ...flushed, person: people[0] }] }))
  await renderPage('/activity', stub, 'user')
  await expect.element(rows.nth(1)).toHaveTextContent('Ada')
  await page.getByRole('combobox', { name: 'Person' }).selectOptions('Grace')
  await expect.poll(() => location.search).toBe('?person=grace')
  await expect.poll(() => stub.received(listEvents.user).at(-1)?.query.get('person_id')).toBe('grace')
})

test('a person in the address who made no change that is left can be taken back', async () => {
  const stub = serviceWith()
    .reply(listEventPeople.user, { people: [] })
    .reply(listEvents.user, onePage({ rows: [] }))
  await renderPage('/activity?person=gone', stub, 'user')
  await expect.element(page.getByRole('combobox', { name: 'Person' })).toHaveDisplayValue('Somebody else')
  await page.getByRole('button', { name: 'Show all changes' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Person' })).not.toBeInTheDocument()
})

const grace = { id: 'grace', name: 'Grace' }
const atPartner = (kind: EventKind, detail: object, own: Partial<Event> = {}) => {
  const { site_id: _, monitor_id: __, ...event } = anEvent(kind, detail, { actor: 'partner', ...own })
  return event
}
const partnerRows = [
  atPartner('key.created', { name: 'Billing', role: 'viewer', sites: null, until: null }, { person: grace }),
  atPartner('person.sign_ins_failed', { name: 'Grace', count: 3 }, { actor: 'service' }),
  atPartner('alert_rule.muted', { name: 'Night shift', until: flushed.at }, { actor_name: 'Nordhost' }),
  atPartner('person.signed_in', { browser: 'Firefox on Linux' }, { actor_name: 'Nordhost', person: grace }),
]
const partnerLog = () =>
  serviceWith()
    .reply(partnerEvents.people, { people: [grace] })
    .reply(partnerEvents.list, onePage({ rows: partnerRows }))

test('on a phone, a change of no site in particular has no dash', async () => {
  await atWidth(390)
  const service = serviceWith().reply(
    listEvents.user,
    onePage({ rows: [anEvent('account.password', { email: 'a@b.example' }, { site_id: null }), flushed] }),
  )
  await renderPage('/activity', service, 'user')
  await expect.element(rows.filter({ hasText: 'flushed' })).toBeVisible()
  await expect.element(rows.filter({ hasText: 'assword' })).not.toHaveTextContent('–')
  await atWidth(1280)
  await expect.element(rows.filter({ hasText: 'assword' })).toHaveTextContent('–')
})

test('a partner’s own log says who signed in and what changed of its people, keys and rules', async () => {
  const service = partnerLog()
  const viewer = aMembership({ kind: 'partner', id: partnerId, name: 'Nordhost', role: 'viewer' })
  await renderFor(aCurrentSession({ memberships: [viewer] }), '/', service, 'partner')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
  await expect.element(rows).toHaveLength(5)
  const rowOf = (what: string) => rows.filter({ hasText: what })
  await expect.element(rowOf('Key Billing created as viewer')).toHaveTextContent('Grace')
  await expect.element(rowOf('3 failed sign-ins as Grace on that day')).toHaveTextContent('The service')
  await expect
    .element(rowOf('Alert rule muted').getByRole('link', { name: 'Night shift' }))
    .toHaveAttribute('href', '/alerts')
  await expect.element(rowOf('Alert rule muted')).toHaveTextContent('Nordhost')
  // whose log it is needn't be said of everybody in it
  await expect.element(rowOf('Signed in, Firefox on Linux')).not.toHaveTextContent('of Nordhost')
  await expect.element(page.getByRole('link', { name: 'Add release' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Site' })).not.toBeInTheDocument()
  const offered = page.getByRole('combobox', { name: 'Kind of change' }).getByRole('option')
  expect(offered.elements().map(({ textContent }) => textContent)).toEqual([
    'All changes',
    'Alerts',
    'People and sign-ins',
    'Account',
  ])

  await page.getByRole('combobox', { name: 'Person' }).selectOptions('Grace')
  await expect.poll(() => location.search).toBe('?person=grace')
  await expect.poll(() => service.received(partnerEvents.list).at(-1)?.query.get('person_id')).toBe('grace')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByText('Exported 4 changes.')).toBeVisible()
  saved.mockRestore()
  expect(service.received(partnerEvents.list).at(-1)?.query.get('person_id')).toBe('grace')
  expect(service.received(listEvents.user)).toEqual([])
})

test('on a phone, a partner’s own log has its filters in one sheet', async () => {
  await atWidth(390)
  await renderPage('/activity?person=grace', partnerLog())
  await expect.element(page.getByText('Signed in, Firefox on Linux')).toBeVisible()
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('combobox', { name: 'Person' }).selectOptions('All people')
  await expect.poll(() => location.search).toBe('')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a partner’s own log that is empty or refused says so', async () => {
  const service = serviceWith().refuse(partnerEvents.list, { status: 403, error: 'Only owners can do this.' })
  await renderPage('/activity', service)
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the activity.' })
  await expect.element(alert).toHaveTextContent('Only owners can do this.')
  for (const [, words, answer] of faults) {
    service.answer(partnerEvents.list, answer)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toHaveTextContent(words)
  }
  service.reply(partnerEvents.list, onePage({ rows: [] }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  const said = page.getByRole('status').filter({ hasText: 'Nothing changed in this time range' })
  await expect.element(said).toHaveTextContent('Sign-ins, and changes of people, keys and alert rules appear here')
})

test('an account holder’s link to the changes of a site isn’t one to a partner’s own log', async () => {
  const service = partnerLog()
  const { router } = await renderPage(`/activity?site=${siteId}&range=7d`, service)
  await expect.element(page.getByRole('heading', { level: 1, name: /^Which account has / })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('fjord')
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/accounts/${accountId}/activity?site=${siteId}&range=7d`)
  expect(service.received(partnerEvents.list)).toEqual([])
})

test('a time that is skipped is refused in words', async () => {
  setZone('Europe/Berlin')
  onTestFinished(() => setZone(localZone))
  const service = serviceWith().reply(listEvents.user, onePage({ rows: [] }))
  await renderPage('/activity?from=2026-03-28T20:00:00.000Z&to=2026-03-29T08:00:00.000Z', service, 'user')
  await page.getByRole('button', { name: 'Dates…' }).click()
  await page.getByLabelText('To', { exact: true }).fill('2026-03-29T02:30')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      '29 Mar 2026, 02:30 doesn’t exist: the clocks go from 29 Mar 2026, 02:00 straight to 29 Mar 2026, 03:00.',
    )
})
