import { describe, expect, test } from 'vitest'
import { clockTime } from '../../kit/format/time.ts'
import {
  change,
  comparisonOf,
  emptyStart,
  hasMore,
  inBuckets,
  inDays,
  inWholeDays,
  isQuiet,
  matchWidth,
  saved,
  shifted,
  previousPeriodOf,
  offload,
  dropCutDays,
  dropOpenBucket,
  totalsOf,
  trafficOf,
  downsample,
  type Usage,
} from './usage.ts'
import { shiftOf, type RequestedWindow, type Shift } from './window.ts'

const minute = 60_000
const hour = 60 * minute

/** Series of (at, service requests). Server requests are half of them; bytes are in gigabytes. */
function usage(points: readonly (readonly [number, number])[], titles = true): Usage {
  const series = (title: string, factor: number) => ({
    title,
    data: points.map(([at, value]): [number, number] => [at, value * factor]),
  })
  return {
    site: 'www.example',
    status: 'active',
    metrics: { traffic: { Origin: { numOfReq: 0, GBS: 0 }, Service: { numOfReq: 0, GBS: 0 } } },
    usage: titles
      ? [
          series('Service Request', 1),
          series('Service Response', 0.001),
          series('Your server Request', 0.5),
          series('Your server Response', 0.0005),
        ]
      : [series('Something else', 1)],
  }
}

const bucket = (at: number, requests: number) => ({
  at,
  serviceRequests: requests,
  serviceBytes: requests * 1e6,
  serverRequests: requests / 2,
  serverBytes: requests * 5e5,
})

describe('the series of a usage read', () => {
  test('become buckets, gigabytes become bytes', () => {
    const traffic = trafficOf([
      usage([
        [0, 4],
        [hour, 6],
      ]),
    ])
    expect(traffic).toEqual({ from: 0, to: 2 * hour, width: hour, buckets: [bucket(0, 4), bucket(hour, 6)] })
  })

  test('of unknown titles are ignored', () => {
    expect(trafficOf([usage([[0, 4]], false)])).toEqual({ from: 0, to: 0, width: null, buckets: [] })
  })

  test('are null, never 0, if missing', () => {
    const read = usage([[0, 4]])
    const { buckets } = trafficOf([{ ...read, usage: read.usage.slice(0, 1) }])
    expect(buckets).toEqual([
      { at: 0, serviceRequests: 4, serviceBytes: null, serverRequests: null, serverBytes: null },
    ])
    expect(totalsOf(buckets)).toMatchObject({ serviceRequests: 4, serviceBytes: null })
  })

  test('of several reads are joined in the widest buckets', () => {
    const { width, buckets } = trafficOf([
      usage([
        [0, 4],
        [hour, 6],
      ]),
      usage([
        [2 * hour, 1],
        [2.5 * hour, 2],
      ]),
    ])
    expect(width).toBe(hour)
    expect(buckets).toEqual([bucket(0, 4), bucket(hour, 6), bucket(2 * hour, 3)])
  })

  test('are cut to the window, whose first bucket may start earlier', () => {
    const read = usage([
      [0, 1],
      [hour, 2],
      [2 * hour, 4],
      [3 * hour, 8],
    ])
    const traffic = trafficOf([read], { from: 1.5 * hour, to: 3 * hour })
    expect(traffic).toMatchObject({ from: 1.5 * hour, to: 3 * hour })
    expect(traffic.buckets.map(({ at }) => at)).toEqual([hour, 2 * hour])
  })
})

