import { expect, test } from 'vitest'
import { laterOrWorse } from './latest-round.ts'

const round = (hour: number, sample_type: number, judged = true) => ({
  due_at: new Date(Date.UTC(2026, 10, 21, hour)).toISOString(),
  sample_type,
  judged,
})

test('the worst of the latest round counts, in whatever order its samples are stored', () => {
  expect(laterOrWorse(undefined, round(9, 1))).toEqual(round(9, 1))
  expect(laterOrWorse(round(9, 0), round(9, 2))).toEqual(round(9, 2))
  expect(laterOrWorse(round(9, 2), round(9, 0))).toEqual(round(9, 2))
})

test('a later round counts instead of an earlier one', () => {
  expect(laterOrWorse(round(9, 3), round(10, 0))).toEqual(round(10, 0))
  expect(laterOrWorse(round(10, 0), round(9, 3))).toEqual(round(10, 0))
})

test('a round is judged if any of its worst samples is', () => {
  expect(laterOrWorse(round(9, 0, false), round(9, 0))).toEqual(round(9, 0))
  expect(laterOrWorse(round(9, 0, false), round(9, 0, false))).toEqual(round(9, 0, false))
})
