import { expect, test } from 'vitest'
import { begunSince, measuredFor, measuredSince } from './measured-since.ts'

const days = (...measured: readonly number[]) =>
  Array.from({ length: 30 }, (_, i) => (measured.includes(i) ? 'up' : null))

test.each([
  ['a whole period', days(0, 1, 29), undefined],
  ['two days', days(28, 29), 'since 26 Nov'],
  ['a time with a gap', days(5, 29), 'since 3 Nov'],
  ['today', days(29), 'since today'],
  ['nothing', days(), undefined],
])('of %s, what is measured is %s', (_, measured, words) => {
  expect(measuredSince(measured, '2026-10-29')).toBe(words)
})

const now = Date.parse('2026-11-28T08:00:00Z')

test.each([
  ['2026-11-28T00:00:00Z', 'since today'],
  ['2026-11-27T23:59:59Z', 'since 27 Nov'],
  ['2026-10-29T08:00:01Z', 'since 29 Oct'],
  ['2026-10-29T08:00:00Z', undefined],
  ['', undefined],
])('what began at “%s” has been measured %s', (at, words) => expect(begunSince(Date.parse(at), now)).toBe(words))

test.each([
  [days(0, 29), 'day', undefined],
  [days(27, 29), 'day', '3 d'],
  [days(29), 'hour', 'under 1 h'],
  [days(29), 'day', 'under 1 d'],
  [days(), 'day', undefined],
  [[], 'hour', undefined],
] as const)('%# is measured for so long', (times, unit, words) => {
  expect(measuredFor(times, unit)?.replace('\u00a0', ' ')).toBe(words)
})
