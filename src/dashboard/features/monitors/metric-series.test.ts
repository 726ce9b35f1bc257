import { expect, test } from 'vitest'
import type { Sample } from '../../../contract/index.ts'
import { failedSeries, seriesFrom } from './metric-series.ts'

const from = Date.UTC(2026, 10, 20)
const hour = 3_600_000
const to = from + 48 * hour - 1
const line = { bandwidth_down: 1600, bandwidth_up: 768, latency: 300, drop_rate: 0 }

function sample(at: number, value: number | null, more: Partial<Sample> = {}): Sample {
  return {
    raw: null,
    taken_at: new Date(at).toISOString(),
    location: 'a',
    connectivity: null,
    metrics: { load: value },
    ...more,
  }
}

const request = { metric: 'load', by: 'location', percentile: 'p50', from, to } as const

test('samples make a line per location, with percentiles at the middle of half hours; null where nothing was measured', () => {
  const samples = [
    sample(from, 10),
    sample(from + 1, 30),
    sample(from + hour, null),
    sample(from + 1, 7, { location: 'b' }),
    sample(from - 1, 1),
    sample(to + 1, 1),
    { raw: { odd: 1 } },
  ]
  const { series } = seriesFrom(samples, request)
  expect(series.map(({ label }) => label)).toEqual(['a', 'b', 'not reported'])
  expect(series.every(({ points }) => points.length === 96)).toBe(true)
  const measured = series.map(({ points }) => points.filter(({ value }) => value !== null))
  const middle = from + hour / 4
  expect(measured).toEqual([
    [{ at: middle, count: 2, value: 20, failed: 0 }],
    [{ at: middle, count: 1, value: 7, failed: 0 }],
    [],
  ])
})

test('samples that failed make a series of their own, with 0 where none did', () => {
  const samples = [
    sample(from, null, { sample_type: 3 }),
    sample(from + 1, null, { sample_type: 2 }),
    sample(from + 2, 10, { sample_type: 2 }),
    sample(from + hour, 10),
  ]
  const [failed] = seriesFrom(samples, request).series.map(failedSeries)
  expect(failed?.points.filter(({ count }) => count > 0).map(({ value }) => value)).toEqual([2, 0])
  expect(failed?.points.filter(({ count }) => count === 0).every(({ value }) => value === null)).toBe(true)
})

test('samples can make a line per view', () => {
  const samples = [sample(from, 1, { view: 'FULL' }), sample(from, 2, { view: 'EMPTY' })]
  expect(seriesFrom(samples, { ...request, by: 'view' }).series.map(({ label }) => label)).toEqual([
    'first view',
    'repeat view',
  ])
})

test('samples can also make a line per connection', () => {
  const samples = [sample(from, 1), sample(from, 2, { connectivity: line })]
  expect(seriesFrom(samples, { ...request, by: 'connectivity' }).series.map(({ label }) => label)).toEqual([
    '1.6\u00a0Mbps down, 768\u00a0kbps up, 300\u00a0ms',
    'No throttling',
  ])
})
