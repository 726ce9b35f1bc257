import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  incidentKinds,
  listAccounts,
  listFleet,
  listUserSites,
  optimizerStates,
  readAccountSite,
  readFleetChanges,
  uncheckedOf,
  updateAccountEmail,
  userMaintenance,
  verdictOf,
  worstIncident,
} from '../../contract/index.ts'
import { setSiteState } from '../sites/index.ts'
import { fleetLimits } from './limits.ts'
import { addTraffic, deletedState } from '../database/index.ts'
import { insertIncident, insertSample, populate } from '../test/fixtures.ts'
import { type SignIn, start, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { FleetFigures } from './index.ts'

const [minute, hour] = [60_000, 3_600_000]

async function world() {
  const service = await testService()
  const { db } = service
  const partner = await service.makePartner()
  const fleet = (query = {}, by: SignIn = partner) =>
    service.ask(listFleet, { path: { partner_id: by.id }, query }, by.key)
  /** Adds a monitor of a site's home page. */
  const watch = (site: string, lastSampleAt: number | null = start) =>
    db
      .insertInto('monitors')
      .values({
        id: randomUUID(),
        site_id: site,
        kind: 'monitor',
        name: 'Home page',
        name_lower: 'home page',
        type: 'HTTP',
        status: 'RUNNING',
        spec: '{}',
        created_at: start,
        updated_at: start,
        last_sample_at: lastSampleAt,
      })
      .execute()
  /** Adds a site directly to the database, whose home page was checked. */
  const addSite = async (account: SignIn, host: string, fields: object = {}) => {
    const id = randomUUID()
    await db
      .insertInto('sites')
      .values({
        id,
        account_id: account.id,
        host,
        first: 0,
        deferred: 0,
        state: 'active',
        resume_state: 'active',
        service_cname: `${id}.edge.example`,
        preview_host: `${id}.preview.example`,
        https: 1,
        check_certificate: 1,
        origin: null,
        cname_seen: `${id}.edge.example`,
        cname_seen_at: start,
        next_look_at: start,
        created_at: start,
        ...fields,
      })
      .execute()
    await watch(id)
    return id
  }
  const breakSite = async (site: string, incident: object = {}) => {
    const { account_id, host } = await db
      .selectFrom('sites')
      .select(['account_id', 'host'])
      .where('id', '=', site)
      .executeTakeFirstOrThrow()
    return insertIncident(db, { account_id: account_id ?? '', site_id: site, host, ...incident })
  }
  const end = (incident: string) =>
    db
      .updateTable('incidents')
      .set({ ended_at: start + hour, closed_at: start + hour, end_reason: 'recovered' })
      .where('id', '=', incident)
      .execute()
  return { ...service, partner, fleet, addSite, watch, breakSite, end }
}

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

test('the counts are those of the search, whatever trouble is asked for', async () => {
  const { partner, makePartner, makeAccount, fleet, addSite, breakSite } = await world()
  const ada = await makeAccount(partner, { name_lower: 'ada byron' })
  const bo = await makeAccount(partner, { name_lower: 'bo dahl' })
  await addSite(ada, 'www.one.example')
  await breakSite(await addSite(ada, 'www.two.example'), { kind: 'slow', severity: 1 })
  await breakSite(await addSite(bo, 'www.three.example'))
  await breakSite(await addSite(await makeAccount(await makePartner()), 'www.theirs.example'))
  const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 0 }
  for (const query of [{}, { trouble: 'down' }, { trouble: 'healthy' }, { sort_by: 'host', page: 2 }]) {
    const counts = async (search_term: string) => (await fleet({ ...query, search_term })).counts
    expect(await counts('')).toEqual({ ...none, down: 1, slow: 1, healthy: 1 })
    expect(await counts('Byron')).toEqual({ ...none, slow: 1, healthy: 1 })
    expect(await counts('three')).toEqual({ ...none, down: 1 })
    expect(await counts('nobody')).toEqual(none)
  }
  expect(await fleet({ search_term: 'byron', trouble: 'down' })).toMatchObject({ sites: [], total_entries: 0 })
})

