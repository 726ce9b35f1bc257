import { describe, expect, test } from 'vitest'
import { createUserSite, provePurge } from '../../contract/index.ts'
import { insertIncident, insertSample } from '../test/fixtures.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { expectCountsToMatch, keptIn } from './testing.ts'

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

  test('includes incidents that ended long ago, and availability', async () => {
    const { account, db, monitorId, retention } = await withMonitor()
    const incident = { account_id: account.id, host: 'a.example' }
    await insertIncident(db, { ...incident, started_at: ago(500), ended_at: ago(401) })
    const kept = [
      await insertIncident(db, { ...incident, started_at: ago(500), ended_at: ago(399) }),
      await insertIncident(db, { ...incident, started_at: ago(500) }),
    ]
    const hours = [401, 399, 1].map((days) => Math.floor(ago(days) / 3_600_000))
    const counts = { measured_ms: 1, failed_ms: 0, rounds: 1, failed_rounds: 0, samples: 1, clean_samples: 1 }
    await db
      .insertInto('availability')
      .values(hours.map((hour) => ({ monitor_id: monitorId, hour, ...counts })))
      .execute()
    expect((await retention.run()).incidents).toBe(1)
    const left = await db.selectFrom('incidents').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(await db.selectFrom('availability').select('hour').orderBy('hour').execute()).toEqual(
      hours.slice(1).map((hour) => ({ hour })),
    )
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

  test('includes proofs of purges older than an hour', async () => {
    const { account, ask, clock, db, retention } = await withMonitor()
    const ids = []
    for (const host of ['a.example', 'b.example']) {
      const site = await ask(createUserSite, { body: { host } }, account.key)
      const path = { site_id: site.site_id ?? '' }
      const { addresses } = await ask(provePurge, { path, body: [{ condition: '/' }] }, account.key)
      ids.push(...addresses.map(({ id }) => id))
      await clock.advance(31 * 60_000)
    }
    await retention.run()
    expect(await db.selectFrom('cache_proofs').select('id').execute()).toEqual([{ id: ids[1] }])
  })
})
