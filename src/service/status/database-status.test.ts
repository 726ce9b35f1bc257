import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { RollUps } from '../rollups/index.ts'
import { insertSample, insertSamples } from '../test/fixtures.ts'
import { start } from '../test/service.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { databaseStatus, statusText } from './index.ts'

describe('the status of a database', () => {
  test('says what it holds by kind and account, and how it grows', async () => {
    const service = await withMonitor()
    const { account, db, makeAccount, monitor, monitorId, partner, services } = service
    const other = await makeAccount(partner, { name: 'Larger' })
    await insertSamples(db, monitorId, { count: 20, from: ago(30), to: ago(20) })
    await insertSamples(db, await monitor(other.key), { count: 70, from: ago(7), to: start })
    await insertSample(db, { monitorId, at: ago(1), bytes: 5000 })
    await new RollUps(services).run()

    const status = await databaseStatus(services.database, { ...services.settings, databaseUrl: '/tmp/x' }, start)
    const rows = Object.fromEntries(status.by_kind.map(({ kind, rows: n }) => [kind, n]))
    const rollUps = await db.selectFrom('sample_rollups').select('hour').execute()
    expect(rows).toMatchObject({ samples: 91, details: 91, screenshots: 91, 'roll-ups': rollUps.length, traffic: 0 })
    for (const { bytes } of status.by_kind) expect(bytes).toBeGreaterThan(0)
    expect(status.bytes).toBeGreaterThan(status.by_kind.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) / 2)
    const [first, second] = status.largest_accounts
    // by what their samples take, too
    expect([first, second]).toMatchObject([
      { account_id: other.id, name: 'Larger', samples: 70 },
      { account_id: account.id, samples: 21 },
    ])
    const kept = await db.selectFrom('monitors').select('kept_bytes').where('id', '=', monitorId).executeTakeFirst()
    expect(second?.kept_bytes).toBe(kept?.kept_bytes)
    expect(status.growth).toMatchObject({ days: 7, samples_per_day: 10 })
    expect(status.growth?.about_bytes_per_day).toBeGreaterThan(10 * 200)
    const text = statusText(status)
    expect(text).toContain(`${other.id} Larger`)
    expect(text).toMatch(/^samples {2,}91 {2,}/m)
    expect(text).toContain('Growth in the last 7 days: 10 samples a day, about ')
  })

  test('shows no figure that wasn’t measured', async () => {
    const { services } = await withMonitor()
    const status = await databaseStatus(services.database, { ...services.settings, databaseUrl: '/tmp/x' }, start)
    expect(status).toMatchObject({ growth: null, largest_accounts: [] })
    expect(status.disk?.about_days ?? null).toBeNull()
    expect(statusText(status)).toContain('Growth: not known, because there are no samples of the last days.')
    if (services.database.kind === 'postgres') expect(status).toMatchObject({ unused_bytes: null, disk: null })
  })

  test('says how long the disk of a file lasts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'status-'))
    const file = join(folder, 'test.db')
    const database = await openDatabase(file)
    onTestFinished(async () => {
      await database.close()
      rmSync(folder, { recursive: true })
    })
    const { db, monitorId, services } = await withMonitor({ database })
    await insertSamples(db, monitorId, { count: 30, from: ago(3), to: start })
    const status = await databaseStatus(database, { ...services.settings, databaseUrl: file }, start)
    expect(status.disk?.free_bytes).toBeGreaterThan(0)
    expect(status.growth).toMatchObject({ days: 3, samples_per_day: 10 })
    expect(statusText(status)).toMatch(/^Free disk space: .*\. At this growth it never gets full: /m)
    const full = { ...status, disk: { free_bytes: 1e6, about_days: 12 } }
    expect(statusText(full)).toContain('Free disk space: 1.0 MB. At this growth it lasts about 12 days.')
  })
})
