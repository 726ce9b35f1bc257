import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { addMonth, addMonths, dropMonth, existingMonths, monthOf, startOfMonth } from '../database/index.ts'
import { RollUps } from '../rollups/index.ts'
import { expectRollupsToMatch } from '../test/expect-rollups.ts'
import { breakingAt } from '../test/breaking-database.ts'
import { onPostgres } from '../test/database-server.ts'
import { insertSample } from '../test/fixtures.ts'
import { start } from '../test/service.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { Retention } from './index.ts'
import { expectCountsToMatch, keptIn } from './testing.ts'

/** A service whose database has a partition for each of the last 18 months. */
async function withMonths(options: Parameters<typeof withMonitor>[0] = {}) {
  const service = await withMonitor(options)
  const { db } = service
  const partitions = async () => (await existingMonths(db)).map((month) => new Date(startOfMonth(month)))
  for (const month of await existingMonths(db)) await dropMonth(db, month)
  await addMonths(db, start, Date.UTC(2025, 5, 1))
  /** In which tables the samples are. */
  const tables = async () => {
    const { rows } = await sql<{ id: string; table: string }>`
      select id, tableoid::regclass::text as table from samples order by taken_at`.execute(db)
    return rows.map(({ table }) => table)
  }
  return { ...service, partitions, tables, rollUps: new RollUps(service.services) }
}

onPostgres('a month whose samples are all too old goes at once, with its roll-ups', async () => {
  const service = await withMonths()
  const { db, monitorId, retention, rollUps, partitions } = service
  // 400 days before the tests’ clock is 17 October 2025
  const old = [Date.UTC(2025, 7, 3), Date.UTC(2025, 8, 30, 23, 59)]
  const kept = [Date.UTC(2025, 9, 1), Date.UTC(2025, 9, 20), ago(2)]
  const ids = []
  for (const at of [...old, ...kept]) ids.push(await insertSample(db, { monitorId, at }))
  await rollUps.run()
  expect(await expectRollupsToMatch(db)).toBe(5)
  expect((await retention.run()).samples).toBe(2)
  expect((await keptIn(service)).samples).toEqual(ids.slice(2))
  expect(await expectRollupsToMatch(db)).toBe(3)
  expect(await db.selectFrom('stale_hours').selectAll().execute()).toEqual([])
  expect((await partitions())[0]).toEqual(new Date('2025-10'))
  await expectCountsToMatch(service)
})

onPostgres(
  'the last sample of a monitor at each location stays when its month goes, until another one comes',
  async () => {
    const service = await withMonths()
    const { db, monitorId, retention, rollUps, tables } = service
    const at = Date.UTC(2025, 6, 5)
    await insertSample(db, { monitorId, at, location: 'oslo' })
    const oslo = await insertSample(db, { monitorId, at: at + 1, location: 'oslo' })
    await insertSample(db, { monitorId, at: at + 2 })
    const recent = await insertSample(db, { monitorId, at: ago(1) })
    expect((await retention.run()).samples).toBe(2)
    expect((await keptIn(service)).samples).toEqual([oslo, recent])
    expect(await tables()).toEqual(['samples_default', 'samples_2026_11'])
    await rollUps.run()
    expect(await expectRollupsToMatch(db)).toBe(2)

    const next = await insertSample(db, { monitorId, at: ago(0.5), location: 'oslo' })
    await service.clock.advance(3600_000)
    expect((await retention.run()).samples).toBe(1)
    expect((await keptIn(service)).samples).toEqual([recent, next])
  },
)

onPostgres('each month gets its partitions before it begins, with the samples that came sooner', async () => {
  const service = await withMonths()
  const { clock, db, monitorId, retention, partitions, tables } = service
  expect((await partitions()).at(-1)).toEqual(new Date('2026-12'))
  const early = await insertSample(db, { monitorId, at: Date.UTC(2027, 0, 1) })
  expect(await tables()).toEqual(['samples_default'])
  await clock.advance(15 * 24 * 3600_000)
  await retention.run()
  expect((await partitions()).at(-1)).toEqual(new Date('2027-01'))
  expect(await tables()).toEqual(['samples_2027_01'])
  expect((await keptIn(service)).samples).toEqual([early])
})

onPostgres('whoever reads while a month is added sees the samples that came sooner', async () => {
  const { db, monitorId } = await withMonths()
  const early = await insertSample(db, { monitorId, at: Date.UTC(2027, 0, 1) })
  let reading: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await addMonth(trx, monthOf(Date.UTC(2027, 0, 1)))
    reading = db.selectFrom('samples').select('id').execute()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where database is not null and not granted`.execute(trx)
      expect(rows).toHaveLength(1)
    })
  })
  expect(await reading).toEqual([{ id: early }])
})

onPostgres('whoever reads a month for long is waited for', async () => {
  const service = await withMonths()
  const { db, monitorId, retention } = service
  await insertSample(db, { monitorId, at: Date.UTC(2025, 6, 5) })
  await insertSample(db, { monitorId, at: ago(1) })
  let running: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    const seen = () => trx.selectFrom('samples').select('id').execute()
    expect(await seen()).toHaveLength(2)
    running = retention.run()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await seen()).toHaveLength(2)
  })
  expect(await running).toMatchObject({ samples: 1 })
})

onPostgres('killed at any statement, it loses no sample but those that are too old', async () => {
  const service = await withMonths()
  const { db, monitorId, rollUps, services } = service
  const ids = [await insertSample(db, { monitorId, at: ago(1) })]
  let done = false
  for (let statement = 0; !done; statement++) {
    // each time something is there to drop, and a last sample to keep
    await addMonths(db, start, Date.UTC(2025, 6, 1))
    const oslo = await insertSample(db, { monitorId, at: Date.UTC(2025, 6, 5) + statement, location: 'oslo' })
    await insertSample(db, { monitorId, at: Date.UTC(2025, 6, 6) })
    await rollUps.run()
    const killed = new Retention({ ...services, database: breakingAt(services.database, statement) })
    done = await killed.run().then(
      () => true,
      () => false,
    )
    expect((await keptIn(service)).samples).toEqual(expect.arrayContaining([...ids, oslo]))
    await rollUps.run()
    await expectRollupsToMatch(db)
    await db.deleteFrom('leases').execute()
  }
  expect((await keptIn(service)).samples).toHaveLength(2)
  await expectCountsToMatch(service)
})
