import { describe, expect, test } from 'vitest'
import { readUsage, readUserUsage } from '../../contract/index.ts'
import { addTraffic } from '../database/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const siteId = ids['site_id'] ?? ''
  const path = { partner_id: partner.id, account_id: account.id, site_id: siteId }
  const read = (query = {}) => service.ask(readUsage, { path, query }, partner.key)
  /** Adds a request. The origin served half of its bytes. */
  const add = (at: number, bytes = 2e9) =>
    addTraffic(service.db, [
      { siteId, at, serviceRequests: 2, serviceBytes: bytes, originRequests: 1, originBytes: bytes / 2 },
    ])
  return { ...service, partner, account, siteId, path, read, add }
}

/** The points of a series that aren't 0. */
function points(usage: { title: string; data: [number, number][] }[], title: string) {
  return usage.find((series) => series.title === title)?.data.filter(([, value]) => value !== 0)
}

test('without traffic, every bucket is 0', async () => {
  const { read } = await world()
  const { site, status, metrics, usage } = await read()
  expect([site, status]).toEqual([expect.stringMatching(/\.site\.example$/), 'preview'])
  expect(metrics.traffic).toEqual({ Origin: { numOfReq: 0, GBS: 0 }, Service: { numOfReq: 0, GBS: 0 } })
  expect(usage.map(({ title }) => title)).toEqual([
    'Service Request',
    'Service Response',
    'Your server Request',
    'Your server Response',
  ])
  for (const { data } of usage) {
    expect(data).toHaveLength(48 * 12)
    expect(data.every(([at, value], i) => value === 0 && at === (data[0]?.[0] ?? 0) + i * 5 * minute)).toBe(true)
  }
})

test('traffic adds up in its bucket, in gigabytes and requests', async () => {
  const { read, add } = await world()
  const bucket = start - 10 * minute
  await add(bucket)
  await add(bucket + 5 * minute - 1)
  await add(bucket - 1)
  const { metrics, usage } = await read()
  expect(points(usage, 'Service Request')).toEqual([
    [bucket - 5 * minute, 2],
    [bucket, 4],
  ])
  expect(points(usage, 'Service Response')).toEqual([
    [bucket - 5 * minute, 2],
    [bucket, 4],
  ])
  expect(points(usage, 'Your server Request')).toEqual([
    [bucket - 5 * minute, 1],
    [bucket, 2],
  ])
  expect(points(usage, 'Your server Response')?.map(([, value]) => value)).toEqual([1, 2])
  expect(metrics.traffic).toEqual({ Origin: { numOfReq: 3, GBS: 3 }, Service: { numOfReq: 6, GBS: 6 } })
})

test('traffic is counted in buckets of every width, and only within the range', async () => {
  const { read, add } = await world()
  const at = Date.UTC(2026, 10, 10, 13, 37)
  await add(at)
  expect((await read()).metrics.traffic.Service.numOfReq).toBe(0)
  const hours = await read({ start_date: '1-11-2026' })
  expect(points(hours.usage, 'Service Request')).toEqual([[Math.floor(at / hour) * hour, 2]])
  const days = await read({ start_date: '1-1-2026', end_date: '10-11-2026' })
  expect(points(days.usage, 'Service Request')).toEqual([[Math.floor(at / day) * day, 2]])
  const before = await read({ start_date: '1-1-2026', end_date: '9-11-2026' })
  expect(before.metrics.traffic.Service.numOfReq).toBe(0)
})

test('concurrent additions are all counted', async () => {
  const { read, db, siteId } = await world()
  const entry = { siteId, at: start - 1, serviceRequests: 1, serviceBytes: 10, originRequests: 0, originBytes: 0 }
  await Promise.all(Array.from({ length: 5 }, () => addTraffic(db, [entry, entry])))
  await addTraffic(db, [])
  expect((await read()).metrics.traffic.Service).toEqual({ numOfReq: 10, GBS: 1e-7 })
})

describe('the reply', () => {
  test('is the same in both APIs', async () => {
    const { ask, account, siteId, read, add } = await world()
    await add(start - hour)
    expect(await ask(readUserUsage, { path: { site_id: siteId } }, account.key)).toEqual(await read())
  })

  test('contains the optimizer’s state', async () => {
    const { db, read } = await world()
    await db.updateTable('sites').set({ state: 'proxy only' }).execute()
    expect((await read()).status).toBe('proxy only')
  })

  test.each(['start_date=2026-11-21', 'end_date=21-11-2026', 'start_date=31-02-2026', 'start_date=1-1-2099'])(
    'to %s is 422',
    async (query) => {
      const { call, account, siteId } = await world()
      const answer = await call('GET', `/sites/${siteId}/optimizer`, { key: account.key, query })
      expect(answer).toMatchObject({ status: 422, body: { fields: { start_date: expect.any(String) } } })
    },
  )

  test('has no traffic left once the site is deleted', async () => {
    const { db, add } = await world()
    await add(start)
    await db.deleteFrom('sites').execute()
    expect(await db.selectFrom('traffic').selectAll().execute()).toEqual([])
  })
})
