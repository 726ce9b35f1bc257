import { expect, test } from 'vitest'
import { toggled } from './toggled.ts'

test.each([
  { chosen: [], usual: 'a', item: 'b', next: ['a', 'b'] },
  // what is usual stays
  { chosen: [], usual: 'a', item: 'a', next: [] },
  { chosen: ['a', 'b'], usual: 'a', item: 'a', next: ['b'] },
  { chosen: ['b'], usual: 'a', item: 'b', next: [] },
  { chosen: [], usual: undefined, item: 'b', next: ['b'] },
])('of $chosen, where $usual is usual, a press of $item leaves $next', ({ chosen, usual, item, next }) => {
  expect(toggled(chosen, item, usual)).toEqual(next)
})
