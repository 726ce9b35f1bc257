import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricNames } from '../../contract/metrics.ts'
import { Corrupt } from './bytes.ts'
import { addPackedSamples, packRollUp, type RolledBucket, type RolledSample } from './packed-samples.ts'
import { Sketch } from './sketch.ts'

const sample = fc
  .record({
    sample_type: fc.nat(3),
    values: fc.array(fc.option(fc.nat(5000)), { minLength: metricNames.length, maxLength: metricNames.length }),
  })
  .map(({ sample_type, values }): RolledSample => ({ sample_type, metrics: JSON.stringify(values) }))

/** A bucket that wants the metrics at these positions. */
function bucketOf(positions: readonly number[]) {
  const sketches = new Map(positions.map((position) => [position, new Sketch()]))
  const counts = [0, 0, 0, 0]
  const bucket: RolledBucket = {
    addCount: (type, samples) => (counts[type] = (counts[type] ?? 0) + samples),
    sketchOf: (position) => sketches.get(position),
  }
  return { bucket, counts, sketches }
}

test('packed samples have the counts by severity and the values of every metric', () => {
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 20 }), fc.integer({ min: -1, max: 3 }), (samples, type) => {
      const positions = [0, 7, metricNames.length - 1]
      const { bucket, counts, sketches } = bucketOf(positions)
      addPackedSamples(packRollUp(samples), type, bucket)
      const wanted = samples.filter(({ sample_type }) => type === -1 || sample_type === type)
      expect(counts).toEqual([0, 1, 2, 3].map((one) => wanted.filter((s) => s.sample_type === one).length))
      for (const position of positions) {
        const values = wanted.flatMap(({ metrics }) => (JSON.parse(metrics) as (number | null)[])[position] ?? [])
        const sketch = sketches.get(position)
        expect(sketch?.count).toBe(values.length)
        expect(sketch?.sum).toBe(values.reduce((sum, value) => sum + value, 0))
      }
    }),
  )
})

test('samples from before a metric was added have no value of it, and what is no finite number is left out', () => {
  const { bucket, counts, sketches } = bucketOf([0, 1, 5])
  const samples = ['[1e999, 5]', '["9", 7, null]', '[]'].map((metrics) => ({ sample_type: 0, metrics }))
  addPackedSamples(packRollUp(samples), -1, bucket)
  expect(counts).toEqual([3, 0, 0, 0])
  expect([0, 1, 5].map((position) => sketches.get(position)?.count)).toEqual([0, 2, 0])
})

test('a sample that is only partly measured takes little space', () => {
  const http = metricNames.map((_, i) => (i < 5 ? 20.125 * (i + 1) : i === 16 ? 200 : null))
  const hour = Array.from({ length: 10 }, (_, n) => ({
    sample_type: 0,
    metrics: JSON.stringify(http.map((value) => value && value + n)),
  }))
  expect(packRollUp(hour).length).toBeLessThan(240)
})

test('bytes that aren’t packed samples are refused', () => {
  const read = (bytes: Uint8Array) => {
    try {
      addPackedSamples(bytes, -1, bucketOf(metricNames.map((_, i) => i)).bucket)
    } catch (error) {
      expect(error).toBeInstanceOf(Corrupt)
    }
  }
  expect(() => addPackedSamples(new Uint8Array(), -1, bucketOf([]).bucket)).toThrow(Corrupt)
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), read))
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 5 }), fc.nat(), fc.nat(255), fc.nat(), (samples, at, byte, length) => {
      const bytes = packRollUp(samples)
      bytes[at % bytes.length] = byte
      read(bytes)
      read(bytes.subarray(0, length % bytes.length))
    }),
  )
})
