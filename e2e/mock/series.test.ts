import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricNames } from '../../src/contract/index.ts'
import { bucketMetric } from '../../src/dashboard/features/samples/series.ts'
import { Series } from '../../src/service/monitoring/series/series-rules.ts'

const range = fc
  .record({
    from: fc.nat(10_000),
    length: fc.integer({ min: 1, max: 10_000 }),
    buckets: fc.integer({ min: 1, max: 50 }),
  })
  .map(({ from, length, buckets }) => ({ from, to: from + length, buckets }))
const points = fc.array(fc.record({ at: fc.nat(21_000), value: fc.option(fc.nat(60_000)) }), { maxLength: 200 })

test('the dashboard computes the same series from samples as the service', () => {
  fc.assert(
    fc.property(range, points, (bounds, measured) => {
      const series = new Series(bounds, ['load'])
      for (const { at, value } of measured) {
        series.add({ at, type: 0, values: metricNames.map((name) => (name === 'load' ? value : null)) })
      }
      const ofService = series
        .reply()
        .map(({ at, count, metrics }) => ({ at, count, percentiles: metrics['load'] ?? null }))
      expect(bucketMetric(bounds, measured)).toEqual(ofService)
    }),
  )
})
