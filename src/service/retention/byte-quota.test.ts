import { describe, expect, test } from 'vitest'
import { listSamples, readQuotas, readSample } from '../../contract/index.ts'
import { insertSample } from '../test/fixtures.ts'
import { ago, withMonitor } from '../test/with-monitor.ts'
import { expectCountsToMatch, keptIn } from './testing.ts'

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
