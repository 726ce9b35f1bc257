import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMonitor, createUserSite, listSamples, readQuotas, readSample } from '../../contract/index.ts'
import { openDatabase } from '../database/index.ts'
import { Lease } from '../lease.ts'
import { insertSample } from '../test/fixtures.ts'
import { start, testService, type TestOptions, type TestService } from '../test/service.ts'
import { Retention } from './index.ts'

const day = 24 * 3600_000
const ago = (days: number) => start - days * day

async function withMonitor(options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const monitor = async (key = account.key) => {
    const body = { name: 'm', type: 'HTTP', constants: { url: 'https://a.example/' } } as const
    return (await service.ask(createMonitor.user, { body }, key)).id
  }
  const retention = new Retention(service.services)
  return { ...service, partner, account, monitor, monitorId: await monitor(), retention }
}

/** The ids of what samples still have, in order of time. */
async function keptIn({ db }: TestService) {
  const samples = await db.selectFrom('samples').select('id').orderBy('taken_at').execute()
  const details = new Set((await db.selectFrom('sample_details').select('sample_id').execute()).map(keyOf))
  const screenshots = new Set((await db.selectFrom('screenshots').select('sample_id').execute()).map(keyOf))
  const ids = samples.map(({ id }) => id)
  return {
    samples: ids,
    details: ids.filter((id) => details.has(id)),
    screenshots: ids.filter((id) => screenshots.has(id)),
  }
}

const keyOf = ({ sample_id }: { readonly sample_id: string }) => sample_id

/** Compares what monitors count with what is there. */
async function expectCountsToMatch({ db }: TestService) {
  const { rows } = await sql<{ id: string; kept: number; found: number | string }>`
    select m.id, m.kept_bytes as kept,
      coalesce((select sum(length(d.detail)) from sample_details d join samples s on s.id = d.sample_id
        where s.monitor_id = m.id), 0)
      + coalesce((select sum(length(p.data)) from screenshots p join samples s on s.id = p.sample_id
        where s.monitor_id = m.id), 0) as found
    from monitors m`.execute(db)
  expect(rows.map(({ kept }) => kept)).toEqual(rows.map(({ found }) => Number(found)))
}

