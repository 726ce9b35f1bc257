import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMeasured, stretchesOf, type Value } from './gaps.ts'

/** One point a minute. */
const minutes = (values: readonly Value[]) => values.map((value, at) => ({ at, value }))
const valuesOf = (points: readonly { at: number; value: Value }[]) =>
  stretchesOf(points, ({ value }) => value).map((stretch) => stretch.map(({ value }) => value))

const none = undefined

test.each<[string, readonly Value[], readonly Value[][]]>([
  ['values are one line', [1, 2, 3], [[1, 2, 3]]],
  [
    'a single failure breaks it',
    [1, 2, null, 4, 5],
    [
      [1, 2],
      [4, 5],
    ],
  ],
  ['so does an outage at the start or the end', [null, 2, 3, null], [[2, 3]]],
  ['every second one fails: dots', [1, null, 3, null, 5], [[1], [3], [5]]],
  ['one value between two outages is a dot', [1, 2, null, 4, null, 6, 7], [[1, 2], [4], [6, 7]]],
  ['times without samples are joined', [1, none, 3, none, 5], [[1, 3, 5]]],
  ['but not those beside a failure', [1, none, null, none, 5, 6], [[1], [5, 6]]],
  [
    'a long time without samples is a gap',
    [1, 2, 3, none, none, none, none, 8, 9],
    [
      [1, 2, 3],
      [8, 9],
    ],
  ],
  ['a value of 0 is a value', [0, 0], [[0, 0]]],
  ['nothing is nothing', [none, null], []],
])('%s', (_, values, stretches) => expect(valuesOf(minutes(values))).toEqual(stretches))

test('what failed counts when it’s judged how long a gap is', () => {
  const every10 = [1, null, 3, null, null, 6].map((value, i) => ({ at: i * 10, value }))
  const rare = [...every10, { at: 80, value: 7 }]
  expect(valuesOf(rare)).toEqual([[1], [3], [6, 7]])
})

test('each value is drawn once, and no line crosses a failure', () => {
  const value = fc.oneof(fc.nat(9), fc.constant(null), fc.constant(none))
  fc.assert(
    fc.property(fc.array(fc.record({ step: fc.integer({ min: 1, max: 9 }), value })), (steps) => {
      let at = 0
      const points = steps.map((one) => ({ at: (at += one.step), value: one.value }))
      const stretches = stretchesOf(points, (point) => point.value)
      expect(stretches.flat()).toEqual(points.filter((point) => typeof point.value === 'number'))
      for (const stretch of stretches) {
        const ends = [stretch[0]?.at ?? 0, stretch.at(-1)?.at ?? 0] as const
        const inside = points.filter((point) => point.at >= ends[0] && point.at <= ends[1])
        expect(inside.every((point) => point.value !== null)).toBe(true)
      }
    }),
  )
})

test('a point without a value was measured unless it has none of the series', () => {
  const series = [{ key: 'a' }, { key: 'b' }]
  expect(isMeasured({ at: 0, a: null }, series)).toBe(true)
  expect(isMeasured({ at: 0, c: 1 }, series)).toBe(false)
})
