import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockChangeWithin,
  dateAfter,
  dateIn,
  isStartOfDate,
  momentsAt,
  skipAround,
  startOfDate,
  weeksLater,
} from './local-time.ts'
import { clockIn, zoneOffset } from './time.ts'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

test.each([
  ['2026-11-20T14:10', 'Europe/Berlin', ['2026-11-20T13:10']],
  ['2026-10-25T02:30', 'Europe/Berlin', ['2026-10-25T00:30', '2026-10-25T01:30']],
  ['2026-03-29T02:30', 'Europe/Berlin', []],
  ['2026-03-29T03:00', 'Europe/Berlin', ['2026-03-29T01:00']],
  ['2026-11-01T01:30', 'America/New_York', ['2026-11-01T05:30', '2026-11-01T06:30']],
  // half an hour
  ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45', '2026-04-04T15:15']],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', []],
  // two hours
  ['2026-10-25T01:30', 'Antarctica/Troll', ['2026-10-24T23:30', '2026-10-25T01:30']],
  ['2026-03-29T02:30', 'Antarctica/Troll', []],
  // a day
  ['2011-12-30T12:00', 'Pacific/Apia', []],
  ['2026-06-01T00:15', 'Pacific/Kiritimati', ['2026-05-31T10:15']],
  ['2026-06-01T00:15', 'Asia/Kathmandu', ['2026-05-31T18:30']],
])('%s comes in %s at %j', (clock, zone, moments) => expect(momentsAt(clock, zone)?.map(iso)).toEqual(moments))

test.each(['', '2026-02-30T12:00', 'soon', '2026-13-01T00:00'])('%j is no date and time', (clock) =>
  expect(momentsAt(clock, 'Europe/Berlin')).toBeUndefined(),
)

test.each([
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T02:00', '2026-03-29T03:00'],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:00', '2026-10-04T02:30'],
  ['2026-09-06T00:30', 'America/Santiago', '2026-09-06T00:00', '2026-09-06T01:00'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T00:00', '2011-12-31T00:00'],
])('%s is skipped in %s: after %s comes %s', (clock, zone, from, to) =>
  expect(skipAround(clock, zone)).toEqual({ from, to }),
)

test.each([
  ['2026-11-20', 'Europe/Berlin', '2026-11-19T23:00'],
  // no midnight
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00'],
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00'],
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00'],
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00'],
  ['2023-10-01', 'America/Asuncion', '2023-10-01T04:00'],
  // two
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00'],
  // after 24:00 comes 23:00 of the day before
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00'],
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00'],
  ['1911-03-11', 'Europe/Paris', '1911-03-11T00:00'],
])('%s begins in %s at %s UTC', (date, zone, at) => {
  expect(iso(startOfDate(date, zone))).toBe(at)
})

test.each([
  ['2026-11-20T13:00Z', 'Europe/Berlin', -1, '2026-11-13T13:00'],
  ['2026-10-30T08:00Z', 'Europe/Berlin', -1, '2026-10-23T07:00'],
  ['2026-03-27T08:00Z', 'Europe/Berlin', 1, '2026-04-03T07:00'],
  // the second 02:30 of the night
  ['2026-11-01T01:30Z', 'Europe/Berlin', -1, '2026-10-25T01:30'],
  // there is no 02:30
  ['2026-04-05T00:30Z', 'Europe/Berlin', -1, '2026-03-29T01:30'],
])('the same time as at %s in %s, %d weeks later, is at %s', (at, zone, weeks, expected) =>
  expect(iso(weeksLater(Date.parse(at), weeks, zone))).toBe(expected),
)

describe('in any zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  // whole minutes of the zone's clocks since 1972, when the last offset with seconds ended
  const minute = fc.integer({ min: Date.UTC(1972, 6) / 60_000, max: Date.UTC(2038, 0) / 60_000 }).map((n) => n * 60_000)
  const day = 24 * 3_600_000
  /** The first change of clocks in the 200 days after a moment; the moment itself in zones without one. */
  const changeAfter = (from: number, name: string) => {
    const before = Array.from({ length: 200 }, (_, i) => from + i * day).find(
      (at) => zoneOffset(at, name) !== zoneOffset(at + day, name),
    )
    return before === undefined ? from : (clockChangeWithin(before, before + day, name) ?? from)
  }
  // random moments are rarely near a change
  const nearChange = fc
    .tuple(zone, minute, fc.integer({ min: -180, max: 180 }))
    .map(([name, from, minutes]): [string, number] => [name, changeAfter(from, name) + minutes * 60_000])
  const place = fc.oneof(fc.tuple(zone, minute), nearChange)

  test('a moment that is shown can be found again', () => {
    fc.assert(
      fc.property(place, ([name, at]) => {
        const moments = momentsAt(clockIn(at, name), name)
        expect(moments).toContain(at)
        expect(moments?.map((moment) => clockIn(moment, name))).toEqual(moments?.map(() => clockIn(at, name)))
      }),
      { numRuns: 200 },
    )
  })

  test('a day is between the starts of its date and the next, and begins with its first moment', () => {
    fc.assert(
      fc.property(place, ([name, at]) => {
        const date = dateIn(at, name)
        const start = startOfDate(date, name)
        expect(start).toBeLessThanOrEqual(at)
        expect(dateIn(start, name)).toBe(date)
        expect(dateIn(start - 1, name) < date).toBe(true)
        expect(isStartOfDate(start, name)).toBe(true)
        expect(startOfDate(dateAfter(date, 1), name)).toBeGreaterThan(start)
      }),
      { numRuns: 200 },
    )
  })

  test('a week later and a week earlier is the same moment, unless one of the times is skipped or comes twice', () => {
    fc.assert(
      fc.property(place, ([name, at]) => {
        const later = weeksLater(at, 1, name)
        const isPlain = [at, later].every((one) => momentsAt(clockIn(one, name), name)?.length === 1)
        if (isPlain && clockIn(later, name).slice(11) === clockIn(at, name).slice(11))
          expect(weeksLater(later, -1, name)).toBe(at)
      }),
      { numRuns: 200 },
    )
  })
})