describe('narrower buckets', () => {
  const hours = trafficOf([usage(Array.from({ length: 60 }, (_, i) => [i * hour, 1]))])

  test('are added up into days', () => {
    const days = [bucket(2 * hour, 24), bucket(26 * hour, 25)]
    expect(inDays(hours.buckets, [2 * hour, 26 * hour, 51 * hour])).toEqual(days)
  })

  test('of a day that the window cuts, at either end, aren’t drawn', () => {
    const { width, from, to, buckets, isCut } = inWholeDays(hours, [2 * hour, 26 * hour, 50 * hour])
    expect({ width, from, to, isCut }).toEqual({ width: 24 * hour, from: 0, to: 60 * hour, isCut: true })
    expect(buckets).toEqual([bucket(2 * hour, 24), bucket(26 * hour, 24)])
    expect(inWholeDays(hours, [0, 24 * hour, 48 * hour])).toMatchObject({ isCut: true })
    expect(inWholeDays(hours, [12 * hour, 36 * hour, 60 * hour])).toMatchObject({ isCut: true })
  })

  test('of whole days are all drawn', () => {
    const days = trafficOf([usage(Array.from({ length: 48 }, (_, i) => [i * hour, 1]))])
    expect(inWholeDays(days, [0, 24 * hour, 48 * hour])).toMatchObject({
      isCut: false,
      buckets: [bucket(0, 24), bucket(24 * hour, 24)],
    })
  })
})

test('nobody asked for anything if visitors had no answer and the server no request', () => {
  expect(isQuiet([bucket(0, 0)])).toBe(true)
  expect(isQuiet([{ ...bucket(0, 0), serverRequests: null }])).toBe(true)
  expect(isQuiet([bucket(0, 0), { ...bucket(hour, 0), serverRequests: 1 }])).toBe(false)
  expect(isQuiet([{ ...bucket(0, 0), serviceRequests: null }])).toBe(false)
})

test('drops a bucket that isn’t over', () => {
  const traffic = trafficOf([
    usage([
      [0, 4],
      [hour, 6],
    ]),
  ])
  expect(dropOpenBucket(2 * hour - 1, traffic)).toEqual({ ...traffic, buckets: [bucket(0, 4)] })
  expect(dropOpenBucket(2 * hour, traffic)).toEqual(traffic)
})

test('keeps a bucket that isn’t over but has the first requests', () => {
  const traffic = trafficOf([
    usage([
      [0, 0],
      [hour, 6],
    ]),
  ])
  expect(dropOpenBucket(2 * hour - 1, traffic)).toEqual(traffic)
})

describe('offload', () => {
  test.each([
    [100, 25, 0.75],
    [100, 0, 1],
    [100, 150, -0.5],
    [0, 0, null],
    [null, 3, null],
    [3, null, null],
  ])('of %s requests with %s at the server is %s', (service, server, share) => {
    expect(offload(service, server)).toBe(share)
  })
})

test.each([
  [100, 25, 75],
  [100, 150, null],
  [null, 3, null],
  [3, null, null],
])('of %s with %s from the server, %s is saved', (service, server, amount) => {
  expect(saved(service, server)).toBe(amount)
})

const by = (ms: number): Shift => ({ forth: (at) => at + ms, back: (at) => at - ms })

describe('the previous period', () => {
  const present = trafficOf([
    usage([
      [10 * hour, 4],
      [11 * hour, 6],
    ]),
  ])

  test('is shifted onto the current one', () => {
    const before = trafficOf([
      usage([
        [8 * hour, 1],
        [9 * hour, 2],
      ]),
    ])
    expect(previousPeriodOf(present, before, by(2 * hour))).toEqual([bucket(10 * hour, 1), bucket(11 * hour, 2)])
  })

  test('in narrower buckets is added up', () => {
    const before = trafficOf([
      usage([
        [8 * hour, 1],
        [8.5 * hour, 2],
        [9 * hour, 4],
        [12 * hour, 9],
      ]),
    ])
    expect(previousPeriodOf(present, before, by(2 * hour))).toEqual([bucket(10 * hour, 3), bucket(11 * hour, 4)])
  })

  test('in wider buckets can’t be compared', () => {
    const before = trafficOf([
      usage([
        [0, 1],
        [5 * hour, 2],
      ]),
    ])
    expect(previousPeriodOf(present, before, by(10 * hour))).toBeNull()
  })
})

