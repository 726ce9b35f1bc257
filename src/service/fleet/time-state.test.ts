import { expect, test } from 'vitest'
import { shareOf, timeStateOf, totalOf } from './time-state.ts'

test.each([
  [0, 0, true, null],
  [60, 0, false, 'up'],
  [60, 0, true, 'slow'],
  [60, 1, true, 'partly down'],
  [60, 29, false, 'partly down'],
  [60, 30, false, 'down'],
  [60, 60, true, 'down'],
])('of %s ms measured and %s ms failed, slow: %s, is %s', (measured, failed, isSlow, state) => {
  expect(timeStateOf({ measured, failed }, isSlow)).toBe(state)
})

test('the share is of what was measured', () => {
  expect(shareOf(totalOf([]))).toBeNull()
  const hours = [
    { measured: 60, failed: 15 },
    { measured: 40, failed: 10 },
  ]
  expect(shareOf(totalOf(hours))).toBe(0.75)
})
