import { expect, test } from 'vitest'
import { moveOf, rangeAfter, type Gesture } from './gesture.ts'

const axis = { from: 0, to: 1000, width: 100 }
const gesture = (kind: Gesture['kind'], start: number[], now: number[]): Gesture => ({ kind, start, now })

test('a drag in either direction zooms in, up to the chart’s edges', () => {
  expect(rangeAfter(gesture('zoom', [20], [60]), axis)).toEqual([200, 600])
  expect(rangeAfter(gesture('zoom', [60], [-30]), axis)).toEqual([0, 600])
})

test('a tiny drag is a click', () => {
  expect(rangeAfter(gesture('zoom', [20], [24]), axis)).toBeUndefined()
  expect(rangeAfter(gesture('pan', [20], [24]), axis)).toBeUndefined()
})

test('moving right goes back in time', () => {
  expect(rangeAfter(gesture('pan', [20], [50]), axis)).toEqual([-300, 700])
})

test('a pinch keeps the same moments under the fingers', () => {
  // 400 and 600 ms are under the fingers before and after they move apart
  const apart = gesture('pinch', [40, 70], [20, 80])
  expect(moveOf(apart)).toEqual({ shift: -60, scale: 2 })
  expect(rangeAfter(apart, axis)).toEqual([300, 800])
  const [from = 0, to = 0] = rangeAfter(gesture('pinch', [20, 80], [40, 70]), axis) ?? []
  expect(to - from).toBe(2000)
})

test('fingers that start at one spot or cross change nothing', () => {
  expect(rangeAfter(gesture('pinch', [40, 45], [10, 90]), axis)).toBeUndefined()
  expect(rangeAfter(gesture('pinch', [40, 70], [70, 40]), axis)).toBeUndefined()
})
