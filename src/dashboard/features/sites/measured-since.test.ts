import { expect, onTestFinished, test, vi } from 'vitest'
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
  expect(measuredSince(measured, '2026-10-29', undefined, 'UTC')).toBe(words)
})

const now = Date.parse('2026-11-28T08:00:00Z')

test.each([
  ['2026-11-28T00:00:00Z', 'since today 00:00'],
  ['2026-11-27T23:59:59Z', 'since 27 Nov'],
  ['2026-10-29T08:00:01Z', 'since 29 Oct'],
  ['2026-10-29T08:00:00Z', undefined],
  ['', undefined],
])('what began at “%s” has been measured %s', (at, words) => expect(begunSince(Date.parse(at), now, 'UTC')).toBe(words))

test.each([
  [days(0, 29), 'day', undefined],
  [days(27, 29), 'day', 'measured for 3 d'],
  [days(29), 'hour', 'measured for under 1 h'],
  [days(29), 'day', 'measured for under 1 d'],
  [days(), 'day', undefined],
  [[], 'hour', undefined],
] as const)('%# says for how long', (times, unit, words) => {
  expect(measuredFor(times, unit)?.replace('\u00a0', ' ')).toBe(words)
})

test.each([
  ['2026-11-27T04:02:00Z', 'UTC', 'since today 04:02'],
  ['2026-11-27T04:02:00Z', 'Asia/Tokyo', 'since today 13:02'],
  // the day before, there
  ['2026-11-27T04:02:00Z', 'America/Los_Angeles', 'since 26 Nov, 20:02'],
  // what was added before has only been measured since today
  ['2026-11-26T04:02:00Z', 'UTC', 'since today'],
])('what began at %s is measured in %s %s', (begun, zone, words) => {
  vi.setSystemTime('2026-11-27T10:00:00Z')
  onTestFinished(() => void vi.useRealTimers())
  expect(measuredSince(days(29), '2026-10-29', begun, zone)).toBe(words)
})

test('a range that began before what it shows is named by that', () => {
  const hour = 3_600_000
  expect(begunSince(now - 3 * hour, now, 'UTC', 48 * hour)).toBe('since today 05:00')
  expect(begunSince(now - 50 * hour, now, 'UTC', 48 * hour)).toBeUndefined()
})