describe('the comparison with the previous period', () => {
  const hours = (...requests: number[]) =>
    trafficOf([usage(requests.map((value, i): [number, number] => [i * hour, value]))])

  test('has the totals of both', () => {
    const { now, before } = comparisonOf(hours(1, 2, 3), hours(4, 5, 6), by(0)) ?? {}
    expect([now?.serviceRequests, before?.serviceRequests]).toEqual([6, 15])
  })

  test('is left out if the previous period has no traffic, or begins without any', () => {
    expect(comparisonOf(hours(1, 2, 3), hours(0, 0, 0), by(0))).toBeNull()
    expect(comparisonOf(hours(1, 2, 3), hours(0, 5, 6), by(0))).toBeNull()
    expect(comparisonOf(hours(1, 2, 3), trafficOf([]), by(0))).toBeNull()
  })

  test('is made if the current one is as quiet at its start', () => {
    expect(comparisonOf(hours(0, 2, 3), hours(0, 5, 6), by(0))?.before.serviceRequests).toBe(11)
    expect(comparisonOf(hours(1, 200, 300), hours(0, 5, 6), by(0))?.before.serviceRequests).toBe(11)
  })

  test('takes only the wider buckets that lie within the window', () => {
    const fine = trafficOf([usage(Array.from({ length: 6 }, (_, i) => [(i + 1) * 30 * minute, 1]))])
    const { now, before } = comparisonOf(fine, hours(8, 8, 8, 8), by(0)) ?? {}
    expect([now?.serviceRequests, before?.serviceRequests]).toEqual([4, 16])
  })

  test('is drawn in the wider buckets if enough of them remain', () => {
    const fine = trafficOf([usage(Array.from({ length: 48 }, (_, i) => [i * 30 * minute, 1]))])
    const hourly = matchWidth(fine, hours(1, 1))
    expect(hourly.width).toBe(hour)
    expect(hourly.buckets).toHaveLength(24)
    const short = { ...fine, to: 13 * hour }
    expect(matchWidth(short, hours(1, 1))).toBe(short)
    expect(matchWidth(hours(1, 1), fine)).toEqual(hours(1, 1))
  })
})

test.each([
  // the clocks went back on 25 October, forward on 29 March
  ['2026-10-23T22:00Z', '2026-10-30T23:00Z'],
  ['2026-10-25T23:00Z', '2026-11-01T23:00Z'],
  ['2026-03-27T23:00Z', '2026-04-03T22:00Z'],
  ['2026-03-29T22:00Z', '2026-04-05T22:00Z'],
])('the same visitors at nine each day are as many in the week from %s to %s', (begin, end) => {
  const zone = 'Europe/Berlin'
  const [from, to] = [Date.parse(begin), Date.parse(end)]
  const week: RequestedWindow = { kind: 'times', from, to }
  const shift = shiftOf(week, zone)
  const hourly = (first: number, last: number) => {
    const hours = Array.from({ length: (last - first) / hour }, (_, i) => first + i * hour)
    const visits = hours.map((at): [number, number] => [at, clockTime(at, zone) === '09:00' ? 1200 : 1])
    return trafficOf([usage(visits)], { from: first, to: last })
  }
  const [present, before] = [hourly(from, to), hourly(shift.back(from), shift.back(to))]
  const comparison = comparisonOf(present, before, shift)
  const busy = (requests: number | null | undefined) => Math.round((requests ?? 0) / 1200)
  expect([comparison?.now, comparison?.before].map((amounts) => busy(amounts?.serviceRequests))).toEqual([7, 7])
  const drawn = previousPeriodOf(present, before, shift) ?? []
  const nine = drawn.filter(({ serviceRequests }) => serviceRequests === 1200)
  expect(nine.map(({ at }) => clockTime(at, zone))).toEqual(Array.from({ length: 7 }, () => '09:00'))
  // no hour has the visitors of two
  expect(drawn.every(({ serviceRequests }) => serviceRequests === 1 || serviceRequests === 1200)).toBe(true)
})

test('the service’s days, which are in UTC, are compared with days', () => {
  const day = 24 * hour
  const shift = shiftOf({ kind: 'days', from: Date.UTC(2026, 2, 25), to: Date.UTC(2026, 3, 22) }, 'Europe/Berlin')
  const first = Date.UTC(2026, 1, 25)
  const before = trafficOf([usage(Array.from({ length: 28 }, (_, i) => [first + i * day, i + 1]))])
  expect(shifted(before, shift).map(({ at }) => at)).toEqual(before.buckets.map(({ at }) => at + 28 * day))
})

