import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { Lease } from '../time/lease.ts'
import { RollUps } from '../rollups/index.ts'
import { breakingAt } from '../test/breaking-database.ts'
import { expectRollupsToMatch } from '../test/expect-rollups.ts'
import { insertSample } from '../test/fixtures.ts'
import { start } from '../test/service.ts'
import { Retention } from './index.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { expectCountsToMatch, keptIn } from './testing.ts'

describe('deleting', () => {
  test('is done by one process at a time', async () => {
    const service = await withMonitor()
    const { clock, db, monitorId, retention, services } = service
    await insertSample(db, { monitorId, at: ago(401) })
    await insertSample(db, { monitorId, at: ago(1) })
    const other = new Lease('retention', services.database, clock, 60_000)
    expect(await other.hold()).toBe(true)
    expect(await retention.run()).toEqual({
      samples: 0,
      cacheOrders: 0,
      traffic: 0,
      siteChanges: 0,
      people: 0,
      incidents: 0,
      events: 0,
      bytes: 0,
    })
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

  test('leaves nothing half deleted, whatever is killed when', async () => {
    const service = await withMonitor()
    const { db, monitor, monitorId, retention, services } = service
    const kept = await insertSample(db, { monitorId, at: ago(1) })
    const north = await insertSample(db, { monitorId, at: ago(450), location: 'north' })
    const withoutDetails = await insertSample(db, { monitorId, at: ago(200) })
    let isDone = false
    for (let statement = 0; !isDone; statement++) {
      // something of each kind to delete: old samples, old details, and a monitor that its user has deleted
      await insertSample(db, { monitorId, at: ago(420) + statement })
      await insertSample(db, { monitorId, at: ago(421) - statement, location: 'north' })
      const discarded = await monitor()
      await insertSample(db, { monitorId: discarded, at: ago(2) })
      await db
        .updateTable('monitors')
        .set({ account_id: null, site_id: null, next_due_at: null })
        .where('id', '=', discarded)
        .execute()
      await new RollUps(services).run()
      const database = breakingAt(services.database, statement)
      isDone = await new Retention({ ...services, database }).run().then(
        () => true,
        () => false,
      )
      await expectRollupsToMatch(db)
      await expectCountsToMatch(service)
      const left = await keptIn(service)
      for (const id of [kept, withoutDetails]) expect(left.samples).toContain(id)
      expect(left.details).toContain(kept)
      await db.deleteFrom('leases').execute()
    }
    await retention.run()
    const left = await keptIn(service)
    // the last one at each location stays
    const latest = await db
      .selectFrom('samples')
      .select('id')
      .where('location', '=', 'north')
      .orderBy('taken_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(left).toMatchObject({ details: [kept], screenshots: [kept] })
    expect(left.samples.toSorted()).toEqual([kept, withoutDetails, latest.id].toSorted())
    expect(latest.id).not.toBe(north)
    expect(await db.selectFrom('monitors').select('id').execute()).toContainEqual({ id: monitorId })
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
