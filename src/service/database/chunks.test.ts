import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

test.each([
  [0, []],
  [1, [1]],
  [13, [8, 4, 1]],
  [64, [64]],
  [200, [64, 64, 64, 8]],
])('%i rows', (count, lengths) => {
  const rows = Array.from({ length: count }, (_, i) => i)
  const chunks = chunksOf(rows)
  expect(chunks.map(({ length }) => length)).toEqual(lengths)
  expect(chunks.flat()).toEqual(rows)
})
