import { expect, test } from 'vitest'
import { type Histogram, settledAt, speedIndex, visualProgress } from './speed-index.ts'

/** A frame of 100 pixels of which so many are black. */
const dark = (pixels: number): Histogram => {
  const counts = Array.from({ length: 768 }, () => 0)
  for (const channel of [0, 256, 512]) {
    counts[channel] = pixels
    counts[channel + 255] = 100 - pixels
  }
  return counts
}

test.each([
  [0, 0],
  [25, 0.25],
  [100, 1],
])('%i of 100 pixels done is %f', (pixels, progress) => {
  expect(visualProgress(dark(pixels), dark(0), dark(100))).toBeCloseTo(progress)
})

test('a page that is shown at once has its speed index then', () => {
  expect(speedIndex(dark(0), [{ at: 700, histogram: dark(100) }])).toBe(700)
})

test('half at 200 ms and the rest at 1,000 ms is 600', () => {
  expect(
    speedIndex(dark(0), [
      { at: 200, histogram: dark(50) },
      { at: 1000, histogram: dark(100) },
    ]),
  ).toBe(600)
})

test('frames in which nothing changes add nothing', () => {
  const frames = [
    { at: 100, histogram: dark(0) },
    { at: 200, histogram: dark(50) },
    { at: 1000, histogram: dark(100) },
    { at: 9000, histogram: dark(100) },
  ]
  expect(speedIndex(dark(0), frames)).toBe(600)
})

test('nothing seen is no speed index', () => {
  expect(speedIndex(dark(0), [])).toBeNull()
  expect(speedIndex(dark(0), [{ at: 100, histogram: dark(0) }])).toBeNull()
})

test('what was shown counts, though it is gone in the end', () => {
  const frames = [
    { at: 300, histogram: dark(100) },
    { at: 2300, histogram: dark(0) },
  ]
  expect(speedIndex(dark(0), frames)).toBe(300)
})

test.each([
  ['loaded after its largest paint', { largestPaint: 800, firstPaint: 500, load: 2000 }, 2000],
  ['painted after it had loaded', { largestPaint: 2300, firstPaint: 500, load: 300 }, 2300],
  ['held up by others', { largestPaint: 800, firstPaint: 500, load: 25_000 }, 5800],
  ['never loaded', { largestPaint: 800, firstPaint: 500, load: null }, 800],
  ['without a largest paint', { largestPaint: null, firstPaint: 500, load: 300 }, 500],
  ['without paints of its own', { largestPaint: null, firstPaint: null, load: 300 }, 300],
  ['unknown', { largestPaint: null, firstPaint: null, load: null }, Infinity],
])('a page has settled: %s', (_, known, at) => {
  expect(settledAt(known)).toBe(at)
})
