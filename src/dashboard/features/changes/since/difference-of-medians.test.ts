import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOfMedians, isShown, leastValues } from './difference-of-medians.ts'

const seed = 20_261_128
const times = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: leastValues, maxLength: 60 })

function compared(before: readonly number[], after: readonly number[]) {
  const found = differenceOfMedians(before, after)
  if (!found) throw new Error('There are too few values.')
  return found
}

test('is what the authors’ own program computes for its example', () => {
  // ci.median2 of the R package statpsych 2.0.0: medians 75.5 and 160.5, standard error 37.11502
  const one = [70, 394, 43, 95, 62, 128, 2, 203, 81, 436, 85, 35, 156, 1, 3, 27, 63, 181, 184, 18]
  const two = [102, 120, 78, 78, 417, 124, 86, 171, 176, 129, 230, 194, 100, 157, 306, 411, 164, 103, 193, 312]
  const { by, low, high } = compared(one, two)
  expect(by).toBe(85)
  expect((high - by) / 2.5758).toBeCloseTo(37.115, 1)
  expect(by - low).toBeCloseTo(high - by)
})

test('depends on values alone, and follows their unit and their sides', () => {
  fc.assert(
    fc.property(times, times, fc.integer({ min: -500, max: 500 }), (before, after, by) => {
      const found = compared(before, after)
      expect(found.low).toBeLessThanOrEqual(found.by)
      expect(found.high).toBeGreaterThanOrEqual(found.by)
      expect(compared(before.toReversed(), after.toReversed())).toEqual(found)
      const moved = compared(
        before,
        after.map((value) => value + by),
      )
      expect(moved.low).toBeCloseTo(found.low + by)
      const [inSeconds, swapped] = [
        compared(
          before.map((ms) => ms / 1000),
          after.map((ms) => ms / 1000),
        ),
        compared(after, before),
      ]
      expect(inSeconds.high).toBeCloseTo(found.high / 1000)
      expect(swapped.low).toBeCloseTo(-found.high)
      expect(isShown(swapped)).toBe(isShown(found))
      expect(isShown(compared(before, before))).toBe(false)
    }),
    { seed, numRuns: 200 },
  )
})

test('needs ten values on each side, and any number of them will do', () => {
  const some = (n: number) => Array.from({ length: n }, (_, i) => 100 + (i % 7))
  expect(differenceOfMedians(some(9), some(50))).toBeUndefined()
  expect(differenceOfMedians(some(50), some(9))).toBeUndefined()
  for (const n of [10, 11, 500, 5000]) expect(isShown(compared(some(n), some(n)))).toBe(false)
})

/** A generator of numbers from 0 to 1 (mulberry32), so that every run sees the same. */
function uniform(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// times are skewed to the right, and a change may alter their spread as well
test.each([
  [10, 48, 0.3, 0.99],
  [12, 12, 0.3, 0.95],
  [48, 48, 0.6, 0.99],
  [48, 20, 1, 0.3],
])('of %d and %d skewed times has the true difference in 98 of 100 intervals', (n, m, spread, power) => {
  const next = uniform(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const skewed = (count: number, median: number, width: number) =>
    Array.from({ length: count }, () => median * Math.exp(width * normal()))
  const runs = 2000
  let right = 0
  let seen = 0
  for (let run = 0; run < runs; run++) {
    const { low, high } = compared(skewed(n, 1000, spread), skewed(m, 1100, spread / 2))
    if (low <= 100 && high >= 100) right++
    if (isShown(compared(skewed(n, 1000, spread), skewed(m, 3000, spread)))) seen++
  }
  expect(right / runs).toBeGreaterThan(0.98)
  // and is no wider than needed: this often it shows that the median is three times what it was
  expect(seen / runs).toBeGreaterThan(power)
})
