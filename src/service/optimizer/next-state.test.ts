import { describe, expect, test } from 'vitest'
import type { OptimizerState } from '../../contract/index.ts'
import { resumeAfter, stateByDns } from './next-state.ts'

const nextState = (state: OptimizerState, points: boolean, plan = 'free', off_by_operator = 0) =>
  stateByDns({ state, off_by_operator }, points, plan)

describe('DNS', () => {
  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
    ['plus_paid', 'active'],
  ])('that points at the service moves a site on the %s plan to %s', (plan, to) => {
    expect(nextState('preview', true, plan)).toBe(to)
    expect(nextState('off', true, plan)).toBe(to)
  })

  test('that doesn’t point at the service moves trial and active to off', () => {
    expect(nextState('trial', false)).toBe('off')
    expect(nextState('active', false)).toBe('off')
    expect(nextState('preview', false)).toBeUndefined()
    expect(nextState('off', false)).toBeUndefined()
  })

  test.each(['bypass', 'transparent', 'maintenance', 'proxy only'] as const)('never moves %s', (state) => {
    for (const points of [true, false]) expect(nextState(state, points)).toBeUndefined()
  })

  test('leaves a site off if the operator turned it off', () => {
    expect(nextState('off', true, 'paid', 1)).toBeUndefined()
  })
})

test.each([
  ['preview', 'bypass', 'preview', 'preview'],
  ['trial', 'bypass', 'preview', 'trial'],
  ['active', 'maintenance', 'preview', 'active'],
  ['bypass', 'transparent', 'active', 'active'],
  ['transparent', 'trial', 'trial', 'trial'],
  ['trial', 'off', 'preview', 'trial'],
  ['off', 'active', 'trial', 'active'],
] as const)('a move from %s to %s changes the state to resume from %s to %s', (from, to, before, after) => {
  expect(resumeAfter(from, to, before)).toBe(after)
})
