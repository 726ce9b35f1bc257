import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'

test.each([
  [[], []],
  [[5], [[0]]],
  [
    [0, 10, 20],
    [[0], [1], [2]],
  ],
  [
    [0, 9, 10],
    [[0, 1], [2]],
  ],
  // counted from the first of a group, so that a row of near ones doesn't become one group
  [
    [0, 6, 12, 18],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    [18, 0, 6],
    [[1, 2], [0]],
  ],
  [[7, 7, 7], [[0, 1, 2]]],
])('%j within 10 px', (positions, groups) => {
  expect(clustersOf(positions, 10)).toEqual(groups)
})
