import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketIndex, type BucketRange, bucketStart, percentile, percentilesOf } from './series.ts'

/** The definition, spelled out: linear interpolation between the two values nearest to rank p. */
function naive(values: readonly number[], p: number): number {
  const sorted = [...values].toSorted((a, b) => a - b)
  const below = sorted.filter((_, i) => i <= (sorted.length - 1) * p)
  const low = below.at(-1) ?? 0
  const high = sorted[below.length] ?? low
  const rest = (sorted.length - 1) * p - (below.length - 1)
  return low + (high - low) * rest
}

const values = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 60 })

describe('a percentile', () => {
  test('matches its definition', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(0, 0.25, 0.5, 0.75, 0.95, 0.99, 1), (list, p) => {
        const sorted = list.toSorted((a, b) => a - b)
        expect(percentile(sorted, p)).toBeCloseTo(naive(list, p), 6)
      }),
    )
  })

  test('of known lists has known values', () => {
    expect(percentile([7], 0.99)).toBe(7)
    expect(percentile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(percentile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48)
  })

  test('of an empty list is null', () => {
    expect([percentile([], 0.5), percentilesOf([])]).toEqual([null, null])
  })

  test('does not depend on the order of the values', () => {
    expect(percentilesOf([30, 10, 50, 20, 40])).toEqual({ p50: 30, p75: 40, p95: 48, p99: 49.6 })
  })
})

describe('a bucket', () => {
  const range: BucketRange = { from: 1000, to: 8999, buckets: 4 }

  test('starts at even intervals', () => {
    expect([0, 1, 2, 3].map((index) => bucketStart(range, index))).toEqual([1000, 3000, 5000, 7000])
  })

  test.each([
    [1000, 0],
    [2999, 0],
    [3000, 1],
    [8999, 3],
  ])('containing %i has index %i', (at, index) => expect(bucketIndex(range, at)).toBe(index))

  test.each([999, 9000, Number.NaN])('doesn’t exist for %d', (at) => expect(bucketIndex(range, at)).toBeUndefined())

  test('doesn’t exist just after the end, where the quotient is rounded down', () => {
    expect(bucketIndex({ from: 1500, to: 8500, buckets: 25 }, 8501)).toBeUndefined()
  })

  test('exists for the first and last millisecond of any range', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.integer({ min: 1, max: 1000 }), (from, length, buckets) => {
        const whole = { from, to: from + length, buckets }
        expect(bucketIndex(whole, whole.from)).toBe(0)
        expect(bucketIndex(whole, whole.to)).toBeDefined()
      }),
    )
  })
})
