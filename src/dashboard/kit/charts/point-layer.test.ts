import { expect, test } from 'vitest'
import { keyOf, nearest, place, placeOf, xOf, yOf } from './point-layer.ts'

const scale = { from: 0, to: 100, max: 10, width: 200, height: 50 }
const points = {
  ids: ['a', 'b', 'c', 'd', undefined],
  at: [90, 10, 50, 120, 60],
  value: [5, 10, Number.NaN, 1, 0],
  type: [0, 1, 0, 0, 3],
}

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

test('a sample that failed without a value stands at the bottom', () => {
  const failed = { ids: ['a', 'b', 'c'], at: [10, 20, 30], value: [NaN, NaN, NaN], type: [3, 2, 1] }
  const placed = place(failed, scale)
  expect([...placed.order]).toEqual([0, 1])
  expect([...placed.y]).toEqual([50, 50])
})

test('finds the nearest point within reach only', () => {
  const placed = place(points, scale)
  expect(nearest(placed, 118, 45, 12)).toBe(1)
  expect(nearest(placed, 176, 26, 12)).toBe(2)
  expect(nearest(placed, 150, 26, 12)).toBeUndefined()
  expect(nearest(place({ ids: [], at: [], value: [], type: [] }, scale), 1, 1, 12)).toBeUndefined()
})

test('a point is found again among others, also without an ID', () => {
  const placed = place(points, scale)
  const later = { ids: ['e', undefined, 'a'], at: [95, 60, 90], value: [1, 0, 5], type: [0, 3, 0] }
  const laterPlaced = place(later, scale)
  const find = (n: number) => placeOf(later, laterPlaced, keyOf(points, placed.order[n] ?? -1))
  expect([find(0), find(1), find(2)]).toEqual([undefined, 0, 1])
})
