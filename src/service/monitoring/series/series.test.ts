import { describe, expect, test } from 'vitest'
import { readSeries, type Split } from '../../../contract/index.ts'
import { insertSample, populate } from '../../test/fixtures.ts'
import { start, testService } from '../../test/service.ts'

const hour = 3600_000

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  await service.db.deleteFrom('samples').execute()
  const [monitor = '', run = ''] = [ids['monitor_id'], ids['test_id']]
  const add = (at: number, load: number, more: { monitorId?: string; type?: number; location?: string } = {}) =>
    insertSample(service.db, { monitorId: monitor, at, metrics: { load }, ...more })
  const read = async (query: object, profiles = [{ profile_id: monitor }]) =>
    (await service.ask(readSeries.user, { query: { profile_and_locations: profiles, ...query } }, account.key)).buckets
  return { ...service, partner, account, monitor, run, add, read }
}

describe('/samples/series', () => {
  test('returns percentiles per bucket, and a count of 0 for empty buckets', async () => {
    const { add, read } = await world()
    for (const [i, load] of [100, 200, 300, 400].entries()) await add(start - 4 * hour + i * 1000, load)
    await add(start - hour, 900, { type: 3 })
    const buckets = await read({ from: start - 4 * hour, to: start - 1, buckets: 4, metrics: ['load', 'dns'] })
    expect(buckets.map(({ at }) => at)).toEqual([4, 3, 2, 1].map((n) => start - n * hour))
    expect(buckets.map(({ count }) => count)).toEqual([4, 0, 0, 1])
    expect(buckets.map(({ by_type }) => by_type['3'])).toEqual([0, 0, 0, 1])
    expect(buckets[0]?.metrics).toEqual({ load: { p50: 250, p75: 325, p95: 385, p99: 397 } })
    expect(buckets[1]).toMatchObject({ count: 0, by_type: { '0': 0, '1': 0, '2': 0, '3': 0 }, metrics: {} })
  })

  test('combines several profiles, counting each once, and applies the list filters', async () => {
    const { add, read, monitor, run } = await world()
    await add(start - hour, 100, { location: 'north' })
    await add(start - hour, 200, { location: 'south', type: 2 })
    await add(start - hour, 300, { monitorId: run, location: 'south' })
    const both = [{ profile_id: monitor }, { profile_id: run }, { profile_id: monitor }]
    const counts = async (query: object, profiles: Parameters<typeof read>[1] = both) =>
      (await read({ buckets: 1, from: start - 2 * hour, ...query }, profiles)).map(({ count }) => count)
    expect(await counts({})).toEqual([3])
    expect(await counts({ sample_type: 2 })).toEqual([1])
    expect(await counts({ location: ['dc-south'] })).toEqual([2])
    const north = { profile_id: monitor, locations: ['north'] }
    expect(await counts({}, [north])).toEqual([1])
    expect(await counts({}, [north, { profile_id: run }])).toEqual([2])
  })

  test('defaults to 200 buckets, from the first sample until now', async () => {
    const { add, read } = await world()
    expect(await read({})).toHaveLength(200)
    await add(start - 10 * hour, 1)
    const buckets = await read({})
    expect(buckets).toHaveLength(200)
    expect(buckets[0]).toMatchObject({ at: start - 10 * hour, count: 1 })
    expect(buckets.at(-1)?.at).toBeGreaterThan(start - hour)
  })

  test('reads every sample in a range, however many there are', async () => {
    const { add, db, monitor, read } = await world()
    await add(start - hour, 5)
    const row = await db.selectFrom('samples').selectAll().executeTakeFirstOrThrow()
    // more rows than one query reads, many of them with the same timestamp
    const rows = Array.from({ length: 45_000 }, (_, i) => ({
      ...row,
      id: `more-${i}`,
      monitor_id: monitor,
      taken_at: start - hour + Math.floor(i / 700),
    }))
    for (let i = 0; i < rows.length; i += 1500)
      await db
        .insertInto('samples')
        .values(rows.slice(i, i + 1500))
        .execute()
    expect(await read({ buckets: 1 })).toMatchObject([{ count: 45_001 }])
    // none is lost at the ends of buckets, which are no whole milliseconds
    const [least, most] = [start - hour, start - hour + 64]
    const many = await read({ buckets: 47, from: least, to: most })
    const expected = Array.from({ length: 47 }, () => 0)
    for (const { taken_at } of [row, ...rows]) {
      const index = Math.floor(((taken_at - least) / (most - least + 1)) * 47)
      expected[index] = (expected[index] ?? 0) + 1
    }
    expect(many.map(({ count }) => count)).toEqual(expected)
  })

  test('can be split into parts, of which those with the most samples have a series, too', async () => {
    const service = await world()
    const { account, add, ask, db, monitor, run } = service
    const foreign = await populate(service, await service.makePartner())
    const mobile = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }
    const change = (id: string, set: { connectivity?: string; view?: 'EMPTY' | 'FULL' }) =>
      db.updateTable('samples').set(set).where('id', '=', id).execute()
    await change(await add(start - hour, 100, { location: 'north' }), { view: 'EMPTY' })
    await change(await add(start - hour, 300, { location: 'north' }), { view: 'EMPTY' })
    await change(await add(start - hour, 500, { location: 'south' }), { connectivity: JSON.stringify(mobile) })
    const repeat = await add(start - hour, 50, { location: 'north', monitorId: run })
    await change(repeat, { view: 'FULL' })
    const split = async (by: Split, more: object = {}) => {
      const profile_and_locations = [{ profile_id: monitor }, { profile_id: run }]
      const query = { profile_and_locations, from: start - 2 * hour, buckets: 1, metrics: ['load' as const], split: by }
      const { parts, ...whole } = await ask(readSeries.user, { query: { ...query, ...more } }, account.key)
      const medians = parts?.map(({ buckets, ...part }) => [part, buckets.map(({ metrics }) => metrics['load']?.p50)])
      return { ...whole, medians }
    }
    const { buckets, ...byLocation } = await split('location')
    expect(buckets.map(({ count }) => count)).toEqual([4])
    expect(byLocation).toEqual({
      has_more_parts: false,
      medians: [
        [{ location: 'north' }, [100]],
        [{ location: 'south' }, [500]],
      ],
    })
    expect((await split('profile')).medians).toEqual([
      [{ profile_id: monitor }, [300]],
      [{ profile_id: run }, [50]],
    ])
    expect((await split('connectivity')).medians).toEqual([
      [{ connectivity: null }, [100]],
      [{ connectivity: mobile }, [500]],
    ])
    const views = [
      [{ view: 'EMPTY' }, [200]],
      [{ view: 'FULL' }, [50]],
      [{ view: null }, [500]],
    ]
    // those with as many samples come in an order that the database chooses
    expect(new Set((await split('view')).medians)).toEqual(new Set(views))
    expect((await split('view', { location: ['dc-south'] })).medians).toEqual([[{ view: null }, [500]]])
    // all of the connection and view of one
    const like_sample_id = repeat
    expect((await split('location', { like_sample_id })).medians).toEqual([[{ location: 'north' }, [50]]])
    expect((await split('view', { like_sample_id })).buckets.map(({ count }) => count)).toEqual([1])
    await expect(split('view', { like_sample_id: foreign.ids['sample_id'] })).rejects.toThrow()
    for (const location of ['a', 'b', 'c', 'd', 'e', 'f']) await add(start - hour, 1, { location })
    const many = await split('location')
    expect(many.medians).toHaveLength(6)
    expect(many.medians?.[0]).toEqual([{ location: 'north' }, [100]])
    expect(many.has_more_parts).toBe(true)
  })

  test.each([
    [{ buckets: 1001 }, 'buckets'],
    [{ split: 'browser' }, 'split'],
    [{ buckets: 0 }, 'buckets'],
    [{ metrics: ['speed'] }, 'metrics.0'],
    [{ from: start, to: start - 1 }, 'from'],
    [{ from: start + 1 }, 'from'],
    [{ profile_and_locations: [] }, 'profile_and_locations'],
  ])('%j returns 422', async (query, field) => {
    const { call, account, monitor } = await world()
    const answer = await call('GET', '/samples/series', {
      key: account.key,
      query: { profile_and_locations: [{ profile_id: monitor }], ...query },
    })
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  test('returns the same in the partner API', async () => {
    const { ask, add, partner, account, monitor, read } = await world()
    await add(start - hour, 7)
    const query = { profile_and_locations: [{ profile_id: monitor }], buckets: 2 }
    const path = { partner_id: partner.id, account_id: account.id }
    expect((await ask(readSeries.partner, { path, query }, partner.key)).buckets).toEqual(await read({ buckets: 2 }))
  })
})
