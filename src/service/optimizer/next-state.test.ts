import { describe, expect, test } from 'vitest'
import { type OptimizerState, optimizerStates } from '../../contract/index.ts'
import type { DnsAnswer } from '../world/world.ts'
import { resumeAfter, stateByDns } from './next-state.ts'

const service_cname = 's-1.edge.example'
const answers: Record<'points' | 'elsewhere' | 'address' | 'none' | 'silent', DnsAnswer> = {
  points: { kind: 'cname', target: service_cname },
  elsewhere: { kind: 'cname', target: 's-2.edge.example' },
  address: { kind: 'address', address: '192.0.2.1' },
  none: { kind: 'none' },
  silent: { kind: 'silent' },
}
const notPointing = ['elsewhere', 'address', 'none'] as const

const nextState = (state: OptimizerState, answer: keyof typeof answers, plan = 'free', off_by_operator = 0) =>
  stateByDns({ state, off_by_operator, service_cname }, answers[answer], plan)

describe('DNS', () => {
  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
    ['plus_paid', 'active'],
  ])('that points at the service moves a site on the %s plan to %s', (plan, to) => {
    expect(nextState('preview', 'points', plan)).toBe(to)
    expect(nextState('off', 'points', plan)).toBe(to)
  })

  test.each(notPointing)('that doesn’t point at the service (%s) moves trial and active to off', (answer) => {
    expect(nextState('trial', answer)).toBe('off')
    expect(nextState('active', answer)).toBe('off')
    expect(nextState('preview', answer)).toBeUndefined()
    expect(nextState('off', answer)).toBeUndefined()
  })

  test.each(optimizerStates)('that doesn’t answer leaves %s unchanged', (state) => {
    expect(nextState(state, 'silent')).toBeUndefined()
  })

  test.each(['bypass', 'transparent', 'maintenance', 'proxy only'] as const)('never moves %s', (state) => {
    for (const answer of ['points', ...notPointing] as const) expect(nextState(state, answer)).toBeUndefined()
  })

  test('leaves a site off if the operator turned it off', () => {
    expect(nextState('off', 'points', 'paid', 1)).toBeUndefined()
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
