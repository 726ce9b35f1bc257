import { expect, test } from 'vitest'
import { waitAsked } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 8)

test.each<[string | null | undefined, number]>([
  ['3600', 3_600_000],
  [' 5 ', 5000],
  ['0', 0],
  ['Sat, 21 Nov 2026 08:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['Saturday, 21-Nov-26 08:01:00 GMT', 60_000],
  ['Sat Nov 21 08:01:00 2026', 60_000],
  ['Sat Nov  7 08:01:00 2026', 0],
  [null, 0],
  [undefined, 0],
  ['', 0],
  ['-5', 0],
  ['1.5', 1500],
  ['1.', 0],
  ['1772323200000000', 0],
  ['2026-11-21T08:01:00Z', 0],
  ['soon', 0],
  ['120, 240', 0],
  ['Sun, 21 Nov 2026 08:01:00 GMT', 60_000],
])('%j asks to wait %i ms', (value, ms) => expect(waitAsked(value, now)).toBe(ms))