describe('a search', () => {
  /** Each of few characters, so that terms occur, and some that mean something to one of the databases. */
  const text = (options: object) =>
    fc
      .array(fc.constantFrom(...'a b ü ß 😀 % _ " * \\ . - @ ('.split(' '), "'", ' '), options)
      .map((characters) => characters.join(''))

  /** Adds sites directly, as many as no list sorts at once, and returns all as they are searched. */
  async function addMany({ db }: Awaited<ReturnType<typeof world>>, account: SignIn, hosts: readonly string[]) {
    const common = { account_id: account.id, first: 0, deferred: 0, state: 'active', resume_state: 'active' } as const
    const rest = { ...common, https: 1, check_certificate: 1, next_look_at: start, created_at: start } as const
    for (let i = 0; i < hosts.length; i += 500)
      await db
        .insertInto('sites')
        .values(
          hosts.slice(i, i + 500).map((host) => {
            const id = randomUUID()
            return { ...rest, id, host, service_cname: `${id}.edge.example`, preview_host: `${id}.preview.example` }
          }),
        )
        .execute()
  }

  test('finds what contains the term, in any list, whatever the term', async () => {
    const service = await world()
    const { partner, makePartner, makeAccount, fleet, addSite, breakSite, db } = service
    const account = await makeAccount(partner, { name_lower: 'a % ü', email_lower: 'ab@many.example' })
    const other = await makeAccount(await makePartner(), { email_lower: 'other@other.example' })
    const many = Array.from({ length: 5200 }, (_, i) => `www-${i}.example`)
    await addMany(service, account, many)
    await addMany(service, other, many.slice(0, 600))
    let n = 0
    const sites: { id: string; account: number }[] = []
    const accounts = [await makeAccount(partner), await makeAccount(partner)]
    await fc.assert(
      fc.asyncProperty(
        fc.array(text({ maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        text({ maxLength: 12 }),
        fc.array(text({ minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 6 }),
        async (hosts, name, terms) => {
          for (const host of hosts) {
            const one = accounts[n % 2] ?? account
            const id = await addSite(one, `${host}${n++}`, { state: n % 3 === 0 ? 'maintenance' : 'active' })
            if (n % 4 === 0) await breakSite(id)
            sites.push({ id, account: n % 2 })
          }
          const [first, second] = sites
          if (first && second && n % 5 === 0) {
            await db.deleteFrom('sites').where('id', '=', first.id).execute()
            await db
              .updateTable('sites')
              .set({ host: `moved${n}` })
              .where('id', '=', second.id)
              .execute()
            sites.shift()
          }
          const renamed = accounts[n % 2]?.id ?? ''
          await db.updateTable('accounts').set({ name_lower: name }).where('id', '=', renamed).execute()
          const all = await db
            .selectFrom('site_status')
            .select(['site_id', 'search', 'trouble'])
            .where('partner_id', '=', partner.id)
            .execute()
          for (const term of [...terms, name.slice(0, 200)].filter((one) => one !== '')) {
            for (const trouble of [undefined, 'maintenance', 'unchecked', 'healthy'] as const) {
              const sort_by = (['impact', 'host', 'lcp'] as const)[n % 3] ?? 'impact'
              const found = await fleet({ search_term: term, sort_by, per_page: 100, ...(trouble && { trouble }) })
              const expected = all
                .filter((one) => one.search.includes(term.toLowerCase()))
                .filter((one) => trouble === undefined || one.trouble === trouble)
                .map(({ site_id }) => site_id)
              const ids = found.sites.map(({ id }) => id)
              expect(found.total_entries, term).toBe(Math.min(expected.length, fleetLimits.found))
              expect(found.more_entries, term).toBe(expected.length > fleetLimits.found)
              if (trouble) expect(found.counts[trouble], term).toBe(expected.length)
              if (expected.length <= 100) expect(ids.toSorted(), term).toEqual(expected.toSorted())
              else expect(expected).toEqual(expect.arrayContaining(ids))
            }
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('lists the same sites in the same order as without it, and counts no more than 500', async () => {
    const service = await world()
    const { partner, makeAccount, fleet, db } = service
    const account = await makeAccount(partner, { name_lower: 'one', email_lower: 'one@one.example' })
    await addMany(
      service,
      account,
      Array.from({ length: 11_000 }, (_, i) => `${i < 10_300 ? 'www' : 'rare'}-${i}.example`),
    )
    await db
      .updateTable('site_status')
      .set({ lcp: sql<number>`length(host) * 100`, requests: sql<number>`length(host)` })
      .where('host', 'like', '%7%')
      .execute()
    const all: Record<string, string[]> = {}
    for (const sort_by of ['impact', 'lcp'] as const) {
      const hosts: string[] = []
      for (let page = 1; page <= 110; page += 1)
        hosts.push(...(await fleet({ sort_by, page, per_page: 100 })).sites.map(({ host }) => host))
      all[sort_by] = hosts
    }
    for (const [sort_by, hosts] of Object.entries(all))
      for (const term of ['example', 'rare', 'rare-10', '77', '-7', 'www-10', 'ww', '.e']) {
        const expected = hosts.filter((host) => host.includes(term))
        for (const page of [1, 3, 8]) {
          const found = await fleet({ sort_by, search_term: term, per_page: 100, page })
          const from = (page - 1) * 100
          expect(
            found.sites.map(({ host }) => host),
            `${sort_by} ${term}`,
          ).toEqual(expected.slice(from, from + 100))
          expect(found).toMatchObject({
            total_entries: Math.min(500, expected.length),
            more_entries: expected.length > 500,
          })
        }
      }
  }, 120_000)
})

test('the counts follow every change, however often they are read', async () => {
  const { partner, makeAccount, fleet, addSite, breakSite, end, db } = await world()
  const account = await makeAccount(partner)
  const counts = async () => {
    const { down, healthy, maintenance } = (await fleet()).counts
    // read once more, as remembered
    expect((await fleet()).counts).toMatchObject({ down, healthy, maintenance })
    expect((await fleet({ search_term: 'www' })).counts).toMatchObject({ down, healthy, maintenance })
    return [down, healthy, maintenance]
  }
  expect(await counts()).toEqual([0, 0, 0])
  const site = await addSite(account, 'www.one.example')
  await addSite(account, 'www.two.example')
  expect(await counts()).toEqual([0, 2, 0])
  const incident = await breakSite(site)
  expect(await counts()).toEqual([1, 1, 0])
  await db.updateTable('sites').set({ state: 'maintenance' }).where('id', '=', site).execute()
  expect(await counts()).toEqual([0, 1, 1])
  await end(incident)
  await db.deleteFrom('sites').where('id', '=', site).execute()
  expect(await counts()).toEqual([0, 1, 0])
})

test('a site counts as unchecked until its home page is checked, which those who follow the fleet see', async () => {
  const { db, partner, makeAccount, fleet, ask, addSite } = await world()
  const site = await addSite(await makeAccount(partner), 'www.one.example')
  const told = async () => {
    const { counts, sites, revision } = await fleet()
    expect(counts.unchecked + counts.healthy).toBe(1)
    const trouble = counts.unchecked === 1 ? 'unchecked' : 'healthy'
    expect(sites).toMatchObject([{ trouble }])
    expect((await fleet({ trouble })).sites).toHaveLength(1)
    expect((await fleet({ trouble, search_term: 'one' })).counts).toEqual(counts)
    return { trouble, revision }
  }
  const ofSite = db.updateTable('sites').where('id', '=', site)
  const ofMonitor = db.updateTable('monitors').where('site_id', '=', site)
  let known = await told()
  for (const [change, trouble] of [
    [ofSite.set({ state: 'active', state_since: start + 5 }), 'unchecked'],
    [ofMonitor.set({ last_sample_at: start + 5 }), 'healthy'],
    [ofMonitor.set({ status: 'SUSPENDED' }), 'unchecked'],
    [ofMonitor.set({ status: 'RUNNING' }), 'healthy'],
    [ofMonitor.set({ account_id: null, site_id: null }), 'unchecked'],
  ] as const) {
    await change.execute()
    const query = { revision: known.revision }
    await waitFor(async () =>
      expect(await ask(readFleetChanges, { path: { partner_id: partner.id }, query }, partner.key)).toEqual({
        changed: true,
      }),
    )
    known = await told()
    expect(known.trouble).toBe(trouble)
  }
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

test('a poll tells what changed since a list was read, and nothing else', async () => {
  const { partner, makePartner, makeAccount, fleet, addSite, breakSite, end, ask, db } = await world()
  const account = await makeAccount(partner)
  const site = await addSite(account, 'www.one.example')
  const path = { partner_id: partner.id }
  const changedSince = async (revision: string) =>
    (await ask(readFleetChanges, { path, query: { revision } }, partner.key)).changed
  const isSeen = async (change: () => Promise<unknown>) => {
    let revision = ''
    // other transactions may still be under way, after which the list is read again
    await waitFor(async () => {
      revision = (await fleet()).revision
      expect(await changedSince(revision)).toBe(false)
    })
    await change()
    return changedSince(revision)
  }
  const update = (values: object) => () => db.updateTable('sites').set(values).where('id', '=', site).execute()
  expect(await isSeen(async () => {})).toBe(false)
  let incident = ''
  expect(await isSeen(async () => (incident = await breakSite(site)))).toBe(true)
  expect(await isSeen(async () => {})).toBe(false)
  expect(await isSeen(() => end(incident))).toBe(true)
  expect(await isSeen(update({ state: 'maintenance' }))).toBe(true)
  // what the DNS watcher writes at every look
  expect(await isSeen(update({ cname_seen_at: start + minute, next_look_at: start + minute }))).toBe(false)
  expect(await isSeen(() => db.updateTable('site_status').set({ requests: 7 }).execute())).toBe(false)
  const rename = () =>
    ask(
      updateAccountEmail,
      { path: { ...path, account_id: account.id }, body: { new_email: 'x@y.example' } },
      partner.key,
    )
  expect(await isSeen(rename)).toBe(true)
  let second = ''
  expect(await isSeen(async () => (second = await addSite(account, 'www.two.example')))).toBe(true)
  expect(await isSeen(() => db.deleteFrom('sites').where('id', '=', second).execute())).toBe(true)
  expect(await isSeen(async () => addSite(await makeAccount(await makePartner()), 'www.other.example'))).toBe(false)
})

describe('what the fleet shows', () => {
  test('follows every change of sites, accounts and incidents', async () => {
    const service = await world()
    const { partner, makeAccount, db, addSite, watch, breakSite } = service
    const accounts = [await makeAccount(partner), await makeAccount(partner)]
    const sites = await Promise.all(
      [0, 1, 2, 3].map((i) => addSite(accounts[i % 2] ?? partner, `www.site-${i}.example`)),
    )
    const one = <T>(list: readonly T[], i: number) => list[i % list.length] as T
    let now = start
    const step = fc.record({ what: fc.nat(11), a: fc.nat(20), b: fc.nat(20), c: fc.nat(20) })
    const change = async ({ what, a, b, c }: { what: number; a: number; b: number; c: number }) => {
      const site = one(sites, a)
      const ofSite = db.updateTable('sites').where('id', '=', site)
      const open = await db.selectFrom('incidents').select('id').where('ended_at', 'is', null).orderBy('id').execute()
      const incident = open.length === 0 ? undefined : one(open, a).id
      const ofIncident = db.updateTable('incidents').where('id', '=', incident ?? '')
      const ofMonitor = db.updateTable('monitors').where('site_id', '=', site)
      const isThere = (await db.selectFrom('sites').select('account_id').where('id', '=', site).executeTakeFirst())
        ?.account_id
      switch (what) {
        case 0:
          await ofSite
            .set({ state: one(optimizerStates, b), state_since: now++, deferred: c % 4 === 0 ? 1 : 0 })
            .execute()
          return
        case 1:
          await ofSite.set({ host: `www.host-${b}-${a}-${c}.example` }).execute()
          return
        case 2:
          await ofSite
            .set({
              cname_seen: one([null, 'elsewhere.example', `${site}.edge.example`], b),
              cname_seen_at: c % 3 === 0 ? null : start,
            })
            .execute()
          return
        case 3:
          await db
            .updateTable('accounts')
            .set({ name_lower: `name ${b}` })
            .where('id', '=', one(accounts, a).id)
            .execute()
          return
        case 4:
        case 5:
          if (isThere)
            await breakSite(site, {
              host: `${randomUUID()}.example`,
              kind: one(incidentKinds, b),
              severity: 1 + (c % 3),
              started_at: start - a * minute,
            })
          return
        case 6:
          await ofIncident.set({ ended_at: start }).execute()
          return
        case 7:
          await ofIncident.set({ severity: 1 + (b % 3), cause: `cause ${c}`, partly: c % 2, site_id: site }).execute()
          return
        case 8:
          if (b % 4 === 0) await ofSite.set({ account_id: null, state: deletedState }).execute()
          else if (b % 4 === 1 && isThere) await ofSite.set({ account_id: one(accounts, c).id }).execute()
          else if (incident) await db.deleteFrom('incidents').where('id', '=', incident).execute()
          return
        case 9:
          await ofMonitor.set({ last_sample_at: now++ }).execute()
          return
        case 10:
          await ofMonitor.set({ status: one(['RUNNING', 'SUSPENDED'] as const, b) }).execute()
          return
        case 11:
          if (b % 3 === 0) await ofMonitor.set({ site_id: one(sites, c) }).execute()
          else if (b % 3 === 1) await watch(site, c % 2 === 0 ? null : now++)
          else await db.deleteFrom('monitors').where('site_id', '=', site).execute()
          return
        default:
          return
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        for (const next of steps) await change(next)
        await expectTrueStatus(service)
      }),
      { numRuns: 30 },
    )
  })

  /** Compares what triggers kept with what the contract says of the rows that it follows from. */
  async function expectTrueStatus({ db, partner }: Awaited<ReturnType<typeof world>>): Promise<void> {
    const sites = await db
      .selectFrom('sites')
      .innerJoin('accounts', 'accounts.id', 'sites.account_id')
      .selectAll('sites')
      .select(['accounts.name_lower', 'accounts.email_lower', 'accounts.partner_id'])
      .orderBy('sites.id')
      .execute()
    const incidents = await db.selectFrom('incidents').selectAll().where('ended_at', 'is', null).execute()
    const monitors = await db.selectFrom('monitors').selectAll().where('kind', '=', 'monitor').execute()
    const expected = sites.map((site) => {
      const open = incidents.filter(({ site_id }) => site_id === site.id).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const worst = worstIncident(open.map((one) => ({ ...one, started_at: new Date(one.started_at).toISOString() })))
      const watching = monitors.filter(({ site_id }) => site_id === site.id)
      const checks = watching.flatMap(({ last_sample_at }) => last_sample_at ?? [])
      const unchecked = uncheckedOf({
        state: site.state,
        stateSince: site.state_since,
        isMonitored: watching.some(({ status }) => status === 'RUNNING'),
        checkedAt: checks.length === 0 ? undefined : Math.max(...checks),
      })
      const verdict = verdictOf({ state: site.state, deferred: site.deferred === 1, unchecked }, worst)
      const told = site.state === 'maintenance' ? undefined : worst
      return {
        site_id: site.id,
        partner_id: site.partner_id,
        account_id: site.account_id,
        host: site.host,
        search: [site.host, site.name_lower, site.email_lower].join('\n'),
        state: site.state,
        ...verdict,
        kind: told?.kind ?? null,
        cause: told?.cause ?? null,
        since: told ? Date.parse(told.started_at) : null,
        partly: told?.partly ?? 0,
        incidents: open.length,
        impact: verdict.severity * 100,
      }
    })
    const kept = await db
      .selectFrom('site_status')
      .select(['site_id', 'partner_id', 'account_id', 'host', 'search', 'state', 'trouble', 'severity', 'kind'])
      .select(['cause', 'since', 'partly', 'incidents', 'impact'])
      .orderBy('site_id')
      .execute()
    expect(kept).toEqual(expected)
    const count = await db
      .selectFrom('site_counts')
      .select('sites')
      .where('partner_id', '=', partner.id)
      .executeTakeFirst()
    expect(count?.sites).toBe(expected.length)
  }
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
