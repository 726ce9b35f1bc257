import { expect, test, vi } from 'vitest'
import {
  clockTime,
  dateAndTime,
  dayAndMonth,
  exactTime,
  lasted,
  preciseTime,
  ago,
  relative,
  shortDateAndTime,
  timeSpan,
  wholeDate,
  zoneName,
  zoneOffset,
} from './time.ts'

const at = Date.UTC(2026, 10, 20, 13, 10, 32)

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('times are shown in the chosen zone', () => {
  expect(dateAndTime(at, 'UTC')).toBe('20 Nov 2026, 13:10')
  expect(dateAndTime(at, 'Asia/Kolkata')).toBe('20 Nov 2026, 18:40')
  const year = 365 * 86_400_000
  expect(shortDateAndTime(at, 'UTC', at + year / 2)).toBe('20 Nov, 13:10')
  expect(shortDateAndTime(at, 'UTC', at + year)).toBe('20 Nov 2026, 13:10')
  expect(exactTime(at, 'UTC')).toBe('20 Nov 2026, 13:10:32 UTC')
})

test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York'])(
  'a machine in %s shows the same in its own zone as in the zone by its name',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    const there = await import('./time.ts')
    const { localZone } = there
    const formats = [
      there.exactTime,
      there.clockTime,
      there.preciseTime,
      there.wholeDate,
      there.dayAndMonth,
      there.zoneOffset,
      there.clockIn,
    ]
    for (const moment of [at, Date.UTC(2026, 8, 1, 23, 59, 59), Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 0, 1)]) {
      expect(formats.map((format) => format(moment, localZone))).toEqual(formats.map((format) => format(moment, zone)))
    }
  },
)

test('the parts of times are spelt alike', () => {
  const early = Date.UTC(2026, 8, 1, 6, 5, 4)
  expect(wholeDate(early, 'UTC')).toBe('1 Sep 2026')
  expect(dayAndMonth(early, 'Europe/Berlin')).toBe('1 Sep')
  expect(clockTime(early, 'Europe/Berlin')).toBe('08:05')
  expect(preciseTime(early, 'UTC')).toBe('06:05:04')
  expect(exactTime(early, 'Europe/Berlin')).toBe('1 Sep 2026, 08:05:04 CEST')
})

test('a zone’s name and offset follow daylight saving time', () => {
  expect(zoneName('UTC', at)).toBe('UTC')
  expect(zoneOffset(at, 'Asia/Kolkata')).toBe(5.5 * 3_600_000)
  expect(zoneOffset(at, 'Europe/Berlin')).toBe(3_600_000)
  expect(zoneOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(2 * 3_600_000)
})

test.each([
  [0, 'just now'],
  [12_000, '12 s ago'],
  [119_000, '1 min ago'],
  [7_200_000, '2 h ago'],
  [-180_000, 'in 3 min'],
  [86_400_000 * 59, '59 d ago'],
  [86_400_000 * 119, '119 d ago'],
  [86_400_000 * 120, '4 months ago'],
  [86_400_000 * 800, '2 years ago'],
])('%d ms before now is %s', (before, text) => expect(plain(relative(at - before, at))).toBe(text))

test.each([
  [12_000, '12 s ago'],
  // the clocks of the service and the browser differ
  [-10_000, 'just now'],
  [-3_600_000, 'just now'],
])('what happened %d ms before now was %s', (before, text) => expect(plain(ago(at - before, at))).toBe(text))

test('a span names the zone of both ends where the clocks change', () => {
  const span = (from: string, to: string) => timeSpan(Date.parse(from), Date.parse(to), 'Europe/Berlin')
  expect(span('2026-10-24T00:00Z', '2026-10-24T12:00Z')).toBe('24 Oct 2026, 02:00 – 24 Oct 2026, 14:00 CEST')
  expect(span('2026-10-25T00:30Z', '2026-10-25T01:30Z')).toBe('25 Oct 2026, 02:30 CEST – 25 Oct 2026, 02:30 CET')
})

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [150_000, '2 min'],
  [3_600_000, '1 h'],
  [109 * 60_000, '1 h 49 min'],
  [14 * 86_400_000 - 1, '13 d 23 h'],
  [86_400_000 + 59 * 60_000, '1 d'],
])('%d ms lasted %s', (ms, words) => {
  expect(plain(lasted(ms))).toBe(words)
})

test('no line break parts a number from its unit', () => {
  expect(relative(at - 12_000, at)).toBe('12\u00a0s ago')
  expect(lasted(109 * 60_000)).toBe('1\u00a0h\u00a049\u00a0min')
})
