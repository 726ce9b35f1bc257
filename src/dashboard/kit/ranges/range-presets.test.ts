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

test('a range of the reader’s own stays as it is', () => {
  const range = { from: 1, to: 2 }
  expect(boundsOf(range)).toBe(range)
  expect(hoursOf(range)).toBe(range)
})
