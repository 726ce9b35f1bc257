import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bucketIndex, metricNames, percentilesOf } from '../../../contract/index.ts'
import { type Point, Series } from './series-rules.ts'

const empty = metricNames.map(() => null)
const position = metricNames.indexOf('load')
const at = (when: number, type: number, load: number | null): Point => ({
  at: when,
  type,
  values: empty.map((value, i) => (i === position ? load : value)),
})
const point = fc
  .record({ when: fc.integer({ min: 1000, max: 9000 }), type: fc.nat(3), load: fc.option(fc.nat(5000)) })
  .map(({ when, type, load }) => at(when, type, load))

describe('a series', () => {
  test('matches a naive implementation: each point of the range is in exactly one bucket', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (points, buckets) => {
        const [from, to] = [1500, 8500]
        const series = new Series({ from, to, buckets }, ['load'])
        for (const one of points) series.add(one)
        const reply = series.reply()
        const width = (to - from + 1) / buckets
        expect(reply).toHaveLength(buckets)
        for (const [i, bucket] of reply.entries()) {
          const inside = points.filter(
            (one) => one.at >= from + i * width && one.at < from + (i + 1) * width && one.at <= to,
          )
          expect(bucket.at).toBe(Math.floor(from + i * width))
          expect(bucket.count).toBe(inside.length)
          for (const type of [0, 1, 2, 3])
            expect(bucket.by_type[String(type)]).toBe(inside.filter((one) => one.type === type).length)
          const measured = inside.flatMap((one) => one.values[position] ?? [])
          expect(Object.keys(bucket.metrics)).toEqual(measured.length > 0 ? ['load'] : [])
          expect(bucket.values).toEqual(measured.length > 0 ? { load: measured.length } : {})
          if (measured.length > 0) {
            expect(bucket.metrics['load']).toEqual(percentilesOf(measured))
          }
        }
      }),
    )
  })

  test('includes both ends of its range and nothing outside it', () => {
    const series = new Series({ from: 1000, to: 2000, buckets: 10 })
    for (const when of [999, 1000, 2000, 2001]) series.add(at(when, 0, 1))
    expect(series.reply().map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('is the same if buckets are finished before the next points are added', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (points, buckets) => {
        const range = { from: 1500, to: 8500, buckets }
        const [whole, stepwise] = [new Series(range), new Series(range)]
        for (const one of points.toSorted((a, b) => a.at - b.at)) {
          whole.add(one)
          stepwise.finish(bucketIndex(range, one.at) ?? 0)
          stepwise.add(one)
        }
        expect(stepwise.reply()).toEqual(whole.reply())
      }),
    )
  })

  test('can cover a single millisecond', () => {
    const series = new Series({ from: 1000, to: 1000, buckets: 3 })
    series.add(at(1000, 3, 5))
    expect(series.reply().map(({ count }) => count)).toEqual([1, 0, 0])
  })
})
