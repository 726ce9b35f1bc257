import { describe, expect, test } from 'vitest'
import { chooseTurns, type Load, type Turn } from './turns.ts'

const turn = (owner: string, more: Partial<Turn> = {}): Turn => ({
  queue: owner,
  owner,
  allowed: 10,
  lastTurn: 0,
  oldest: 0,
  heads: [1, 2, 3, 4].map((n) => `${owner}${n}`),
  ...more,
})

function choose(
  turns: readonly Turn[],
  loads: Record<string, Load> = {},
  room: { max?: number; maxFurther?: number; silent?: boolean } = {},
) {
  const all = { max: 100, maxFurther: 100, silent: false, ...room }
  return chooseTurns(turns, all, new Map(Object.entries(loads))).map(({ id }) => id)
}

describe('accounts take turns', () => {
  test('one check each, then the next of each', () => {
    expect(choose([turn('a'), turn('b', { heads: ['b1'] }), turn('c')], {}, { max: 6 })).toEqual([
      'a1',
      'b1',
      'c1',
      'a2',
      'c2',
      'a3',
    ])
  })

  test('the one with the fewest checks in progress first', () => {
    const loads = { a: { all: 2, silent: 0 }, b: { all: 1, silent: 0 } }
    expect(choose([turn('a'), turn('b')], loads, { max: 4 })).toEqual(['b1', 'a1', 'b2', 'a2'])
  })

  test('then the one whose last turn was longest ago, then the one that has waited longest', () => {
    expect(choose([turn('a', { lastTurn: 7 }), turn('b', { lastTurn: 3, oldest: 9 })], {}, { max: 1 })).toEqual(['b1'])
    expect(choose([turn('a', { oldest: 5 }), turn('b', { oldest: 4 })], {}, { max: 1 })).toEqual(['b1'])
  })
})

test('an account never has more checks in progress than it may have', () => {
  expect(choose([turn('a', { allowed: 3 })], { a: { all: 1, silent: 0 } })).toEqual(['a1', 'a2'])
  expect(choose([turn('a', { allowed: 0 })])).toEqual([])
})

test('silent targets hold half of an account’s checks, and at least one', () => {
  const one = turn('a', { queue: 'a one.example', heads: ['x1', 'x2', 'x3', 'x4'] })
  const two = turn('a', { queue: 'a two.example', heads: ['y1', 'y2', 'y3', 'y4'] })
  const choosing = (allowed: number, silent = 0) =>
    choose(
      [one, two].map((queue) => ({ ...queue, allowed })),
      { a: { all: silent, silent } },
      { silent: true },
    )
  expect(choosing(2)).toEqual(['x1'])
  expect(choosing(2, 1)).toEqual([])
  expect(choosing(4)).toEqual(['x1', 'y1'])
  expect(choosing(16, 5)).toEqual(['x1', 'y1', 'x2'])
})

test('the last slots are for accounts that have nothing in progress', () => {
  const loads = { a: { all: 2, silent: 0 } }
  expect(choose([turn('a'), turn('b')], loads, { max: 8, maxFurther: 2 })).toEqual(['b1', 'b2'])
  expect(choose([turn('a'), turn('b')], loads, { max: 8, maxFurther: -3 })).toEqual(['b1'])
})
