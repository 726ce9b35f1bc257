import { expect, test } from 'vitest'
import { ColumnBuilder } from './columns.ts'
import { bandOf, byGroup, centeredWithin, countWith, histogram, hasNoValues, splitBandOf } from './stats.ts'

const sample = (at: number, load: number | null, location: string, latency?: number) => ({
  id: `${at}-${location}`,
  taken_at: new Date(at).toISOString(),
  sample_type: 0,
  location,
  connectivity: latency ? { bandwidth_down: 9000, bandwidth_up: 0, latency, drop_rate: 0 } : null,
  metrics: { load },
  raw: {},
})

function columnsOf(...samples: (ReturnType<typeof sample> & { judged?: boolean; view?: string })[]) {
  const builder = new ColumnBuilder(['load'])
  builder.add(samples)
  return builder.columns()
}

test('a sample that isn’t judged is counted but adds no value', () => {
  const columns = columnsOf(sample(1, 100, 'Oslo'), { ...sample(2, 900, 'Oslo'), judged: false })
  expect(byGroup(columns, 'load')).toMatchObject([{ count: 2, p50: 100, p95: 100 }])
  expect(bandOf(columns, 'load', { from: 0, to: 10, buckets: 1 })).toMatchObject([{ count: 2, p50: 100, p95: 100 }])
})

test('samples are counted by whether they have a value of every metric', () => {
  const columns = columnsOf(sample(1, 100, 'Oslo'), sample(2, null, 'Oslo'), { ...sample(3, 9, 'Oslo'), judged: false })
  expect(countWith(columns, ['load'])).toBe(1)
  expect(countWith(columns, ['load', 'dns'])).toBe(0)
  expect(countWith(columns, [])).toBe(3)
})

test('each part of a split has percentiles of its own', () => {
  const columns = columnsOf(sample(1, 100, 'Virginia'), sample(2, 300, 'Frankfurt'), sample(3, 500, 'Frankfurt'))
  expect(splitBandOf(columns, 'load', { from: 0, to: 10, buckets: 1 }, 'location')).toEqual({
    parts: [
      { part: 'Frankfurt', band: [{ at: 0, count: 2, p50: 400, p95: 490 }] },
      { part: 'Virginia', band: [{ at: 0, count: 1, p50: 100, p95: 100 }] },
    ],
    hasMore: false,
  })
  const many = columnsOf(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((location, i) => sample(i, i, location)))
  expect(splitBandOf(many, 'load', { from: 0, to: 10, buckets: 1 }, 'location')).toMatchObject({ hasMore: true })
})

test('views of one location and connection share a row', () => {
  const columns = columnsOf({ ...sample(1, 100, 'Oslo'), view: 'EMPTY' }, { ...sample(2, 300, 'Oslo'), view: 'FULL' })
  expect(byGroup(columns, 'load')).toMatchObject([{ location: 'Oslo', count: 2, p50: 200 }])
})

test('each location and connection has a row; unmeasured samples are counted but add no value', () => {
  const columns = columnsOf(
    sample(1, 100, 'Virginia'),
    sample(2, 300, 'Frankfurt', 170),
    sample(3, null, 'Frankfurt', 170),
    sample(4, 500, 'Frankfurt'),
  )
  expect(
    byGroup(columns, 'load').map((row) => ({ ...row, connectivity: row.connectivity.replaceAll('\u00a0', ' ') })),
  ).toEqual([
    { location: 'Frankfurt', connectivity: '9 Mbps down, 170 ms', count: 2, p50: 300, p95: 300 },
    { location: 'Frankfurt', connectivity: 'No throttling', count: 1, p50: 500, p95: 500 },
    { location: 'Virginia', connectivity: 'No throttling', count: 1, p50: 100, p95: 100 },
  ])
})

test('duplicates and samples without a known time are skipped', () => {
  const builder = new ColumnBuilder(['load'])
  builder.add([sample(1, 5, 'x'), sample(1, 5, 'x'), { raw: { foreign: true } }, { taken_at: 'soon', raw: {} }])
  expect(builder.size).toBe(1)
})

test('a histogram counts every value once, in bins of round width, with outliers in the last', () => {
  const values = [...Array.from({ length: 300 }, (_, i) => 1000 + i * 10), 90_000, Number.NaN]
  const bins = histogram(values)
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(301)
  expect(bins[0]).toMatchObject({ from: 1000, to: 1200, count: 20 })
  expect(bins.at(-1)).toMatchObject({ to: Number.POSITIVE_INFINITY, count: 1 })
  expect(histogram([])).toEqual([])
  expect(histogram([0, 0, 0])).toHaveLength(1)
  expect(histogram([42])).toHaveLength(1)
})

test('a band computed from samples has a point per bucket, null where nothing was measured', () => {
  const columns = columnsOf(sample(0, 10, 'x'), sample(1, 20, 'x'), sample(99, 40, 'x'))
  expect(bandOf(columns, 'load', { from: 0, to: 99, buckets: 2 })).toEqual([
    { at: 0, count: 2, p50: 15, p95: 19.5 },
    { at: 50, count: 1, p50: 40, p95: 40 },
  ])
  expect(bandOf(columns, 'load', { from: 0, to: 99, buckets: 4 })[1]).toEqual({
    at: 25,
    count: 0,
    p50: null,
    p95: null,
  })
})

test('percentiles stand at the middle of their buckets, as far as that is within the range', () => {
  const point = { count: 1, p50: 1, p95: 2 }
  const band = [0, 10, 20].map((at) => ({ ...point, at }))
  expect(centeredWithin(band, 10, { from: 6, to: 30 }).map(({ at }) => at)).toEqual([15, 25])
})

test('a metric has no values if there is neither a percentile nor a point', () => {
  const empty = { at: 0, count: 2, p50: null, p95: null }
  expect(hasNoValues([empty], [Number.NaN])).toBe(true)
  expect(hasNoValues([empty], [Number.NaN, 0])).toBe(false)
  expect(hasNoValues([empty, { ...empty, p50: 1 }], [])).toBe(false)
})
