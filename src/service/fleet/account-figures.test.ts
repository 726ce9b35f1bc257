import { expect, test } from 'vitest'
import { listFleet, readAvailability, readFigures } from '../../contract/index.ts'
import { addTraffic } from '../database/index.ts'
import { recordRounds } from '../incidents/index.ts'
import { insertIncident, insertSample, populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import { FleetFigures } from './index.ts'

const hour = 3_600_000
const day = 24 * hour
const today = Math.floor(start / day)
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function world() {
  const service = await testService()
  const { db, ask } = service
  const partner = await service.makePartner()
  const populated = await populate(service, partner)
  const { account, ids } = populated
  const siteId = ids['site_id'] ?? ''
  const { id: monitorId } = await db
    .selectFrom('monitors')
    .select('id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  const figures = new FleetFigures({ ...service.services, pauseMs: 0 })
  const path = { partner_id: partner.id, account_id: account.id }
  return {
    ...service,
    ...populated,
    partner,
    siteId,
    monitorId,
    figures,
    ofPartner: (query = {}) => ask(readFigures.partner, { path, query }, partner.key),
    ofUser: (query = {}) => ask(readFigures.user, { query }, account.key),
    /** Notes an hour of a day that was measured. @param failed its share that failed */
    hourOf: (dayNumber: number, at: number, failed = 0) =>
      db
        .insertInto('availability')
        .values({
          monitor_id: monitorId,
          hour: dayNumber * 24 + at,
          measured_ms: hour,
          failed_ms: failed * hour,
          rounds: 1,
          failed_rounds: 0,
          samples: 1,
          clean_samples: 1,
        })
        .execute(),
    sample: (dayNumber: number, lcp: number) =>
      insertSample(db, { monitorId, at: dayNumber * day + hour, metrics: { time_to_display: lcp } }),
  }
}

test('an account has the figures of its sites’ last 30 days, and each site its own', async () => {
  const service = await world()
  const { db, siteId, account, figures, hourOf, sample } = service
  await db.updateTable('sites').set({ state: 'active' }).where('id', '=', siteId).execute()
  await hourOf(today - 29, 3)
  await hourOf(today - 12, 3, 1)
  await hourOf(today - 11, 3, 0.25)
  await hourOf(today - 10, 3)
  // longer ago than the figures cover
  await hourOf(today - 30, 3, 1)
  for (const [ago, lcp] of [
    [10, 1000],
    [9, 3000],
    [8, 2000],
    [30, 4000],
    [59, 6000],
    [60, 9000],
  ] as const)
    await sample(today - ago, lcp)
  const began = (today - 10) * day
  const slow = { account_id: account.id, site_id: siteId, host: 'slow.example', kind: 'slow' as const }
  await insertIncident(db, { ...slow, started_at: began, ended_at: began + hour })
  const bytes = { serviceBytes: 1000, originBytes: 100 }
  await addTraffic(db, [
    { siteId, at: start, serviceRequests: 80, originRequests: 20, ...bytes },
    { siteId, at: (today - 29) * day, serviceRequests: 20, originRequests: 20, ...bytes },
    // requests are of the 30 days up to now: the first of them began before this time of day
    { siteId, at: start - 30 * day + hour, serviceRequests: 90, originRequests: 0, ...bytes },
    { siteId, at: start - 30 * day - hour, serviceRequests: 7, originRequests: 0, ...bytes },
    // so did the first of the 30 days before
    { siteId, at: start - 60 * day + hour, serviceRequests: 3, originRequests: 0, ...bytes },
    { siteId, at: start - 60 * day - hour, serviceRequests: 1000, originRequests: 0, ...bytes },
  ])
  expect(await figures.run()).toBe(1)
  const read = await service.ofUser()
  expect(await service.ofPartner()).toEqual(read)
  const failed_ms = 1.25 * hour
  const shared = { availability: (4 * hour - failed_ms) / (4 * hour), failed_ms, lcp_p75: 2000, lcp_p75_before: 5000 }
  const counted = { requests: 190, offload: 1 - 40 / 190 }
  expect(read).toMatchObject({ ...shared, ...counted, failed_sites: 1, requests_before: 10 })
  expect(read.from).toBe(new Date((today - 29) * day).toISOString().slice(0, 10))
  expect(read.month_from).toBe(`${new Date(start).toISOString().slice(0, 7)}-01`)
  expect(read.counts).toMatchObject({ down: 1, healthy: 0 })
  const states = Array.from({ length: 30 }, () => null as string | null)
  states[0] = 'up'
  states[17] = 'down'
  states[18] = 'partly down'
  states[19] = 'slow'
  expect(read.availability_days).toEqual(states)
  expect(read.lcp_days.slice(18, 23)).toEqual([null, 1000, 3000, 2000, null])
  expect([read.requests_days[0], read.requests_days.at(-1), read.requests_days.length]).toEqual([20, 80, 30])
  const isThisMonth = new Date((today - 29) * day).getUTCMonth() === new Date(start).getUTCMonth()
  // the site was added today, and the month began before that
  expect([read.saved_from, read.sites[0]?.saved_from]).toEqual(Array.from({ length: 2 }, () => dateOf(start)))
  expect(read.saved_days.at(-1)).toBe(60)
  expect(read.saved_days).toHaveLength(new Date(start).getUTCDate())
  expect(read).toMatchObject({ saved_requests: 60, saved_bytes: isThisMonth ? 1800 : 900 })
  const own = { availability_days: states, lcp_days: read.lcp_days, saved_requests: 60 }
  expect(read.sites).toMatchObject([
    { id: siteId, ...shared, ...counted, ...own, measured_at: new Date(start).toISOString() },
  ])
  expect(await service.ofUser({ site_id: siteId })).toEqual(read)
  await db
    .updateTable('sites')
    .set({ created_at: start - 40 * day })
    .where('id', '=', siteId)
    .execute()
  expect(await service.ofUser()).toMatchObject({
    saved_from: read.month_from,
    sites: [{ saved_from: read.month_from }],
  })
  expect((await service.ofUser({ site_id: 'another' })).sites).toEqual([])
})

test('an account’s LCP is that of its median site, compared at sites measured before too, and null without any', async () => {
  const { db, account, siteId, ofUser } = await world()
  const site = await db.selectFrom('sites').selectAll().where('id', '=', siteId).executeTakeFirstOrThrow()
  const lcps = [
    [2500, 1000, 3000],
    [null, 5000, null],
    [4500, 7000, 2000],
    [null, null, null],
    // measured before only
    [100, null, null],
    // not live, so not counted
    [9000, 9000, 9000, 'preview'],
    [9000, 9000, 9000, 'off'],
  ] as const
  for (const [i, [earlier, before, now, state = 'active']] of lcps.entries()) {
    const id = `site-${i}`
    const names = { host: `${id}.example`, service_cname: `${id}.edge`, preview_host: `${id}.preview` }
    await db
      .insertInto('sites')
      .values({ ...site, id, account_id: account.id, first: 0, state, ...names })
      .execute()
    const days = [
      ...(earlier === null ? [] : [[today - 40, 0, 0, 0, earlier]]),
      ...(before === null ? [] : [[today - 3, 0, 0, 0, before]]),
      ...(now === null ? [] : [[today, 0, 0, 0, now]]),
    ]
    await db
      .updateTable('site_status')
      .set({ days: JSON.stringify(days) })
      .where('site_id', '=', id)
      .execute()
  }
  const read = await ofUser()
  expect(read).toMatchObject({
    lcp_p75: 4500,
    lcp_p75_before: 3500,
    lcp_p75_compared: 3250,
    lcp_sites: 3,
    lcp_sites_compared: 2,
  })
  expect([read.lcp_days.at(-4), read.lcp_days.at(-1)]).toEqual([5000, 2500])
  const nothing = { availability: null, failed_ms: 0, lcp_p75: null, lcp_p75_before: null, requests: null }
  expect(read.sites.find(({ id }) => id === 'site-3')).toMatchObject({
    ...nothing,
    offload: null,
    saved_requests: null,
    saved_bytes: null,
    measured_at: null,
  })
  expect(read).toMatchObject({ availability: null, requests: null, requests_before: null, saved_requests: null })
})

test('days that are over stay, today follows, and days that were missed are filled in', async () => {
  const { db, clock, siteId, monitorId, figures, hourOf, sample, ofUser, ask, partner } = await world()
  await hourOf(today - 5, 3, 1)
  await sample(today - 5, 1000)
  await figures.run()
  // gone from the tables, kept by the site
  await db.deleteFrom('availability').execute()
  await db.deleteFrom('samples').where('monitor_id', '=', monitorId).execute()
  await clock.advance(3 * day)
  await hourOf(today + 1, 3, 0.25)
  await sample(today + 1, 2000)
  await hourOf(Math.floor(clock.now() / day), Math.floor(clock.now() / hour) % 24)
  await figures.run()
  const { sites } = await ofUser({ site_id: siteId })
  expect(sites[0]?.availability_days.slice(-9)).toEqual([
    'down',
    null,
    null,
    null,
    null,
    null,
    'partly down',
    null,
    'up',
  ])
  expect(sites[0]?.lcp_days.slice(-9)).toEqual([1000, null, null, null, null, null, 2000, null, null])
  const [inFleet] = (await ask(listFleet, { path: { partner_id: partner.id } }, partner.key)).sites
  expect(inFleet?.availability_hours).toHaveLength(24)
  expect(inFleet?.availability_hours?.at(-1)).toBe('up')
})

test('a site without trouble says when it was last checked, and an account how many weren’t', async () => {
  const { db, siteId, monitorId, partner, ofUser, ask } = await world()
  await db.deleteFrom('incidents').execute()
  const liveSince = start - hour
  await db.updateTable('monitors').set({ last_sample_at: null }).where('id', '=', monitorId).execute()
  await db.updateTable('sites').set({ state: 'active', state_since: liveSince }).where('id', '=', siteId).execute()
  for (const [status, last_sample_at, unchecked] of [
    ['RUNNING', null, 1],
    ['RUNNING', liveSince - 1, 1],
    ['RUNNING', liveSince + 1, 0],
    ['SUSPENDED', liveSince + 1, 1],
  ] as const) {
    await db.updateTable('monitors').set({ status, last_sample_at }).where('id', '=', monitorId).execute()
    const checks = {
      monitored: status === 'RUNNING',
      checked_at: last_sample_at === null ? null : new Date(last_sample_at).toISOString(),
    }
    expect(await ofUser()).toMatchObject({ counts: { healthy: 1 - unchecked, unchecked }, sites: [checks] })
    const fleet = await ask(listFleet, { path: { partner_id: partner.id } }, partner.key)
    expect(fleet.sites).toMatchObject([{ trouble: unchecked ? 'unchecked' : 'healthy', ...checks }])
  }
})

test('a round counts for as long as it has lasted, in the figures and in the availability of its monitor', async () => {
  const { db, account, monitorId, figures, ofUser, ask, services } = await world()
  await db.deleteFrom('availability').execute()
  await db.deleteFrom('recent_rounds').execute()
  const interval = 30 * 60_000
  const check = {
    monitorId,
    accountId: account.id,
    siteId: null,
    host: 'shop.example',
    location: 'Oslo',
    checksAtPlace: 1,
    interval,
    clean: 0,
  }
  const down = { severity: 3, cause: 'HTTP 503' }
  const rounds = [2.5, 1.5, 0.5].map((ago) => start - ago * interval)
  await db.transaction().execute((trx) =>
    recordRounds(
      trx,
      services.database.kind,
      rounds.map((roundAt, i) => ({
        ...check,
        roundAt,
        samples: [{ id: 'sample', at: roundAt, findings: i === 0 ? { down: 'good' } : { down } }],
      })),
      start,
    ),
  )
  await figures.run()
  expect((await ofUser()).failed_ms).toBe(1.5 * interval)
  const query = { from: new Date(start - day).toISOString(), to: new Date(start + hour).toISOString() }
  const read = await ask(readAvailability.user, { path: { monitor_id: monitorId }, query }, account.key)
  expect(read).toMatchObject({ availability: 0.4, rounds: 3, failed_rounds: 2 })
})
