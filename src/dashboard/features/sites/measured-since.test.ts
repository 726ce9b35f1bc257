import { expect, test } from 'vitest'
import { measuredSince } from './measured-since.ts'

const days = (...measured: readonly number[]) =>
  Array.from({ length: 30 }, (_, i) => (measured.includes(i) ? 'up' : null))

test.each([
  ['a whole period', days(0, 1, 29), undefined],
  ['two days', days(28, 29), 'since 26 Nov'],
  ['a time with a gap', days(5, 29), 'since 3 Nov'],
  ['today', days(29), 'since today'],
  ['nothing', days(), undefined],
])('of %s, what is measured is %s', (_, measured, words) => {
  expect(measuredSince(measured, '2026-10-29')).toBe(words)
})
