import { describe, expect, test } from 'vitest'
import { movesFrom, optimizerMoves, optimizerStates } from '../../../../../contract/index.ts'
import { moves, reasonAgainst } from './moves.ts'

test('every move is offered but the deprecated pause', () => {
  expect(moves.map(({ move }) => move).toSorted()).toEqual(optimizerMoves.toSorted())
})

describe.each(optimizerStates)('from %s', (state) => {
  test.each(optimizerMoves)(
    '%s is offered to the account holder exactly where it is legal and changes something',
    (asked) => {
      const allowed: readonly string[] = movesFrom[asked]
      const changes = asked !== state && !(asked === 'resume' && ['preview', 'trial', 'active'].includes(state))
      expect(reasonAgainst(asked, state, 'user') === undefined).toBe(allowed.includes(state) && changes)
    },
  )

  test('maintenance is not the partner’s', () => {
    expect(reasonAgainst('maintenance', state, 'account')).toMatch(/only the account holder/i)
  })
})

test('a site that is off says what turns it on', () => {
  expect(reasonAgainst('bypass', 'off', 'account')).toMatch(/is off.*isn't allowed.*CNAME/)
})

test.each(['paused', 'pause'])('of a state that is not known, such as %s, the service decides', (state) => {
  expect(optimizerMoves.map((asked) => reasonAgainst(asked, state, 'user'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a deferred host has no optimizer to move', () => {
  expect(reasonAgainst('bypass', null, 'user')).toMatch(/deferred/)
})
