import { expect, test } from 'vitest'
import { aSample } from '../../../test/records.ts'
import { compareMetrics } from './compared.ts'

/** Samples whose metrics are a value and small steps around it. */
function samples(count: number, metrics: Readonly<Record<string, number>>, own: object = {}) {
  return Array.from({ length: count }, (_, i) =>
    aSample({
      metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, value * (1 + (i % 5) / 500)])),
      ...own,
    }),
  )
}

const verdicts = (before: Parameters<typeof compareMetrics>[0], after: Parameters<typeof compareMetrics>[0]) =>
  Object.fromEntries(compareMetrics(before, after).map(({ name, verdict }) => [name, verdict]))

test('what differs is better or worse by what the metric is, and the key metrics come first', () => {
  const before = samples(20, { dns: 20, first_byte: 200, time_to_display: 1500, service_score: 80, asset_count: 40 })
  const after = samples(20, { dns: 20, first_byte: 150, time_to_display: 1900, service_score: 90, asset_count: 50 })
  expect(compareMetrics(before, after).map(({ name, verdict }) => [name, verdict])).toEqual([
    ['time_to_display', 'worse'],
    ['first_byte', 'better'],
    ['service_score', 'better'],
    ['dns', 'none'],
    ['asset_count', 'other'],
  ])
})

test('values that look the same don’t differ', () => {
  const before = samples(20, { cumulative_layout_shift: 0.1 })
  const after = samples(20, { cumulative_layout_shift: 0.1012 })
  expect(verdicts(before, after)).toEqual({ cumulative_layout_shift: 'none' })
})

test('without ten values on each side nothing is said, and what doesn’t count is left out', () => {
  const before = samples(20, { load: 1000 })
  expect(compareMetrics(before, samples(9, { load: 2000 }))).toMatchObject([{ verdict: 'unknown', least: 9 }])
  const unjudged = samples(20, { load: 2000 }, { judged: false })
  expect(compareMetrics(before, unjudged)).toMatchObject([{ after: null, verdict: 'unknown', least: 0 }])
  const refused = samples(20, { load: 2000, status_code: 503 })
  expect(verdicts(before, refused)).toEqual({ load: 'unknown' })
})

test('an interval that ends at zero as it is shown includes it', () => {
  // one millisecond less, of times that are whole milliseconds: up to −0.017 ms
  const [before, after] = [20, 19].map((least) =>
    Array.from({ length: 24 }, (_, i) => aSample({ metrics: { dns: least + (i % 4) } })),
  )
  expect(verdicts(before ?? [], after ?? [])).toEqual({ dns: 'none' })
})
