import { describe, expect, test } from 'vitest'
import {
  change,
  previousPeriodOf,
  offload,
  dropOpenBucket,
  totalsOf,
  trafficOf,
  downsample,
  type Usage,
} from './usage.ts'

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
    expect(previousPeriodOf(present, before, 2 * hour)).toEqual([bucket(10 * hour, 1), bucket(11 * hour, 2)])
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
    expect(previousPeriodOf(present, before, 2 * hour)).toEqual([bucket(10 * hour, 3), bucket(11 * hour, 4)])
  })

  test('in wider buckets can’t be compared', () => {
    const before = trafficOf([
      usage([
        [0, 1],
        [5 * hour, 2],
      ]),
    ])
    expect(previousPeriodOf(present, before, 10 * hour)).toBeNull()
  })
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
