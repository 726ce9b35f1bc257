import { expect, test } from 'vitest'
import { type Histogram, speedIndex, visualProgress } from './speed-index.ts'

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
