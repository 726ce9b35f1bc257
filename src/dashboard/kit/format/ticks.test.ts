import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteTick, countTick, durationTick, shareTicks, spanTicks, timeTicks, valueTicks } from './ticks.ts'
import { zoneOffset } from './time.ts'

test.each([
  [0.28, [0, 0.1, 0.2, 0.3]],
  [3, [0, 1, 2, 3]],
  [412, [0, 200, 400, 600]],
  [1900, [0, 500, 1000, 1500, 2000]],
  [2000, [0, 500, 1000, 1500, 2000]],
])('the ticks up to %d are round', (most, ticks) => expect(valueTicks(most)).toEqual(ticks))

test.each([
  [0.5, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [412, [0, 200, 400, 600]],
])('a count up to %d has whole ticks', (most, ticks) => expect(spanTicks(0, most, 1)).toEqual(ticks))

test('an axis without values has ticks too', () => {
  expect(valueTicks(0)).toEqual([0, 1])
  expect(valueTicks(Number.NaN)).toEqual([0, 1])
})

test('48 hours have a tick every 6 hours of the zone', () => {
  const from = Date.UTC(2026, 10, 20, 1, 13)
  const ticks = timeTicks(from, from + 48 * 3_600_000, 'Asia/Kolkata')
  expect(ticks.map(({ label }) => label)).toEqual([
    '12:00',
    '18:00',
    '21 Nov',
    '06:00',
    '12:00',
    '18:00',
    '22 Nov',
    '06:00',
  ])
})

test('days start at midnight before and after a daylight saving change', () => {
  const ticks = timeTicks(Date.UTC(2026, 9, 22, 12), Date.UTC(2026, 9, 28, 12), 'Europe/Berlin')
  expect(ticks.map(({ label }) => label)).toEqual(['23 Oct', '24 Oct', '25 Oct', '26 Oct', '27 Oct', '28 Oct'])
})

test.each([
  ['Europe/Berlin', '2026-03-29T00:00Z', 3, ['01:00', '01:30', '03:00', '03:30', '04:00', '04:30', '05:00']],
  ['Europe/Berlin', '2026-10-24T23:30Z', 3, ['01:30', '02:00', '02:30', '02:00 CET', '02:30 CET', '03:00', '03:30']],
  ['Europe/Berlin', '2026-10-24T22:00Z', 12, ['25 Oct', '02:00', '04:00', '06:00', '08:00', '10:00']],
  ['Australia/Lord_Howe', '2026-04-04T13:40Z', 3, ['01:00', '01:30', '01:30 GMT+10:30', '02:00', '02:30', '03:00']],
  ['Australia/Lord_Howe', '2026-10-03T13:40Z', 3, ['00:30', '01:00', '01:30', '02:30', '03:00', '03:30']],
  ['Antarctica/Troll', '2026-03-29T00:00Z', 2, ['29 Mar', '00:30', '03:00', '03:30', '04:00']],
  ['Antarctica/Troll', '2026-10-24T23:00Z', 4, ['01:00', '02:00', '01:00 GMT', '02:00 GMT', '03:00']],
  ['America/Santiago', '2026-09-06T02:00Z', 5, ['22:00', '23:00', '6 Sep', '02:00', '03:00', '04:00']],
  ['America/Santiago', '2026-04-05T01:30Z', 5, ['23:00', '23:00 GMT-4', '5 Apr', '01:00', '02:00']],
  ['America/Havana', '2026-03-08T04:00Z', 3, ['23:00', '23:30', '8 Mar', '01:30', '02:00', '02:30', '03:00']],
  ['America/Havana', '2026-11-01T03:00Z', 4, ['23:00', '1 Nov', '00:00 GMT-5', '01:00', '02:00']],
  ['Asia/Kathmandu', '2026-03-28T17:00Z', 3, ['23:00', '23:30', '29 Mar', '00:30', '01:00', '01:30']],
  ['Pacific/Apia', '2011-12-27T06:00Z', 144, ['27 Dec', '28 Dec', '29 Dec', '31 Dec', '1 Jan', '2 Jan']],
])('in %s, from %s on, %d hours have each tick once and in order', (zone, from, hours, labels) => {
  const start = Date.parse(from)
  const ticks = timeTicks(start, start + hours * 3_600_000, zone)
  expect(ticks.map(({ label }) => label)).toEqual(labels)
})

test('ticks are in order, each once, and round times of any zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const from = fc.integer({ min: Date.UTC(1972, 6), max: Date.UTC(2038, 0) })
  fc.assert(
    fc.property(zone, from, fc.integer({ min: 60_000, max: 90 * 86_400_000 }), (name, start, length) => {
      const ticks = timeTicks(start, start + length, name)
      const times = ticks.map(({ at }) => at)
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      expect(times.every((at) => at >= start && at <= start + length)).toBe(true)
      expect(ticks.length).toBeLessThanOrEqual(8)
      const seconds = times.map((at) => (at + zoneOffset(at, name)) % 60_000)
      expect(seconds.every((one) => one === 0)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [13.4, 17.8, 4, ['14:00', '15:00', '16:00', '17:00']],
  [13.4, 18.8, 4, ['14:00', '16:00', '18:00']],
  [7, 7 + 14 * 24, 4, ['23 Nov', '27 Nov', '1 Dec']],
])('hours %d to %d have as many ticks as there is room for', (from, to, most, labels) => {
  const at = (hours: number) => Date.UTC(2026, 10, 20) + hours * 3_600_000
  const ticks = timeTicks(at(from), at(to), 'UTC', most)
  expect(ticks.map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['2025-12-10', '2026-11-25', 8, ['2026', 'Mar', 'May', 'Jul', 'Sep', 'Nov']],
  ['2025-12-10', '2026-11-25', 12, ['2026', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']],
  ['2025-12-10', '2026-11-25', 4, ['2026', 'Apr', 'Jul', 'Oct']],
  ['2019-12-31', '2026-11-25', 8, ['2020', '2021', '2022', '2023', '2024', '2025', '2026']],
  ['2017-02-01', '2026-11-25', 4, ['2020', '2025']],
])('from %s to %s, with at most %d, ticks are months and years', (from, to, most, labels) => {
  const ticks = timeTicks(Date.parse(from), Date.parse(to), 'Europe/Berlin', most)
  expect(ticks.map(({ label }) => label)).toEqual(labels)
})

test('months begin at midnight of the zone', () => {
  const [first] = timeTicks(Date.parse('2025-12-10'), Date.parse('2026-11-25'), 'Europe/Berlin', 4)
  expect(new Date(first?.at ?? 0).toISOString()).toBe('2025-12-31T23:00:00.000Z')
})

test('ticks are no closer than the bars they name', () => {
  const labels = (minStep: number) =>
    timeTicks(Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 23), 'UTC', 8, minStep).map(({ label }) => label)
  expect(labels(0)).toEqual(['20 Nov', '12:00', '21 Nov', '12:00', '22 Nov', '12:00', '23 Nov'])
  expect(labels(24 * 3_600_000)).toEqual(['20 Nov', '21 Nov', '22 Nov', '23 Nov'])
})

test('duration ticks have a unit and no insignificant digits', () => {
  expect([0, 500, 1000, 1500, -500].map((ms) => durationTick(ms).replace('\u00a0', ' '))).toEqual([
    '0 ms',
    '500 ms',
    '1 s',
    '1.5 s',
    '−500 ms',
  ])
})

test.each([
  [0.712, 0.884, [0.7, 0.75, 0.8, 0.85, 0.9]],
  [0.98, 1, [0.98, 0.99, 1]],
  [-0.3, 0.8, [-0.5, 0, 0.5, 1]],
  [0.8, 0.8, [0.8, 0.81]],
  [1, 1, [0.99, 1]],
  [Number.NaN, Number.NaN, [0, 1]],
])('the ticks of shares from %d to %d are %j', (min, max, ticks) => expect(shareTicks(min, max)).toEqual(ticks))

test('an axis has one unit', () => {
  const axis = (format: (value: number, max: number) => string, ...ticks: number[]) =>
    ticks.map((tick) => format(tick, Math.max(...ticks)).replace('\u00a0', ' '))
  expect(axis(durationTick, 0, 500, 1000)).toEqual(['0 s', '0.5 s', '1 s'])
  expect(axis(durationTick, -500, 0, 500, 1000)).toEqual(['−0.5 s', '0 s', '0.5 s', '1 s'])
  expect(axis(durationTick, 0, 200, 400)).toEqual(['0 ms', '200 ms', '400 ms'])
  expect(axis(countTick, 0, 500, 1000)).toEqual(['0', '0.5k', '1k'])
  expect(axis(byteTick, 0, 5e8, 1e9)).toEqual(['0 GB', '0.5 GB', '1 GB'])
})

test.each([
  [0, 1900, [0, 500, 1000, 1500, 2000]],
  [-0.05, 0.9, [-0.5, 0, 0.5, 1]],
  [-0.5, 0.1, [-0.6, -0.4, -0.2, 0, 0.2]],
  [-0.5, 0, [-0.6, -0.4, -0.2, 0]],
])('ticks from %d to %d are round and include 0', (min, max, ticks) => expect(spanTicks(min, max)).toEqual(ticks))

test('count and byte ticks have no insignificant digits', () => {
  expect([0, 500, 1500, 2e6].map((value) => countTick(value))).toEqual(['0', '500', '1.5k', '2M'])
  expect([0, 5e8, 1.5e9].map((value) => byteTick(value))).toEqual(['0\u00a0B', '500\u00a0MB', '1.5\u00a0GB'])
})
