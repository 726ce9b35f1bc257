import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  incidentKinds,
  optimizerStates,
  readFleetChanges,
  uncheckedOf,
  updateAccountEmail,
  verdictOf,
  worstIncident,
} from '../../contract/index.ts'
import { deletedState, type Schema } from '../database/index.ts'
import { databaseServer } from '../test/database-server.ts'
import { start } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { world } from './testing.ts'

const minute = 60_000

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

describe.runIf(databaseServer)('two changes of a site at the same moment', () => {
  type Change = (db: Kysely<Schema>) => Promise<unknown>

  /** Has the second change begin before the first is committed, and returns once both are. */
  async function atOnce(db: Kysely<Schema>, first: Change, second: Change): Promise<void> {
    const [changed, isAwaited] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const begun = db.transaction().execute(async (trx) => {
      await first(trx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      changed.resolve(rows[0]?.pid ?? 0)
      await isAwaited.promise
    })
    const pid = await changed.promise
    const awaited = db.transaction().execute(second)
    await waitFor(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`.execute(db)
      expect(rows).toHaveLength(1)
    })
    isAwaited.resolve()
    await Promise.all([begun, awaited])
  }

  test('leave it healthy once its last two incidents have ended', async () => {
    const { db, partner, makeAccount, fleet, addSite, breakSite, end } = await world()
    const site = await addSite(await makeAccount(partner), 'www.one.example')
    const [down, dns] = [await breakSite(site), await breakSite(site, { kind: 'dns' })]
    await atOnce(
      db,
      (trx) => end(down, trx),
      (trx) => end(dns, trx),
    )
    expect((await fleet()).sites[0]).toMatchObject({ trouble: 'healthy', incidents: 0 })
  })

  test('leave it unchecked once its last two monitors are paused', async () => {
    const { db, partner, makeAccount, fleet, addSite, watch } = await world()
    const site = await addSite(await makeAccount(partner), 'www.one.example')
    await watch(site)
    const monitors = await db.selectFrom('monitors').select('id').where('site_id', '=', site).execute()
    const [first, second] = monitors.map(
      ({ id }): Change =>
        (trx) =>
          trx.updateTable('monitors').set({ status: 'SUSPENDED' }).where('id', '=', id).execute(),
    )
    if (first && second) await atOnce(db, first, second)
    expect((await fleet()).sites[0]?.trouble).toBe('unchecked')
  })
})