describe('what is too old', () => {
  test('is deleted: screenshots first, then details, then samples', async () => {
    const service = await withMonitor()
    const { monitorId, db, retention } = service
    const ids = []
    for (const days of [401, 399, 31, 29, 15, 13]) ids.push(await insertSample(db, { monitorId, at: ago(days) }))
    expect((await retention.run()).samples).toBe(1)
    expect(await keptIn(service)).toEqual({ samples: ids.slice(1), details: ids.slice(3), screenshots: ids.slice(5) })
    await expectCountsToMatch(service)
  })

  test('follows the settings', async () => {
    const env = { RETENTION_SAMPLES: '30', RETENTION_DETAILS: '10', RETENTION_SCREENSHOTS: '20' }
    const service = await withMonitor({ env })
    const { monitorId, db, retention } = service
    const ids = []
    for (const days of [31, 29, 11, 9]) ids.push(await insertSample(db, { monitorId, at: ago(days) }))
    await retention.run()
    expect(await keptIn(service)).toEqual({ samples: ids.slice(1), details: ids.slice(3), screenshots: ids.slice(3) })
  })

  test('leaves the last sample at each location, however many others there are', async () => {
    const service = await withMonitor()
    const { monitorId, db, retention } = service
    const at = (i: number) => ago(500) + i * 60_000
    // the last at Oslo is followed by more rows than one step deletes
    const oslo = [
      await insertSample(db, { monitorId, location: 'oslo', at: at(0) }),
      await insertSample(db, { monitorId, location: 'oslo', at: at(150) }),
    ]
    for (let i = 1; i <= 450; i++) await insertSample(db, { monitorId, at: at(i) })
    const stopped = await service.monitor()
    await insertSample(db, { monitorId: stopped, at: ago(700) })
    const last = await insertSample(db, { monitorId: stopped, at: ago(600) })
    const recent = await insertSample(db, { monitorId, at: ago(100) })
    expect((await retention.run()).samples).toBe(452)
    expect((await keptIn(service)).samples).toEqual([last, oslo[1], recent])
    await expectCountsToMatch(service)
  })

  test('goes sooner for sites without an owner', async () => {
    const service = await withMonitor()
    const { db, retention, call } = service
    const { body } = await call('POST', '/sites', { form: { host: 'nobody.example' } })
    expect(body).toMatchObject({ site_id: expect.any(String) })
    const { id: monitorId } = await db
      .selectFrom('monitors')
      .select('id')
      .where('account_id', 'is', null)
      .executeTakeFirstOrThrow()
    const ids = []
    for (const days of [15, 13, 2, 0.5]) ids.push(await insertSample(db, { monitorId, at: ago(days) }))
    await retention.run()
    expect(await keptIn(service)).toEqual({ samples: ids.slice(1), details: ids.slice(3), screenshots: ids.slice(3) })
    await expectCountsToMatch(service)
  })

  test('is deleted in small steps, between which others read and write', async () => {
    const service = await withMonitor()
    const { monitorId, db, retention } = service
    for (let i = 0; i < 600; i++) await insertSample(db, { monitorId, at: ago(500) + i })
    const done = retention.run()
    const seen = new Set<number>()
    for (let n = 1001; n > 1;) {
      await insertSample(db, { monitorId, at: ago(1), bytes: 1 })
      n = (await db.selectFrom('samples').select('id').where('taken_at', '<', ago(400)).execute()).length
      seen.add(n)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await done
    // the first reads wait for the details to go
    expect([...seen]).toEqual([600, 400, 200, 0].filter((n) => seen.has(n)))
    expect(seen.size).toBeGreaterThan(2)
    await expectCountsToMatch(service)
  })

  test('includes cache orders older than a day', async () => {
    const service = await withMonitor()
    const { account, ask, call, clock, db, retention } = service
    const site = await ask(createUserSite, { body: { host: 'a.example' } }, account.key)
    const flush = () => call('PUT', `/sites/${site.site_id}/flush_cache`, { key: account.key })
    for (let i = 0; i < 3; i++) await flush()
    await clock.advance(23 * 3600_000)
    await flush()
    await clock.advance(2 * 3600_000)
    expect((await retention.run()).cacheOrders).toBe(3)
    expect(await db.selectFrom('cache_orders').select('id').execute()).toHaveLength(1)
  })
})

describe('the quota of bytes', () => {
  test('is kept by deleting the oldest details of an account, and no one else’s', async () => {
    const service = await withMonitor()
    const { account, ask, db, makeAccount, monitor, monitorId, partner, retention } = service
    const neighbour = await makeAccount(partner)
    const theirs = await insertSample(db, { monitorId: await monitor(neighbour.key), at: ago(13), bytes: 5000 })
    await db
      .insertInto('account_quotas')
      .values({ account_id: account.id, sites: null, monitors: null, runs: null, bytes: 3500, checks: null })
      .execute()
    const monitors = [monitorId, await monitor()]
    const ids = []
    for (let i = 0; i < 6; i++)
      ids.push(await insertSample(db, { monitorId: monitors[i % 2] ?? '', at: ago(12 - i), bytes: 1000 }))
    await retention.run()
    // three of the six, each a little larger than its screenshot
    const kept = [theirs, ...ids.slice(3)]
    expect(await keptIn(service)).toEqual({ samples: [theirs, ...ids], details: kept, screenshots: kept })
    await expectCountsToMatch(service)
    const { bytes } = await ask(readQuotas.user, {}, account.key)
    expect(bytes).toEqual({ used: expect.any(Number), allowed: 3500 })
    expect(bytes.used).toBeGreaterThan(3000)
    expect(bytes.used).toBeLessThanOrEqual(3500)
  })

  test('is shared by all sites without an owner', async () => {
    const service = await withMonitor()
    const { db, retention, call } = service
    for (const host of ['a.example', 'b.example']) await call('POST', '/sites', { form: { host } })
    const monitors = await db.selectFrom('monitors').select('id').where('account_id', 'is', null).execute()
    const ids = []
    for (const [i, { id: monitorId }] of monitors.entries())
      ids.push(await insertSample(db, { monitorId, at: ago(0.5 - i / 10), bytes: 100 }))
    // as if each had filled most of it
    const bytes = 99e6
    await db.updateTable('kept_details').set({ screenshot_bytes: bytes }).execute()
    await db
      .updateTable('monitors')
      .set((eb) => ({ kept_bytes: eb('kept_bytes', '+', bytes - 100) }))
      .where('account_id', 'is', null)
      .execute()
    await retention.run()
    expect((await keptIn(service)).details).toEqual(ids.slice(1))
  })
})

describe('a sample whose details were deleted', () => {
  test('says since when, and is otherwise whole', async () => {
    const service = await withMonitor()
    const { account, ask, db, monitorId, retention } = service
    const read = (sample_id: string) =>
      ask(readSample.user, { path: { sample_id }, query: { screenshots: true } }, account.key)
    const old = await insertSample(db, { monitorId, at: ago(31) })
    const older = await insertSample(db, { monitorId, at: ago(15) })
    const recent = await insertSample(db, { monitorId, at: ago(1) })
    const before = await read(old)
    expect(before.deleted).toEqual({ details: null, screenshots: null })
    await retention.run()
    expect(await read(old)).toEqual({
      ...before,
      requests: [],
      headers: [],
      applied: null,
      screenshots: [],
      deleted: { details: { reason: 'age', days: 30 }, screenshots: { reason: 'age', days: 14 } },
    })
    expect((await read(older)).deleted).toEqual({ details: null, screenshots: { reason: 'age', days: 14 } })
    expect((await read(recent)).deleted).toEqual({ details: null, screenshots: null })
    const query = { profile_and_locations: [{ profile_id: monitorId }] }
    expect((await ask(listSamples.user, { query }, account.key)).rows).toHaveLength(3)
  })

  test('says that the account needed the space', async () => {
    const service = await withMonitor()
    const { account, ask, db, monitorId, retention } = service
    const id = await insertSample(db, { monitorId, at: ago(1), bytes: 1000 })
    await db
      .insertInto('account_quotas')
      .values({ account_id: account.id, sites: null, monitors: null, runs: null, bytes: 10, checks: null })
      .execute()
    await retention.run()
    expect((await ask(readSample.user, { path: { sample_id: id } }, account.key)).deleted).toEqual({
      details: { reason: 'quota' },
      screenshots: { reason: 'quota' },
    })
  })
})

describe('deleting', () => {
  test('is done by one process at a time', async () => {
    const service = await withMonitor()
    const { clock, db, monitorId, retention, services } = service
    await insertSample(db, { monitorId, at: ago(401) })
    await insertSample(db, { monitorId, at: ago(1) })
    const other = new Lease('retention', services.database, clock, 60_000)
    expect(await other.hold()).toBe(true)
    expect(await retention.run()).toEqual({ samples: 0, cacheOrders: 0, bytes: 0 })
    // the other process has died
    await clock.advance(61_000)
    expect((await retention.run()).samples).toBe(1)
    expect(await other.hold()).toBe(true)
  })

  test('counts right when two processes delete the same samples', async () => {
    const service = await withMonitor()
    const { db, monitorId, retention, services } = service
    for (let i = 0; i < 300; i++) await insertSample(db, { monitorId, at: ago(500) + i })
    const done = retention.run()
    // the lease is lost, though its holder is still at it
    await db.deleteFrom('leases').execute()
    await Promise.all([done, new Retention(services).run()])
    expect((await keptIn(service)).samples).toHaveLength(1)
    await expectCountsToMatch(service)
  })

  test('begins a minute after the start, and again every hour', async () => {
    const service = await withMonitor()
    const { clock, db, monitorId } = service
    await db.updateTable('monitors').set({ status: 'SUSPENDED', next_due_at: null }).execute()
    const retention = new Retention(service.services)
    retention.start()
    onTestFinished(() => retention.stop())
    await insertSample(db, { monitorId, at: ago(401) })
    await insertSample(db, { monitorId, at: ago(400) + 30 * 60_000 })
    await insertSample(db, { monitorId, at: ago(1) })
    const left = async () => (await keptIn(service)).samples.length
    const until = async (n: number) => {
      while ((await left()) !== n) {
        await clock.advance(20_000)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    expect(await left()).toBe(3)
    await until(2)
    expect(clock.now() - start).toBeGreaterThanOrEqual(60_000)
    await until(1)
    expect(clock.now() - start).toBeGreaterThan(3600_000)
  })

  test('gives space back to the file system', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'retention-'))
    const file = join(folder, 'test.db')
    const database = await openDatabase(file)
    onTestFinished(async () => {
      await database.close()
      rmSync(folder, { recursive: true })
    })
    const service = await withMonitor({ database })
    const { db, monitorId, retention } = service
    const size = async () => {
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      return statSync(file).size
    }
    for (let i = 0; i < 15; i++) await insertSample(db, { monitorId, at: ago(20) + i, bytes: 1_000_000 })
    expect(await size()).toBeGreaterThan(15_000_000)
    await retention.run()
    expect(await size()).toBeLessThan(6_000_000)
  })
})

