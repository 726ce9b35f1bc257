import { expect, test } from 'vitest'
import { middleOf } from './series.ts'

test('the values of a bucket are drawn at its middle', () => {
  const range = { from: 1000, to: 1999, buckets: 10 }
  expect([1000, 1900].map((start) => middleOf(range, start))).toEqual([1050, 1950])
})
