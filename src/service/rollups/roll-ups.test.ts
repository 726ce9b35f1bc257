import { describe, expect, onTestFinished, test } from 'vitest'
import { Lease } from '../time/lease.ts'
import { breakingAt } from '../test/breaking-database.ts'
import { insertSample, insertSamples } from '../test/fixtures.ts'
import { start } from '../test/service.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { hourMs, hourOf } from './hours.ts'
import { RollUps } from './index.ts'
import { expectRollupsToMatch } from '../test/expect-rollups.ts'

async function world() {
  const service = await withMonitor()
  const { db, services } = service
  const staleHours = async () =>
    (await db.selectFrom('stale_hours').select('hour').orderBy('hour').execute()).map(({ hour }) => hour)
  return { ...service, rollUps: new RollUps(services), staleHours }
}

describe('rolling up', () => {
  test('sums up what was measured in each hour that is over', async () => {
    const { db, monitorId, rollUps, staleHours } = await world()
    await insertSamples(db, monitorId, { count: 150, from: ago(3), to: ago(1) })
    expect(await rollUps.run()).toBe(48)
    expect(await staleHours()).toEqual([])
    expect(await expectRollupsToMatch(db)).toBeGreaterThan(60)
  })

  test('waits until an hour has been over for a quarter of an hour', async () => {
    const { clock, db, monitorId, rollUps, staleHours } = await world()
    // the test starts at a full hour
    await insertSample(db, { monitorId, at: start - 1 })
    expect(await rollUps.run()).toBe(0)
    expect(await staleHours()).toEqual([hourOf(start) - 1])
    await clock.advance(15 * 60_000)
    expect(await rollUps.run()).toBe(1)
    expect(await expectRollupsToMatch(db)).toBe(1)
  })

  test('follows samples that come late, or from a clock that is fast', async () => {
    const { clock, db, monitorId, rollUps, staleHours } = await world()
    await insertSample(db, { monitorId, at: ago(1) })
    await rollUps.run()
    expect(await staleHours()).toEqual([])
    await insertSample(db, { monitorId, at: ago(1) + 5 })
    const ahead = start + 2 * hourMs
    await insertSample(db, { monitorId, at: ahead })
    expect(await staleHours()).toEqual([hourOf(ago(1)), hourOf(ahead)])
    expect(await expectRollupsToMatch(db)).toBe(0)
    expect(await rollUps.run()).toBe(1)
    expect(await expectRollupsToMatch(db)).toBe(1)
    await clock.advance(4 * hourMs)
    expect(await rollUps.run()).toBe(1)
    expect(await expectRollupsToMatch(db)).toBe(2)
  })

  test('agrees with the samples wherever it is killed', async () => {
    const service = await world()
    const { db, monitorId, services } = service
    const other = await service.monitor()
    for (const id of [monitorId, other]) await insertSamples(db, id, { count: 60, from: ago(3), to: ago(1) })
    let completed = 0
    for (let statement = 0; completed < 2; statement++) {
      const database = breakingAt(services.database, statement)
      // what has been rolled up is rolled up again from here
      await insertSample(db, { monitorId: statement % 2 ? other : monitorId, at: ago(2) + statement * 600_000 })
      const killed = new RollUps({ ...services, database })
      const done = await killed.run().then(
        () => true,
        () => false,
      )
      await expectRollupsToMatch(db)
      const left = await db.selectFrom('stale_hours').select('hour').executeTakeFirst()
      if (done && !left) completed++
      await db.deleteFrom('leases').execute()
    }
    expect(await expectRollupsToMatch(db)).toBeGreaterThan(60)
  })

  test('agrees with the samples that are stored meanwhile', async () => {
    const { db, monitorId, rollUps } = await world()
    const state = { storing: true }
    const stored = (async () => {
      for (let i = 0; i < 12; i++) await insertSamples(db, monitorId, { count: 10, from: ago(2) + i, to: ago(1) })
      state.storing = false
    })()
    while (state.storing) {
      await rollUps.run()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await stored
    await expectRollupsToMatch(db)
    await rollUps.run()
    expect(await expectRollupsToMatch(db)).toBe(10)
  })

  test('never misses a sample that a transaction is storing', async () => {
    const { db, monitorId, rollUps } = await world()
    await insertSample(db, { monitorId, at: ago(1) })
    let running: Promise<number> | undefined
    await db.transaction().execute(async (trx) => {
      await insertSample(trx, { monitorId, at: ago(1) + 5 })
      running = rollUps.run()
      // enough for PostgreSQL to roll it up; SQLite waits for the transaction
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    await running
    await expectRollupsToMatch(db)
    await rollUps.run()
    expect(await expectRollupsToMatch(db)).toBe(1)
  })

  test('leaves hours with very many samples alone, and says so', async () => {
    const { db, monitorId, rollUps, staleHours } = await world()
    await insertSample(db, { monitorId, at: ago(2) })
    const row = await db.selectFrom('samples').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 2001 }, (_, i) => ({ ...row, id: `more-${i}`, taken_at: ago(1) + i }))
    for (let i = 0; i < rows.length; i += 1000)
      await db
        .insertInto('samples')
        .values(rows.slice(i, i + 1000))
        .execute()
    await insertSample(db, { monitorId, at: ago(1) + hourMs })
    expect(await rollUps.run()).toBe(3)
    expect(await staleHours()).toEqual([])
    const stored = await db.selectFrom('sample_rollups').select(['hour', 'data']).orderBy('hour').execute()
    expect(stored.map(({ hour, data }) => [hour, data !== null])).toEqual([
      [hourOf(ago(2)), true],
      [hourOf(ago(1)), false],
      [hourOf(ago(1)) + 1, true],
    ])
  })

  test('goes on with other monitors where one fails', async () => {
    const service = await world()
    const { db, monitorId, rollUps, staleHours } = service
    const other = await service.monitor()
    for (const id of [monitorId, other]) await insertSample(db, { monitorId: id, at: ago(1) })
    await db.updateTable('samples').set({ metrics: 'broken' }).where('monitor_id', '=', monitorId).execute()
    await rollUps.run()
    expect(await staleHours()).toHaveLength(1)
    expect(await db.selectFrom('sample_rollups').select('monitor_id').execute()).toEqual([{ monitor_id: other }])
  })

  test('is done by one process at a time, and begins a minute after the start', async () => {
    const { clock, db, monitorId, rollUps, services } = await world()
    await db.updateTable('monitors').set({ status: 'SUSPENDED', next_due_at: null }).execute()
    await insertSample(db, { monitorId, at: ago(1) })
    const other = new Lease('rollups', services.database, clock, 60_000)
    expect(await other.hold()).toBe(true)
    expect(await rollUps.run()).toBe(0)
    await other.release()
    rollUps.start()
    onTestFinished(() => rollUps.stop())
    await clock.advance(59_000)
    expect(await expectRollupsToMatch(db)).toBe(0)
    await clock.advance(1000)
    await expect.poll(() => db.selectFrom('sample_rollups').select('hour').execute()).toHaveLength(1)
  })
})

describe('deleting', () => {
  test('samples by age takes their roll-ups with them', async () => {
    const { db, monitorId, retention, rollUps } = await world()
    // the first hour loses some of its samples
    const cutoff = ago(400)
    for (const at of [-hourMs, -40 * 60_000, -1, 0, 20 * 60_000, hourMs])
      await insertSample(db, { monitorId, at: cutoff + 30 * 60_000 + at })
    await rollUps.run()
    expect(await expectRollupsToMatch(db)).toBe(3)
    await retention.run()
    await expectRollupsToMatch(db)
    await rollUps.run()
    expect(await expectRollupsToMatch(db)).toBe(2)
  })

  test('a monitor or an account deletes its roll-ups', async () => {
    const service = await world()
    const { account, call, db, monitorId, retention, rollUps } = service
    const other = await service.monitor()
    for (const id of [monitorId, other]) await insertSamples(db, id, { count: 50, from: ago(2), to: ago(1) })
    await rollUps.run()
    const before = await expectRollupsToMatch(db)
    await call('DELETE', '/monitors', { key: account.key, json: { ids: [monitorId] } })
    await retention.run()
    await rollUps.run()
    const left = await db.selectFrom('sample_rollups').select('monitor_id').execute()
    expect(left.length).toBeLessThan(before)
    expect(new Set(left.map(({ monitor_id }) => monitor_id))).toEqual(new Set([other]))
    expect(await db.selectFrom('stale_hours').selectAll().execute()).toEqual([])
    // and so does deleting its row, in one go
    await db.deleteFrom('monitors').execute()
    await rollUps.run()
    expect(await db.selectFrom('sample_rollups').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('stale_hours').selectAll().execute()).toEqual([])
  })
})
