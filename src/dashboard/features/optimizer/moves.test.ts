import { describe, expect, test } from 'vitest'
import { movesFrom, optimizerMoves, optimizerStates } from '../../../contract/index.ts'
import { moves } from './moves.ts'
import { askedMoves, isForHolder, unavailableReason } from './rules.ts'

test('every move is offered except the deprecated pause', () => {
  expect(moves.map(({ move }) => move).toSorted()).toEqual(optimizerMoves.toSorted())
})

test('the moves that need a confirmation are those that ask first', () => {
  const asking = moves.filter(({ needsConfirmation }) => needsConfirmation)
  expect(asking.map(({ move }) => move)).toEqual(askedMoves)
})

describe.each(optimizerStates)('from %s', (state) => {
  test.each(optimizerMoves)(
    '%s is offered to the account holder exactly where it is allowed and changes something',
    (requested) => {
      const allowed: readonly string[] = movesFrom[requested]
      const changes = requested !== state && !(requested === 'resume' && ['preview', 'trial', 'active'].includes(state))
      expect(unavailableReason(requested, state, 'user') === undefined).toBe(allowed.includes(state) && changes)
    },
  )

  test('a partner can’t start maintenance', () => {
    expect(unavailableReason('maintenance', state, 'account')).toBeDefined()
  })
})

test('a site that is off says when moves become available', () => {
  expect(unavailableReason('bypass', 'off', 'account')).toMatch(/once DNS points to the service/)
})

test.each(['maintenance', 'off', 'proxy only'])(
  'a partner isn’t sent to the holder’s view for what %s rules out',
  (state) => {
    expect(isForHolder('maintenance', state, 'account')).toBe(false)
    expect(unavailableReason('maintenance', state, 'account')).toBe(unavailableReason('maintenance', state, 'user'))
  },
)

test('a partner learns that only the holder can start maintenance', () => {
  expect(isForHolder('maintenance', 'active', 'account')).toBe(true)
  expect(isForHolder('maintenance', 'active', 'user')).toBe(false)
  expect(unavailableReason('maintenance', 'active', 'account')).toMatch(/Only the account holder/)
})

test.each(['paused', 'pause'])('the service decides about an unknown state such as %s', (state) => {
  expect(optimizerMoves.map((requested) => unavailableReason(requested, state, 'user'))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a deferred host has no optimizer', () => {
  expect(unavailableReason('bypass', null, 'user')).toMatch(/real host/)
})
