import { expect, test } from 'vitest'
import { nearest, place, xOf, yOf } from './point-layer.ts'

const scale = { from: 0, to: 100, max: 10, width: 200, height: 50 }
const points = { at: [90, 10, 50, 120, 60], value: [5, 10, Number.NaN, 1, 0], type: [0, 1, 0, 0, 3] }

test('time runs right and values run up', () => {
  expect([xOf(0, scale), xOf(50, scale), xOf(100, scale)]).toEqual([0, 100, 200])
  expect([yOf(0, scale), yOf(10, scale)]).toEqual([50, 0])
})

test('points are in order of time, without those outside the range or not measured', () => {
  const placed = place(points, scale)
  expect([...placed.order]).toEqual([1, 4, 0])
  expect([...placed.x]).toEqual([20, 120, 180])
  expect([...placed.y]).toEqual([0, 50, 25])
})

test('finds the nearest point within reach only', () => {
  const placed = place(points, scale)
  expect(nearest(placed, 118, 45, 12)).toBe(1)
  expect(nearest(placed, 176, 26, 12)).toBe(2)
  expect(nearest(placed, 150, 26, 12)).toBeUndefined()
  expect(nearest(place({ at: [], value: [], type: [] }, scale), 1, 1, 12)).toBeUndefined()
})
