import { describe, expect, test } from 'vitest'
import { metricNames, readSeries, type ReplyOf, type Split, splits } from '../../../contract/index.ts'
import type { PercentileName } from '../../../contract/series.ts'
import { RollUps } from '../../rollups/index.ts'
import { insertSample, insertSamples } from '../../test/fixtures.ts'
import { start } from '../../test/service.ts'
import { ago, withMonitor } from '../../test/with-monitor.ts'
import { sampleSeries } from './series-read.ts'

type Buckets = ReplyOf<typeof readSeries.user>['buckets']

interface Profile {
  readonly profile_id: string
  readonly locations?: string[]
}

const day = 24 * 3600_000
const ranks = ['p50', 'p75', 'p95', 'p99'] as const satisfies readonly PercentileName[]
/** What a range needs so that it's read from roll-ups; neither it nor its buckets begin with an hour. */
const month = { from: start - 30 * day + 12_345, to: start - 54_321, buckets: 97 }

async function world() {
  const service = await withMonitor()
  const { account, ask, db, monitorId, services } = service
  const rollUps = new RollUps(services)
  const read = async (query: object = {}, profiles: Profile[] = [{ profile_id: monitorId }]): Promise<Buckets> =>
    (await ask(readSeries.user, { query: { profile_and_locations: profiles, ...month, ...query } }, account.key))
      .buckets
  return { ...service, rollUps, read, db }
}

/** Counts must be equal and percentiles within 1 %. @returns whether any percentile differs at all */
function expectToAgree(found: Buckets, exact: Buckets): boolean {
  const counts = (buckets: Buckets) => buckets.map(({ at, count, by_type, values }) => ({ at, count, by_type, values }))
  expect(counts(found)).toEqual(counts(exact))
  let differs = false
  for (const [i, { metrics }] of exact.entries()) {
    expect(Object.keys(found[i]?.metrics ?? {})).toEqual(Object.keys(metrics))
    for (const name of metricNames)
      for (const rank of ranks) {
        const value = metrics[name]?.[rank]
        if (value === undefined) continue
        const other = found[i]?.metrics[name]?.[rank] ?? NaN
        expect(Math.abs(other - value)).toBeLessThanOrEqual(value * 0.01 + 1e-9)
        differs ||= other !== value
      }
  }
  return differs
}

