import { expect, test } from 'vitest'
import { listAccounts, listFleet, listUserSites, readAccountSite, userMaintenance } from '../../contract/index.ts'
import { setSiteState } from '../sites/index.ts'
import { addTraffic } from '../database/index.ts'
import { insertSample, populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import { FleetFigures } from './index.ts'
import { world } from './testing.ts'

const [minute, hour] = [60_000, 3_600_000]

test('each site says since when it is in its state', async () => {
  const { partner, makeAccount, fleet, addSite, ask, clock, services } = await world()
  const account = await makeAccount(partner)
  const id = await addSite(account, 'www.shop.example', { state_since: start - hour })
  const path = { partner_id: partner.id, account_id: account.id, site_id: id }
  const known = async () => [
    (await fleet()).sites[0]?.state_since,
    (await ask(readAccountSite, { path }, partner.key)).state_since,
    (await ask(listUserSites, {}, account.key)).sites[0]?.state_since,
  ]
  const thrice = (at: number) => Array.from({ length: 3 }, () => new Date(at).toISOString())
  expect(await known()).toEqual(thrice(start - hour))
  await clock.advance(minute)
  await ask(userMaintenance, { path: { site_id: id } }, account.key)
  await clock.advance(minute)
  // what changes nothing leaves it
  await ask(userMaintenance, { path: { site_id: id } }, account.key)
  await setSiteState(services.database, id, 'maintenance', clock.now())
  expect(await known()).toEqual(thrice(start + minute))
  await setSiteState(services.database, id, 'bypass', clock.now())
  expect(await known()).toEqual(thrice(start + 2 * minute))
})

test('the worst sites come first, with the verdict of their worst incident', async () => {
  const { db, partner, makeAccount, fleet, addSite, breakSite } = await world()
  const account = await makeAccount(partner, { name: 'Fjord Bikes', name_lower: 'fjord bikes' })
  await addSite(account, 'www.healthy.example')
  const slow = await addSite(account, 'www.slow.example')
  const down = await addSite(account, 'www.down.example')
  const away = await addSite(account, 'www.away.example', { cname_seen: 'elsewhere.example' })
  await addSite(account, 'www.later.example', { state: 'preview', cname_seen: null })
  await addSite(account, 'www.off.example', { state: 'off' })
  await addSite(account, 'www.unchecked.example', { state_since: start + 1 })
  await breakSite(slow, { kind: 'slow', severity: 1, cause: 'LCP 6.2 s' })
  await breakSite(down, { kind: 'slow', severity: 1 })
  await breakSite(down, { partly: 1, started_at: start - hour })
  await breakSite(away, { kind: 'dns', severity: 2, cause: 'points at elsewhere.example' })
  const { sites, counts, total_entries } = await fleet()
  expect(total_entries).toBe(7)
  const calm = { other: 0, maintenance: 0, off: 1, idle: 1, unchecked: 1, healthy: 1 }
  expect(counts).toEqual({ down: 1, dns: 1, slow: 1, ...calm })
  expect(sites.map(({ host, trouble, impact }) => [host, trouble, impact])).toEqual([
    ['www.down.example', 'down', 300],
    ['www.away.example', 'dns', 200],
    ['www.slow.example', 'slow', 100],
    ['www.healthy.example', 'healthy', 0],
    ['www.later.example', 'idle', 0],
    ['www.off.example', 'off', 0],
    ['www.unchecked.example', 'unchecked', 0],
  ])
  expect(sites[0]).toMatchObject({
    id: down,
    account_id: account.id,
    account_name: 'Fjord Bikes',
    severity: 3,
    kind: 'down',
    cause: 'HTTP 503',
    since: new Date(start - hour).toISOString(),
    partly: true,
    incidents: 2,
    dns: 'service',
    availability: null,
    measured_at: null,
  })
  expect(sites.map(({ dns }) => dns)).toEqual([
    'service',
    'elsewhere',
    'service',
    'service',
    'none',
    'service',
    'service',
  ])
  for (const [root_dns, dns] of [
    ['elsewhere', 'elsewhere'],
    ['unproved', 'unproved'],
    ['here', 'service'],
  ] as const) {
    await db.updateTable('sites').set({ root_dns, cname_seen: null }).where('id', '=', away).execute()
    const row = db.selectFrom('site_status').select('dns').where('site_id', '=', away)
    expect(await row.executeTakeFirst()).toEqual({ dns })
  }
})

test('what is worse comes before what more visitors see', async () => {
  const { partner, makeAccount, fleet, addSite, breakSite, db } = await world()
  const account = await makeAccount(partner)
  for (const [host, kind, severity, requests] of [
    ['busy-slow', 'slow', 1, 900_000],
    ['busy-dns', 'dns', 2, 90_000],
    ['quiet-down', 'down', 3, null],
    ['busy-down', 'down', 3, 5000],
  ] as const) {
    const id = await addSite(account, `${host}.example`)
    await breakSite(id, { kind, severity })
    await db.updateTable('site_status').set({ requests }).where('site_id', '=', id).execute()
  }
  const hosts = async (query: object) => (await fleet(query)).sites.map(({ host }) => host.split('.')[0])
  const worstFirst = ['busy-down', 'quiet-down', 'busy-dns', 'busy-slow']
  for (const search_term of ['', 'example']) {
    expect(await hosts({ search_term })).toEqual(worstFirst)
    expect(await hosts({ search_term, direction: 'asc' })).toEqual(worstFirst.toReversed())
    expect(await hosts({ search_term, per_page: 2, page: 2 })).toEqual(worstFirst.slice(2))
    expect(await hosts({ search_term, trouble: 'down' })).toEqual(worstFirst.slice(0, 2))
  }
})

test('sites are filtered by trouble, searched by host, account and email, sorted and paged', async () => {
  const { partner, makeAccount, fleet, addSite, breakSite, db } = await world()
  const ada = await makeAccount(partner, { name_lower: 'ada byron', email_lower: 'countess@shop.example' })
  const bo = await makeAccount(partner, { name_lower: 'bo dahl', email_lower: 'bo@dahl.example' })
  const ids = [
    await addSite(ada, 'www.one.example'),
    await addSite(ada, 'www.two.example'),
    await addSite(bo, 'www.three.example'),
  ]
  await breakSite(ids[1] ?? '')
  const figures = [
    { availability: 0.9, lcp: 1000, requests: 5 },
    { availability: 1, lcp: 3000, requests: 50 },
  ]
  for (const [i, values] of figures.entries())
    await db
      .updateTable('site_status')
      .set(values)
      .where('site_id', '=', ids[i] ?? '')
      .execute()
  const hosts = async (query: object) => {
    const { sites, total_entries } = await fleet(query)
    const names = sites.map(({ host }) => host.split('.')[1])
    expect(total_entries).toBeGreaterThanOrEqual(names.length)
    return names
  }
  expect(await hosts({ trouble: 'down' })).toEqual(['two'])
  expect(await hosts({ trouble: 'healthy', sort_by: 'lcp' })).toEqual(['one', 'three'])
  expect(await hosts({ search_term: 'THREE' })).toEqual(['three'])
  expect(await hosts({ search_term: 'Byron' })).toEqual(['two', 'one'])
  expect(await hosts({ search_term: '@dahl' })).toEqual(['three'])
  expect(await hosts({ search_term: 'byron', trouble: 'healthy' })).toEqual(['one'])
  expect(await hosts({ search_term: 'nobody' })).toEqual([])
  const orders: Record<string, string[]> = {
    impact: ['two', 'one', 'three'],
    host: ['one', 'three', 'two'],
    since: ['two'],
    availability: ['one', 'two', 'three'],
    lcp: ['two', 'one', 'three'],
    requests: ['two', 'one', 'three'],
  }
  for (const [sort_by, expected] of Object.entries(orders)) {
    for (const search_term of ['', 'example']) {
      const usual = await hosts({ sort_by, search_term })
      expect(usual.slice(0, expected.length), sort_by).toEqual(expected)
      const directions = await Promise.all(
        ['asc', 'desc'].map((direction) => hosts({ sort_by, search_term, direction })),
      )
      expect(directions, sort_by).toContainEqual(usual)
      expect(directions, sort_by).toContainEqual(usual.toReversed())
      expect(await hosts({ sort_by, search_term, per_page: 1, page: 2 }), sort_by).toEqual(usual.slice(1, 2))
    }
  }
  expect(await fleet({ search_term: 'example', per_page: 1 })).toMatchObject({ total_entries: 3, total_pages: 3 })
})

test('a partner sees its own sites only', async () => {
  const { partner, makePartner, makeAccount, fleet, addSite, call } = await world()
  const other = await makePartner({ name: 'Other' })
  await addSite(await makeAccount(partner), 'www.mine.example')
  await addSite(await makeAccount(other), 'www.theirs.example')
  expect((await fleet()).sites.map(({ host }) => host)).toEqual(['www.mine.example'])
  expect((await fleet({ search_term: 'theirs' })).sites).toEqual([])
  expect((await fleet({}, other)).sites.map(({ host }) => host)).toEqual(['www.theirs.example'])
  expect((await call('GET', `/partners/${other.id}/sites`, { key: partner.key })).status).toBe(403)
  const refused = await call('GET', `/partners/${partner.id}/sites`, { key: partner.key, query: { trouble: 'bad' } })
  expect(refused).toMatchObject({ status: 422, body: { fields: { trouble: expect.stringContaining('down') } } })
})

test('figures come from the traffic and the key page of the last 24 hours', async () => {
  const service = await testService()
  const { db, clock, ask } = service
  const partner = await service.makePartner()
  const { ids } = await populate(service, partner)
  const siteId = ids['site_id'] ?? ''
  const { id: monitorId } = await db
    .selectFrom('monitors')
    .select('id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow()
  const add = (ago: number, lcp: number) =>
    insertSample(db, { monitorId, at: start - ago, metrics: { time_to_display: lcp } })
  await add(30 * hour, 1000)
  for (const lcp of [2000, 3000, 4000]) await add(3 * hour - minute, lcp)
  await add(minute, 8000)
  const traffic = { siteId, serviceBytes: 0, originBytes: 0 }
  await addTraffic(db, [
    { ...traffic, at: start - hour, serviceRequests: 80, originRequests: 20 },
    { ...traffic, at: start - 48 * hour, serviceRequests: 1000, originRequests: 0 },
  ])
  const counts = { rounds: 1, failed_rounds: 0, samples: 1, clean_samples: 1 }
  const of = { monitor_id: monitorId, ...counts }
  const hourNow = Math.floor(start / hour)
  await db
    .insertInto('availability')
    .values([
      { ...of, hour: hourNow - 1, measured_ms: hour, failed_ms: hour / 4 },
      { ...of, hour: hourNow - 2, measured_ms: hour, failed_ms: 0 },
      { ...of, hour: hourNow - 40, measured_ms: hour, failed_ms: hour },
    ])
    .execute()
  const figures = new FleetFigures({ ...service.services, pauseMs: 0 })
  expect(await figures.run()).toBe(1)
  // they are new
  expect(await figures.run()).toBe(0)
  const read = async () => (await ask(listFleet, { path: { partner_id: partner.id } }, partner.key)).sites[0]
  const site = await read()
  expect(site).toMatchObject({
    requests: 80,
    offload: 0.75,
    availability: 0.875,
    lcp_p75: 5000,
    lcp_p75_before: 1000,
    impact: 3 * 80,
    measured_at: new Date(start).toISOString(),
  })
  expect(site?.lcp_hours).toHaveLength(24)
  expect(site?.lcp_hours.slice(-3)).toEqual([3500, null, 8000])

  await clock.advance(31 * minute)
  expect(await figures.run()).toBe(1)
  expect((await read())?.measured_at).toBe(new Date(start + 31 * minute).toISOString())
})

test('the account list has the sites of each account, their trouble, its plan and last sign-in', async () => {
  const { partner, makeAccount, ask, addSite, breakSite } = await world()
  const busy = await makeAccount(partner, { name_lower: 'a', plan: 'paid', last_sign_in_at: start })
  await makeAccount(partner, { name_lower: 'b' })
  await addSite(busy, 'www.one.example')
  await breakSite(await addSite(busy, 'www.two.example'), { severity: 2 })
  const query = { sort_by: 'name', direction: 'asc' } as const
  const { accounts } = await ask(listAccounts, { path: { partner_id: partner.id }, query }, partner.key)
  expect(accounts).toMatchObject([
    { plan: 'paid', last_sign_in_at: new Date(start).toISOString(), sites: 2, troubled_sites: 1, severity: 2 },
    { plan: 'free', last_sign_in_at: null, sites: 0, troubled_sites: 0, severity: 0 },
  ])
})