describe('what users have deleted', () => {
  test('is out of reach at once, and deleted in small steps afterwards', async () => {
    const service = await withMonitor()
    const { monitorId, monitor, account, db, retention, call } = service
    const other = await monitor()
    for (let i = 0; i < 450; i++) await insertSample(db, { monitorId, at: ago(1) + i })
    const kept = await insertSample(db, { monitorId: other, at: ago(1) })
    const { status } = await call('DELETE', '/monitors', { key: account.key, json: { ids: [monitorId] } })
    expect(status).toBe(200)
    expect((await call('GET', `/monitors/${monitorId}`, { key: account.key })).status).toBe(404)
    // nothing of the deletion depends on how many samples there are
    expect((await keptIn(service)).samples).toHaveLength(451)
    expect(await retention.run()).toMatchObject({ samples: 450 })
    expect((await keptIn(service)).samples).toEqual([kept])
    expect(await db.selectFrom('monitors').select('id').execute()).toEqual([{ id: other }])
    await expectCountsToMatch(service)
  })

  test('includes the monitors of a deleted account and of a deleted site', async () => {
    const { partner, account, monitorId, db, retention, call, services } = await withMonitor()
    await insertSample(db, { monitorId, at: ago(1) })
    const path = `/partners/${partner.id}/accounts/${account.id}`
    const sites = await db.selectFrom('sites').select('id').where('account_id', '=', account.id).execute()
    for (const { id } of sites)
      expect((await call('DELETE', `${path}/sites/${id}`, { key: partner.key })).status).toBe(200)
    expect((await call('DELETE', path, { key: partner.key })).status).toBe(200)
    const left = await db.selectFrom('monitors').select(['account_id', 'site_id', 'next_due_at']).execute()
    expect(new Set(left)).toEqual(new Set(left.map(() => ({ account_id: null, site_id: null, next_due_at: null }))))
    expect(left.length).toBeGreaterThan(0)
    expect(await db.selectFrom('checks').select('id').execute()).toEqual([])
    await retention.run()
    expect(await db.selectFrom('monitors').select('id').execute()).toEqual([])
    expect(services.world.clock.now()).toBe(start)
  })
})
