import { expect, test } from 'vitest'
import { withGaps } from './gaps.ts'

const at = (...times: number[]) => times.map((time) => ({ at: time, a: time }))

test('drops points without a value, so that sparse values form a line', () => {
  expect(
    withGaps(
      [
        { at: 0, a: 1 },
        { at: 1, a: null },
        { at: 2, a: 3 },
      ],
      ['a'],
    ),
  ).toEqual([
    { at: 0, a: 1 },
    { at: 2, a: 3 },
  ])
})

test('breaks the line at a long gap', () => {
  expect(withGaps(at(0, 1, 2, 12, 13), ['a'])).toEqual([...at(0, 1, 2), { at: 7, a: null }, ...at(12, 13)])
})

test('keeps a value of 0', () => {
  expect(withGaps([{ at: 0, a: 0 }], ['a'])).toEqual([{ at: 0, a: 0 }])
})
