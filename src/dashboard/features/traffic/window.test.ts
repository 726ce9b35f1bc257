import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  coarserReadOf,
  day,
  dayBounds,
  isSkipped,
  readWindow,
  readsOf,
  shiftOf,
  windowOf,
  writeWindow,
  addressProblem,
} from './window.ts'

const at = (text: string) => Date.parse(text)
const requested = (search: string) => readWindow(new URLSearchParams(search), 'UTC')
const latest = (range: string) => ({ kind: 'latest', range })

describe('the address', () => {
  test.each([
    ['', latest('48h')],
    ['range=7d', latest('7d')],
    ['range=1y', latest('48h')],
    ['from=2026-11-03&to=2026-11-01', latest('48h')],
    ['from=2026-11-03', latest('48h')],
    ['from=2026-02-30&to=2026-03-01&range=30d', latest('30d')],
    ['from=1900-01-01&to=2026-01-01', latest('48h')],
    ['from=2026-11-03T06:00Z&to=2026-11-03T06:10Z', latest('48h')],
    ['from=2026-11-01&to=2026-11-03', { kind: 'days', from: at('2026-11-01'), to: at('2026-11-04') }],
    [
      'from=2026-11-01T06:00Z&to=2026-11-01T09:30Z',
      { kind: 'times', from: at('2026-11-01T06:00Z'), to: at('2026-11-01T09:30Z') },
    ],
  ])('%s asks for %j', (search, expected) => expect(requested(search)).toEqual(expected))

  test.each(['', 'range=30d', 'from=2026-11-01&to=2026-11-03', 'from=2026-11-01T06%3A00Z&to=2026-11-01T09%3A30Z'])(
    '%s is written as it was read and keeps other parameters',
    (search) => {
      const written = writeWindow(new URLSearchParams('table=requests'), requested(search), 'UTC')
      expect(written.getAll('table')).toEqual(['requests'])
      written.delete('table')
      expect(written.toString()).toBe(search)
    },
  )

  test.each([
    ['', ''],
    ['range=7d', ''],
    ['range=1y', 'unknown range'],
    ['from=2026-11-01&to=2026-11-03', ''],
    ['range=1y&from=2026-11-01&to=2026-11-03', ''],
    ['from=2026-11-03', 'the end is missing'],
    ['to=2026-11-03', 'the start is missing'],
    ['from=2026-11-03&to=2026-11-01', 'it starts after it ends'],
    ['from=2026-11-03T08:00Z&to=2026-11-03T06:00Z', 'it starts after it ends'],
    ['from=yesterday&to=today', 'the start and end must be two dates or two times'],
    ['from=2026-02-30&to=2026-03-01', 'the start and end must be two dates or two times'],
    ['from=2026-11-03&to=2026-11-03T06:00Z', 'the start and end must be two dates or two times'],
    ['from=1900-01-01&to=2026-01-01', 'it’s longer than 10 years'],
    ['from=2026-11-03T06:00Z&to=2026-11-03T06:10Z', 'it’s shorter than 15 minutes'],
  ])('the problem of %s is %j', (search, words) =>
    expect(addressProblem(new URLSearchParams(search), 'UTC')).toBe(words),
  )

  test('days are those of the zone, also where the clocks change', () => {
    const search = 'from=2026-10-01&to=2026-10-31'
    const october = readWindow(new URLSearchParams(search), 'Europe/Berlin')
    expect(october).toEqual({ kind: 'days', from: at('2026-09-30T22:00Z'), to: at('2026-10-31T23:00Z') })
    expect(writeWindow(new URLSearchParams(), october, 'Europe/Berlin').toString()).toBe(search)
  })

  test('a part of a chart keeps the range it came from', () => {
    const zoomed = writeWindow(new URLSearchParams('range=7d'), { kind: 'times', from: 0, to: day }, 'UTC')
    expect(zoomed.get('range')).toBe('7d')
  })
})

describe('the window', () => {
  const now = at('2026-11-21T10:02:30Z')

  test('of the latest 48 hours is known only to the service', () =>
    expect(windowOf(requested(''), now)).toBeUndefined())

  test('of days ends now if they aren’t over', () => {
    const days = requested('from=2026-11-20&to=2026-11-30')
    expect(windowOf(days, now)).toEqual({ from: at('2026-11-20'), to: now })
  })

  test('of two weeks and more has a bar for each whole day of the zone', () => {
    const month = { from: at('2026-10-20T12:00Z'), to: at('2026-11-19T12:00Z') }
    const bounds = dayBounds(month, 'Europe/Berlin')
    expect(bounds).toHaveLength(30)
    expect(bounds[0]).toBe(at('2026-10-20T22:00Z'))
    expect(bounds.at(-1)).toBe(at('2026-11-18T23:00Z'))
    expect(dayBounds({ from: month.from, to: at('2026-10-27') }, 'UTC')).toEqual([])
  })

  test('of days has them whole to its ends, also where the clocks change', () => {
    for (const [from, to] of [
      ['2026-10-12T22:00Z', '2026-10-31T23:00Z'],
      ['2027-03-15T23:00Z', '2027-03-31T22:00Z'],
    ] as const) {
      const bounds = dayBounds({ from: at(from), to: at(to) }, 'Europe/Berlin')
      expect([bounds[0], bounds.at(-1)]).toEqual([at(from), at(to)])
    }
  })

  test('of future days doesn’t end before it starts', () => {
    const window = windowOf(requested('from=2026-12-01&to=2026-12-02'), now)
    expect(window && window.to > window.from).toBe(true)
  })
})

