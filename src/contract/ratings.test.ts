import { expect, test } from 'vitest'
import { slowSeverity } from './ratings.ts'

test.each([
  ['time_to_display', 4000, 1],
  ['time_to_display', 4001, 2],
  ['cumulative_layout_shift', 0.3, 2],
  // nobody calls these poor
  ['bytes_total', 90_000_000, 1],
  ['of_another_service', 1, 1],
])('a %s of %d over its limit is of severity %d', (metric, value, severity) => {
  expect(slowSeverity(metric, value)).toBe(severity)
})
