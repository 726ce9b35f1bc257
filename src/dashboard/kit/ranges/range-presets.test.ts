import { afterEach, expect, test, vi } from 'vitest'
import { boundsOf, hoursOf } from './range-presets.ts'

const hour = 3_600_000

afterEach(() => vi.useRealTimers())

test('what is counted over a preset begins with a whole hour, as rounds are counted by the hour', () => {
  const now = Date.UTC(2026, 10, 25, 17, 40)
  vi.useFakeTimers({ now })
  expect(boundsOf('24h')).toEqual({ from: now - 24 * hour, to: now })
  expect(hoursOf('24h')).toEqual({ from: Date.UTC(2026, 10, 24, 18), to: now })
})

test.each([
  [
    { from: 1, to: 2 },
    { from: 1, to: 2 },
  ],
  [
    { from: 1.5, to: 2.5 },
    { from: 1, to: 3 },
  ],
])('a range of the reader’s own, %o, is %o in whole milliseconds', (range, whole) => {
  expect(boundsOf(range)).toEqual(whole)
  expect(hoursOf(range)).toEqual(whole)
})