test('narrower buckets lack what wider ones of the same time have', () => {
  const narrow = [bucket(0, 10), bucket(hour, 10)]
  expect(hasMore([bucket(0, 20)], 2 * hour, narrow)).toBe(false)
  // counted between the two reads
  expect(hasMore([bucket(0, 21)], 2 * hour, narrow)).toBe(false)
  expect(hasMore([bucket(0, 40)], 2 * hour, narrow)).toBe(true)
  expect(hasMore([bucket(0, 20), bucket(2 * hour, 5)], 2 * hour, narrow)).toBe(true)
  expect(hasMore([bucket(2 * hour, 0)], 2 * hour, narrow)).toBe(false)
})

test('a window is moved to whole buckets, but not beyond the present', () => {
  const day = 24 * hour
  expect(inBuckets({ from: 7 * hour, to: 3 * day + 7 * hour }, day, 9 * day)).toEqual({ from: 0, to: 3 * day })
  expect(inBuckets({ from: day - 2 * hour, to: 3 * day - 2 * hour }, day, 9 * day)).toEqual({ from: day, to: 3 * day })
  expect(inBuckets({ from: 0, to: 3 * day + 7 * hour }, day, 3 * day + 8 * hour).to).toBe(3 * day + 7 * hour)
})

test('a window without traffic is empty to its end', () => {
  const read = (...requests: number[]) =>
    trafficOf([usage(requests.map((value, i): [number, number] => [i * hour, value]))])
  expect([read(1, 0), read(0, 0, 1), read(0, 0)].map(emptyStart)).toEqual([0, 2 * hour, 2 * hour])
})

test.each([
  [110, 100, 0.1],
  [0, 100, -1],
  [5, 0, null],
  [null, 5, null],
])('from %s to %s', (now, before, share) => {
  const found = change(now, before)
  if (share === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(share)
})

describe('wider buckets', () => {
  const fine = trafficOf([usage(Array.from({ length: 144 }, (_, i) => [hour + i * 5 * minute, 1]))])

  test('have a round width, stay below the maximum and keep the totals', () => {
    const { width, buckets, from, to } = downsample(fine, 24)
    expect({ width, from, to }).toEqual({ width: 30 * minute, from: fine.from, to: fine.to })
    expect(buckets).toHaveLength(24)
    expect(buckets[0]).toEqual(bucket(hour, 6))
    expect(totalsOf(buckets)).toEqual(totalsOf(fine.buckets))
  })

  test('drop a partial first bucket', () => {
    const cut = { ...fine, from: hour + 20 * minute, buckets: fine.buckets.slice(4) }
    expect(downsample(cut, 24).buckets[0]).toEqual(bucket(hour + 30 * minute, 6))
  })

  test('aren’t made if there are few enough or the width is unknown', () => {
    expect(downsample(fine, 144)).toBe(fine)
    const unknown = { ...fine, width: null }
    expect(downsample(unknown, 10)).toBe(unknown)
  })
})

test('a day of the service that the window cuts isn’t drawn, an hour is', () => {
  const day = 24 * hour
  const within = (from: number, to: number) => trafficOf([usage([1, 2, 3, 4].map((n) => [n * day, n]))], { from, to })
  const atBothEnds = within(day + hour / 2, 5 * day - hour / 2)
  expect(atBothEnds.buckets.map(({ at }) => at)).toEqual([day, 2 * day, 3 * day, 4 * day])
  const drawn = dropCutDays(atBothEnds)
  expect(drawn.buckets.map(({ at }) => at)).toEqual([2 * day, 3 * day])
  expect(drawn.isCut).toBe(true)
  const last = dropCutDays(within(2 * day, 5 * day - 1))
  expect(last.buckets.map(({ at }) => at)).toEqual([2 * day, 3 * day])
  expect(last.isCut).toBe(true)
  expect(dropCutDays(within(2 * day, 4 * day))).toEqual({ ...within(2 * day, 4 * day), isCut: false })
  const hours = trafficOf([usage([24, 25].map((n) => [n * hour, n]))], { from: day + hour / 2, to: 4 * day })
  expect(dropCutDays(hours)).toBe(hours)
})
