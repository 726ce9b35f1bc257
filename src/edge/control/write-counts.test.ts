import { pino } from 'pino'
import { expect, test } from 'vitest'
import { countLimits } from './limits.ts'
import { testEdge } from '../test/edge.ts'
import { ActionTimes } from './action-times.ts'
import { OriginResults } from './origin-results.ts'
import { Problems } from './problems.ts'
import { TrafficCounter } from './traffic.ts'
import { CountWriter } from './write-counts.ts'

async function writing(maxWaiting?: number) {
  const { database, sites } = await testEdge({ sites: [{ port: 1 }] })
  const siteId = sites[0]?.id ?? ''
  let now = 10 * 24 * 3600_000
  const traffic = new TrafficCounter(() => now, maxWaiting)
  const originResults = new OriginResults(() => now)
  const actionTimes = new ActionTimes(() => now)
  const problems = new Problems(pino({ level: 'silent' }), () => now)
  const writer = new CountWriter({ database, traffic, originResults, actionTimes, problems })
  const requests = async () => {
    const rows = await database.db
      .selectFrom('traffic')
      .select('service_requests')
      .where('width', '=', 86_400_000)
      .execute()
    return rows.reduce((sum, row) => sum + row.service_requests, 0)
  }
  return {
    database,
    siteId,
    traffic,
    originResults,
    actionTimes,
    problems,
    writer,
    requests,
    pass: (ms: number) => (now += ms),
  }
}

test('more than fits into one transaction is written to the end, each request once', async () => {
  const { siteId, traffic, writer, requests, pass } = await writing()
  const buckets = countLimits.rows * 2 + 10
  for (let i = 0; i < buckets; i++) {
    traffic.countHit(siteId, 10)
    pass(5 * 60_000)
  }
  await writer.write()
  expect(await requests()).toBe(buckets)
  expect(traffic.rows).toBe(0)
  await writer.write()
  expect(await requests()).toBe(buckets)
})

test('one kind that can’t be written keeps no other back, and waits', async () => {
  const { database, siteId, traffic, originResults, actionTimes, writer, requests } = await writing()
  traffic.countHit(siteId, 10)
  originResults.record({ id: siteId, host: 'www.site.example' }, null)
  actionTimes.record(siteId, 'cache')
  await database.db.schema.alterTable('traffic').renameTo('elsewhere').execute()
  await expect(writer.write()).rejects.toThrow('traffic')
  expect(await database.db.selectFrom('origin_results').selectAll().execute()).toHaveLength(1)
  expect(await database.db.selectFrom('site_action_times').selectAll().execute()).toHaveLength(1)
  await database.db.schema.alterTable('elsewhere').renameTo('traffic').execute()
  await writer.write()
  expect(await requests()).toBe(1)
})

test('the operator hears that traffic waits by the hour, until it’s written', async () => {
  const { database, siteId, traffic, problems, writer, requests, pass } = await writing(20)
  await database.db.schema.alterTable('traffic').renameTo('elsewhere').execute()
  for (let i = 0; i < 30; i++) {
    traffic.countHit(siteId, 10)
    pass(5 * 60_000)
  }
  await expect(writer.write()).rejects.toThrow('traffic')
  expect(problems.list()).toMatchObject([{ text: expect.stringContaining('added up by the hour'), until: null }])
  await database.db.schema.alterTable('elsewhere').renameTo('traffic').execute()
  await writer.write()
  expect(problems.list()).toMatchObject([{ until: expect.any(Number) }])
  expect(await requests()).toBe(30)
})