describe('a series of more than 7 days', () => {
  test('from roll-ups has the counts of that from samples, and its percentiles to 1 %', async () => {
    const service = await world()
    const { db, monitorId, read, rollUps } = service
    const other = await service.monitor()
    await insertSamples(db, monitorId, { count: 900, from: ago(31), to: start })
    await insertSamples(db, other, { count: 300, from: ago(20), to: ago(5) })
    const [both, north] = [
      [{ profile_id: monitorId }, { profile_id: other }],
      [{ profile_id: monitorId, locations: ['north'] }, { profile_id: other }],
    ]
    const queries: [object, Profile[]?][] = [
      [{}],
      [{}, both],
      [{}, north],
      [{ sample_type: 3 }],
      [{ sample_type: 1 }],
      [{ location: ['dc-south'] }, north],
      [{ buckets: 1, metrics: ['load'] }],
      [{ buckets: 720, metrics: ['first_byte', 'dns'] }],
      [{ buckets: 30, from: ago(30), to: start - 1 }],
      [{ from: undefined, to: undefined, buckets: 200 }],
    ]
    const exact: Buckets[] = []
    for (const query of queries) exact.push(await read(...query))
    expect(exact[0]?.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(800)
    await rollUps.run()
    let differing = 0
    for (const [i, query] of queries.entries()) if (expectToAgree(await read(...query), exact[i] ?? [])) differing++
    // so it's the roll-ups that were read
    expect(differing).toBeGreaterThan(5)
  })

  test('can be split as that from samples', async () => {
    const { account, ask, db, monitorId, read, rollUps } = await world()
    await insertSamples(db, monitorId, { count: 300, from: ago(20), to: ago(1) })
    const mobile = JSON.stringify({ bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 })
    const change = (set: { connectivity?: string; view: 'EMPTY' | 'FULL' }, severity: number) =>
      db.updateTable('samples').set(set).where('sample_type', '=', severity).execute()
    await change({ view: 'EMPTY' }, 0)
    await change({ view: 'FULL', connectivity: mobile }, 3)
    const split = async (by: Split, more: object = {}) => {
      const query = { profile_and_locations: [{ profile_id: monitorId }], ...month, split: by, ...more }
      return (await ask(readSeries.user, { query }, account.key)).parts ?? []
    }
    const exact = new Map<Split, Awaited<ReturnType<typeof split>>>()
    for (const by of splits) exact.set(by, await split(by))
    expect([...exact.values()].map(({ length }) => length)).toEqual([1, 2, 2, 2])
    const { id } = await db
      .selectFrom('samples')
      .select('id')
      .where('sample_type', '=', 3)
      .limit(1)
      .executeTakeFirstOrThrow()
    const alike = await split('connectivity', { like_sample_id: id })
    expect(alike.map(({ connectivity }) => connectivity)).toEqual([JSON.parse(mobile)])
    const whole = await read()
    await rollUps.run()
    // so it's the roll-ups that are read
    expect(expectToAgree(await read(), whole)).toBe(true)
    for (const [by, parts] of exact) {
      for (const [i, { buckets, ...part }] of (await split(by)).entries()) {
        const { buckets: ofPart = [], ...same } = parts[i] ?? {}
        expect(part).toEqual(same)
        expectToAgree(buckets, ofPart)
      }
    }
    for (const { buckets } of await split('connectivity', { like_sample_id: id }))
      expectToAgree(buckets, alike[0]?.buckets ?? [])
  })

  test('counts its parts in roll-ups, and in samples what those lack', async () => {
    const { account, ask, db, monitorId, rollUps } = await world()
    const add = async (location: string, count: number, at: (i: number) => number) => {
      for (let i = 0; i < count; i++) await insertSample(db, { monitorId, location, at: at(i) })
    }
    const parts = async (query: object = {}) => {
      const asked = {
        profile_and_locations: [{ profile_id: monitorId }],
        ...month,
        split: 'location' as const,
        ...query,
      }
      return (await ask(readSeries.user, { query: asked }, account.key)).parts?.map(({ location }) => location)
    }
    await add('north', 5, (i) => ago(20 - i))
    await add('south', 3, (i) => ago(20 - i))
    await add('edge', 1, () => month.from)
    await rollUps.run()
    expect(await parts()).toEqual(['north', 'south', 'edge'])
    // what a roll-up says decides, so it's the roll-ups that are counted
    await db.updateTable('sample_rollups').set({ samples: 100 }).where('location', '!=', 'north').execute()
    expect(await parts()).toEqual(['south', 'north', 'edge'])
    expect(await parts({ location: ['dc-edge', 'dc-north'] })).toEqual(['north', 'edge'])
    expect(await parts({ sample_type: 0 })).toEqual(['north', 'south', 'edge'])
    // of stale hours, the samples are counted
    await add('late', 4, (i) => ago(20) + i)
    expect(await parts()).toEqual(['south', 'north', 'late', 'edge'])
    const { id: _, ...row } = await db.selectFrom('samples').selectAll().limit(1).executeTakeFirstOrThrow()
    const crowd = (i: number) => ({ ...row, id: `crowd-${i}`, location: 'crowd', taken_at: ago(10) + i })
    for (let i = 0; i < 2500; i += 500)
      await db
        .insertInto('samples')
        .values(Array.from({ length: 500 }, (__, j) => crowd(i + j)))
        .execute()
    await rollUps.run()
    // an hour with too many samples has no roll-up
    expect((await parts())?.[0]).toBe('crowd')
    await db.deleteFrom('samples').where('location', '=', 'crowd').execute()
    await rollUps.run()
    await db.updateTable('sample_rollups').set({ samples: 100 }).where('location', '=', 'south').execute()
    expect((await parts())?.[0]).toBe('south')
    // among many stale hours, nothing is gained from roll-ups
    await add('north', 25, (i) => ago(15) + i * 2 * 3600_000)
    expect((await parts())?.[0]).toBe('north')
  })

  test('has samples that came too late for their roll-up, and those that haven’t been rolled up', async () => {
    const { db, monitorId, read, rollUps } = await world()
    await insertSamples(db, monitorId, { count: 100, from: ago(30), to: ago(15) })
    await rollUps.run()
    const total = async () => (await read()).reduce((sum, { count }) => sum + count, 0)
    const before = await total()
    await insertSamples(db, monitorId, { count: 100, from: ago(25), to: ago(1) })
    expect(await total()).toBe(before + 100)
    await rollUps.run()
    expect(await total()).toBe(before + 100)
    await db.deleteFrom('samples').where('taken_at', '>', ago(20)).execute()
    const after = await total()
    expect(after).toBeLessThan(before)
    await rollUps.run()
    expect(await total()).toBe(after)
  })

  test('leaves samples that aren’t judged out of the percentiles', async () => {
    const { db, monitorId, read, rollUps } = await world()
    for (const at of [ago(12), ago(10)]) await insertSample(db, { monitorId, at, metrics: { load: 5 } })
    const late = await insertSample(db, { monitorId, at: ago(12) + 1000, metrics: { load: 500 } })
    await db.updateTable('samples').set({ judged: 0 }).where('id', '=', late).execute()
    const exact = await read({ buckets: 1 })
    expect(exact).toMatchObject([{ count: 3, metrics: { load: { p50: 5, p99: 5 } } }])
    await rollUps.run()
    expectToAgree(await read({ buckets: 1 }), exact)
  })

  test('reads the samples of hours that have too many for a roll-up', async () => {
    const { db, monitorId, read, rollUps } = await world()
    await insertSample(db, { monitorId, at: ago(12), metrics: { load: 5 } })
    const row = await db.selectFrom('samples').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 2500 }, (_, i) => ({ ...row, id: `more-${i}`, taken_at: ago(10) + i }))
    for (let i = 0; i < rows.length; i += 1250)
      await db
        .insertInto('samples')
        .values(rows.slice(i, i + 1250))
        .execute()
    await rollUps.run()
    expect((await read()).reduce((sum, { count }) => sum + count, 0)).toBe(2501)
  })

  test('is read from samples where a roll-up can’t be unpacked', async () => {
    const { db, monitorId, read, rollUps } = await world()
    await insertSamples(db, monitorId, { count: 100, from: ago(30), to: ago(1) })
    const exact = await read()
    await rollUps.run()
    for (const data of [new Uint8Array(), new Uint8Array([1, 200, 7, 9]), new Uint8Array(500).fill(255)]) {
      await db.updateTable('sample_rollups').set({ data }).execute()
      expect(await read()).toEqual(exact)
    }
  })

  test('ends when it is cancelled', async () => {
    const { db, monitorId, rollUps, services } = await world()
    await insertSamples(db, monitorId, { count: 50, from: ago(30), to: ago(1) })
    await rollUps.run()
    const selection = { profiles: [{ id: monitorId, locations: [] }], ...month, dataCenters: [], type: -1 }
    const signal = AbortSignal.abort(new Error('cancelled'))
    const input = { selection, to: month.to, buckets: 10, metrics: undefined }
    await expect(sampleSeries(services.database, input, signal)).rejects.toThrow('cancelled')
  })
})

test('a shorter series, and one with short buckets, doesn’t read roll-ups', async () => {
  const { db, monitorId, read, rollUps } = await world()
  await insertSamples(db, monitorId, { count: 200, from: ago(10), to: ago(1) })
  const queries = [
    { from: ago(7), to: start },
    { from: ago(8), to: start, buckets: 193 },
  ]
  const exact = [await read(queries[0]), await read(queries[1])]
  await rollUps.run()
  expect([await read(queries[0]), await read(queries[1])]).toEqual(exact)
})
