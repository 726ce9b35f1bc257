import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentile } from '../../contract/series.ts'
import { ByteReader, ByteWriter, Corrupt } from './bytes.ts'
import { addPacked, packSketch } from './packed-sketch.ts'
import { accuracy, keyOf, maxKey, Sketch } from './sketch.ts'

/** What metrics measure: durations, counts and shares, with three decimals as they are stored. */
const metric = fc.oneof(
  fc.nat(20),
  fc.nat(200_000_000).map((n) => n / 1000),
  fc.nat(10_000).map((n) => n / 1000),
  fc.constantFrom(0, 200, 404, 1e9),
)
const ranks = [0, 0.5, 0.75, 0.95, 0.99, 1]
/** Logarithms and powers are rounded, too. */
const tolerance = accuracy + 1e-9

function packed(values: readonly number[]): Uint8Array {
  const writer = new ByteWriter()
  packSketch(values, writer)
  return writer.written().slice()
}

function sketchOf(...parts: readonly (readonly number[])[]): Sketch {
  const sketch = new Sketch()
  for (const part of parts) if (part.length > 0) addPacked(new ByteReader(packed(part)), sketch)
  return sketch
}

const percentileOf = (sketch: Sketch, rank: number) => sketch.percentiles([rank])[0] ?? NaN

/** The totals, and the percentiles at many ranks. */
const contentOf = (sketch: Sketch) => [
  sketch.count,
  sketch.sum,
  ...sketch.percentiles(Array.from({ length: 101 }, (_, i) => i / 100)),
]

describe('a sketch', () => {
  test('has the value at every rank to 1 %', () => {
    fc.assert(
      fc.property(fc.array(metric, { minLength: 1, maxLength: 200 }), (values) => {
        const sketch = sketchOf(values)
        const sorted = values.toSorted((a, b) => a - b)
        for (const [i, value] of sorted.entries()) {
          const found = percentileOf(sketch, sorted.length === 1 ? 0 : i / (sorted.length - 1))
          // a rank that is no whole position is between two values
          const next = Math.max(value, sorted[i + 1] ?? value)
          const previous = Math.min(value, sorted[i - 1] ?? value)
          expect(found).toBeGreaterThanOrEqual(previous - previous * tolerance)
          expect(found).toBeLessThanOrEqual(next + next * tolerance)
        }
      }),
    )
  })

  test('has percentiles that interpolate between ranks to 1 % of the exact ones, however it was merged', () => {
    const parts = fc.array(fc.array(metric, { maxLength: 40 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (lists) => {
        const all = lists.flat()
        fc.pre(all.length > 0)
        const sketch = sketchOf(...lists)
        const sorted = all.toSorted((a, b) => a - b)
        expect(sketch.count).toBe(all.length)
        expect(sketch.sum).toBeCloseTo(
          all.reduce((sum, value) => sum + value, 0),
          3,
        )
        for (const rank of ranks) {
          const exact = percentile(sorted, rank) ?? NaN
          expect(Math.abs(percentileOf(sketch, rank) - exact)).toBeLessThanOrEqual(exact * tolerance)
        }
        expect(percentileOf(sketch, 0)).toBe(sorted[0])
        expect(percentileOf(sketch, 1)).toBe(sorted.at(-1))
      }),
    )
  })

  test('is the same whether values are added, packed or merged in any order', () => {
    const lists = fc.array(fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 20 }), { maxLength: 6 })
    fc.assert(
      fc.property(lists, (parts) => {
        const added = new Sketch()
        for (const value of parts.flat()) added.add(value)
        const expected = contentOf(added)
        expect(contentOf(sketchOf(...parts))).toEqual(expected)
        expect(contentOf(sketchOf(...parts.toReversed()))).toEqual(expected)
        expect(contentOf(sketchOf(parts.flat()))).toEqual(expected)
      }),
    )
  })

  test('handles zero, what is almost zero, negative and enormous values', () => {
    const values = [-1e300, -250, -1e-9, 0, 1e-9, 1e-6, 0.001, 3.25, 1e12, 1e300]
    const keys = values.map(keyOf)
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    expect(keys.slice(2, 5)).toEqual([0, 0, 0])
    expect(keys[0]).toBe(-maxKey)
    expect(keys.at(-1)).toBe(maxKey)
    expect(keyOf(NaN)).toBe(0)
    const sketch = sketchOf(values)
    expect(percentileOf(sketch, 0)).toBe(-1e300)
    expect(percentileOf(sketch, 1 / 9) / -250).toBeCloseTo(1, 1)
    expect(percentileOf(sketch, 3 / 9)).toBe(0)
    expect(percentileOf(sketch, 6 / 9) / 0.001).toBeCloseTo(1, 1)
    expect(percentileOf(sketch, 1)).toBe(1e300)
  })

  test('of equal values has exactly that value', () => {
    for (const value of [0, 0.003, 200, 123.456, 98_765.432]) {
      const sketch = sketchOf([value, value, value], [value])
      for (const rank of ranks) expect(percentileOf(sketch, rank)).toBe(value)
    }
  })

  test('is empty again once cleared', () => {
    const sketch = sketchOf([-3, 0, 5, 1000])
    sketch.clear()
    expect(contentOf(sketch)).toEqual(contentOf(new Sketch()))
    sketch.add(7)
    expect(contentOf(sketch)).toEqual(contentOf(sketchOf([7])))
  })
})

describe('packed numbers', () => {
  test('are the same when they are read', () => {
    const whole = fc.oneof(fc.nat(), fc.nat(300), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
    const any = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer().map((n) => n / 1000),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(whole, any)), (numbers) => {
        const writer = new ByteWriter()
        for (const [count, number] of numbers) {
          writer.count(count)
          writer.number(number)
        }
        const reader = new ByteReader(writer.written())
        for (const [count, number] of numbers) {
          expect(reader.count()).toBe(count)
          // 0 and -0 are the same
          expect(reader.number() - number).toBe(0)
        }
        expect(reader.atEnd).toBe(true)
      }),
    )
  })

  test('of a few values take a few bytes', () => {
    expect(packed([200]).length).toBeLessThan(14)
    expect(packed(Array.from({ length: 10 }, (_, i) => 180.125 + i * 13.5)).length).toBeLessThan(36)
  })
})

test('bytes that aren’t a packed sketch are refused, however they came about', () => {
  const read = (bytes: Uint8Array) => {
    const sketch = new Sketch()
    try {
      addPacked(new ByteReader(bytes), sketch)
    } catch (error) {
      expect(error).toBeInstanceOf(Corrupt)
      return
    }
    // another sketch, then
    for (const rank of ranks) expect(percentileOf(sketch, rank)).not.toBeNaN()
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), read))
  const values = fc.array(metric, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(values, fc.nat(), fc.nat(255), fc.nat(), (list, at, byte, length) => {
      const bytes = packed(list)
      bytes[at % bytes.length] = byte
      read(bytes)
      read(bytes.subarray(0, length % bytes.length))
    }),
  )
})
