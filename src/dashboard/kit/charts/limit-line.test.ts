import { expect, test } from 'vitest'
import {
  draggedLimit,
  firstLimit,
  keyedLimit,
  labelSide,
  limitEnds,
  limitStep,
  overKinds,
  overLimit,
  ticksWithLimit,
} from './limit-line.ts'

const time = { min: 1, max: 600_000 }
const shift = { min: 0.001, max: 10 }
const scale = { max: 4000, height: 200, range: time }

test.each([
  [4000, time, 50],
  [2000, time, 20],
  [60_000, time, 1000],
  [40, time, 1],
  [0.4, shift, 0.005],
  [0.02, shift, 0.001],
])('a limit on an axis up to %d goes in steps of %3$d', (max, range, step) => {
  expect(limitStep({ max, range })).toBe(step)
})

test.each([
  ['up by a quarter of the axis', -50, 3500],
  ['down by a quarter', 50, 1500],
  ['to the nearest round value', -3, 2550],
  ['past the top', -500, 4000],
  ['past the bottom', 500, 50],
])('a drag goes %s', (_, pixels, limit) => {
  expect(draggedLimit(2500, pixels, scale)).toBe(limit)
})

test.each([
  [2000, { value: 2000, poor: 4000 }, undefined],
  [2001, { value: 2000, poor: 4000 }, 'warning'],
  [4001, { value: 2000, poor: 4000 }, 'error'],
  [4001, { value: 2000 }, 'warning'],
  // a limit may be above what is poor
  [4500, { value: 5000, poor: 4000 }, undefined],
  [9000, undefined, undefined],
])('%d at the limit %o is %s', (value, limit, severity) => expect(overLimit(value, limit)).toBe(severity))

test.each([
  [[1000, null, 2000], []],
  [[3000, undefined], ['warning']],
  [
    [5000, 3000],
    ['error', 'warning'],
  ],
])('of the values %j, over the limit are %j', (values, kinds) => {
  const series = [
    { key: 'now', label: 'Now' },
    { key: 'before', label: 'Before', previousPeriod: true },
  ]
  const points = values.map((now, at) => ({ at, now, before: 9000 }))
  expect(overKinds({ series, points, limit: { value: 2000, poor: 4000, range: time, label: 'Limit' } })).toEqual(kinds)
})

test('a click leaves the limit, and a drag rounds one that was entered', () => {
  expect(draggedLimit(2537, 2, scale)).toBeUndefined()
  expect(draggedLimit(2537, 4, scale)).toBe(2450)
  expect(draggedLimit(0.25, -50, { max: 0.4, height: 200, range: shift })).toBe(0.35)
})

test.each([
  ['ArrowUp', 2500, 2550],
  ['ArrowRight', 2537, 2550],
  ['ArrowDown', 2500, 2450],
  ['ArrowLeft', 2537, 2500],
  ['PageUp', 2500, 3000],
  ['PageDown', 2500, 2000],
  ['PageUp', 3990, 4000],
  ['PageDown', 100, 50],
  ['ArrowUp', 4000, 4000],
  ['ArrowDown', 50, 50],
  ['ArrowDown', 7, 7],
  ['Home', 2500, 50],
  ['End', 2500, 4000],
  ['a', 2500, undefined],
])('%s from %d', (key, value, limit) => {
  expect(keyedLimit(value, key, scale)).toBe(limit)
})

test('the ends are on the axis and in the range', () => {
  expect(limitEnds(scale)).toEqual({ low: 50, high: 4000 })
  expect(limitEnds({ max: 20, range: shift })).toEqual({ low: 0.2, high: 10 })
  expect(limitEnds({ max: 0.3, range: { min: 1, max: 10 } })).toEqual({ low: 1, high: 1 })
})

test.each([
  ['none', 3800, undefined, 4000],
  ['below the values', 3800, 500, 4000],
  ['above the values', 1800, 3500, 4000],
  ['at the top', 3800, 4000, 6000],
  ['where nothing was measured', 0, 2500, 3000],
])('the axis shows a limit: %s', (_, max, limit, top) => {
  expect(ticksWithLimit(0, max, limit).at(-1)).toBe(top)
})

test.each([
  ['1.5 times the median, rounded up', [1000, null, 1400, 1410, 9000], 2200],
  ['the value known as good where nothing was measured', [null], 2500],
  ['the same where the median is 0', [0, 0, 1], 2500],
  ['no more than the range allows', [500_000], 600_000],
])('a first limit is %s', (_, values, limit) => {
  expect(firstLimit(values, time, 2500)).toBe(limit)
})

test('without any value there is no first limit', () => {
  expect(firstLimit([], time, undefined)).toBeUndefined()
  expect(firstLimit([0.021, 0.02], shift, 0.1)).toBe(0.032)
})

test.each([
  ['above values within the limit', [900, 900, 900, 900], 'above'],
  ['below values over it at the start', [3000, 900, 900, 900], 'below'],
  ['above values that are over it later', [900, 3000, 3000, 3000], 'above'],
  ['above where nothing was measured', [null, 3000, 3000, 3000], 'above'],
])('a limit’s label stands %s', (_, values, side) => {
  const points = values.map((value, i) => ({ at: i * 10, value }))
  expect(labelSide(2000, points, [{ key: 'value' }], { from: 0, to: 30 })).toBe(side)
})
