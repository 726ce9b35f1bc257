import { expect, test } from 'vitest'
import { lanesOf } from './lanes.ts'

test('overlapping labels get separate lanes', () => {
  const at = (start: number) => ({ start, length: 10 })
  expect(lanesOf([at(0), at(10), at(20)])).toEqual([0, 0, 0])
  expect(lanesOf([at(0), at(15), at(5)])).toEqual([0, 0, 1])
  expect(lanesOf([at(0), at(2), at(1)])).toEqual([0, 2, 1])
  expect(lanesOf([])).toEqual([])
})