test.each([
  ['', 7],
  ['range=7d', 7],
  ['range=30d', 35],
  ['from=2026-11-01T06:00Z&to=2026-11-01T09:30Z', 7],
  ['from=2026-11-16&to=2026-11-22', 7],
  ['from=2026-11-16&to=2026-11-23', 14],
])('%s is compared with the same weekdays, %d days earlier', (search, days) =>
  expect(shiftOf(requested(search), 'UTC').forth(0)).toBe(days * day),
)

test.each([
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
])('in %s, %s has no midnight: it begins at %s, and is the same day when written', (zone, date, from, to) => {
  const address = new URLSearchParams({ from: date, to: date })
  const window = readWindow(address, zone)
  expect(window).toEqual({ kind: 'days', from: at(from), to: at(to) })
  expect(writeWindow(new URLSearchParams(), window, zone).toString()).toBe(address.toString())
})

test('a day that the clocks skipped can’t be shown, but is a date among others', () => {
  const inSamoa = (from: string, to: string) => new URLSearchParams({ from, to })
  expect(addressProblem(inSamoa('2011-12-30', '2011-12-30'), 'Pacific/Apia')).toBe(
    'the clocks skip that day in this time zone',
  )
  const days = readWindow(inSamoa('2011-12-29', '2011-12-31'), 'Pacific/Apia')
  expect(days).toEqual({ kind: 'days', from: at('2011-12-29T10:00Z'), to: at('2011-12-31T10:00Z') })
  expect(dayBounds({ from: at('2011-12-20T10:00Z'), to: at('2012-01-10T10:00Z') }, 'Pacific/Apia')).toHaveLength(22)
})

test('days that are shown are the same days when written, in any zone', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const date = fc.integer({ min: 1000, max: 24_000 }).map((n) => new Date(n * day).toISOString().slice(0, 10))
  fc.assert(
    fc.property(zone, date, date, (name, one, other) => {
      const [from = '', to = ''] = [one, other].toSorted()
      const address = new URLSearchParams({ from, to })
      const window = readWindow(address, name)
      const isShown = window.kind === 'days' && !isSkipped(from, from, name) && !isSkipped(to, to, name)
      if (isShown) expect(writeWindow(new URLSearchParams(), window, name).toString()).toBe(address.toString())
    }),
    { numRuns: 300 },
  )
})

describe('the reads of', () => {
  const reads = (from: string, to: string) =>
    readsOf({ from: at(from), to: at(to) }).map(({ start_date, end_date }) => `${start_date} ${end_date}`)

  test('one day: one', () => {
    expect(reads('2026-11-20T03:00Z', '2026-11-20T09:00Z')).toEqual(['20-11-2026 20-11-2026'])
    expect(reads('2026-11-20', '2026-11-21')).toEqual(['20-11-2026 20-11-2026'])
  })

  test('48 hours over three days: two, so that both have buckets of 5 minutes', () => {
    expect(reads('2026-11-17T10:00Z', '2026-11-19T10:00Z')).toEqual(['17-11-2026 18-11-2026', '19-11-2026 19-11-2026'])
  })

  test('the period before the latest 48 hours: also two, although it’s one bucket longer', () => {
    expect(reads('2026-11-17T10:00Z', '2026-11-19T10:05Z')).toHaveLength(2)
    expect(reads('2026-11-16T23:55Z', '2026-11-19T00:05Z')).toEqual(['16-11-2026 17-11-2026', '18-11-2026 19-11-2026'])
  })

  test('up to 31 days: one, in hours', () => {
    expect(reads('2026-10-22T10:00Z', '2026-11-21T10:00Z')).toEqual(['22-10-2026 21-11-2026'])
  })

  test('31 days that touch 32 dates: two', () => {
    expect(reads('2026-10-21T10:00Z', '2026-11-21T10:00Z')).toEqual(['21-10-2026 05-11-2026', '06-11-2026 21-11-2026'])
  })

  test('wider buckets: enough days that the service answers in hours, or in days', () => {
    const coarser = (from: string, to: string) => Object.values(coarserReadOf({ from: at(from), to: at(to) }) ?? {})
    expect(coarser('2026-11-16T05:00Z', '2026-11-17T10:00Z')).toEqual(['14-11-2026', '17-11-2026'])
    expect(coarser('2026-10-01', '2026-11-01')).toEqual(['29-09-2026', '31-10-2026'])
    expect(coarser('2026-01-01', '2026-11-21')).toEqual([])
  })

  test('longer windows: one, in days', () => {
    expect(reads('2026-01-01', '2026-11-21')).toEqual(['01-01-2026 20-11-2026'])
  })
})
