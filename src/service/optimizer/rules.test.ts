import { describe, expect, test } from 'vitest'
import { type OptimizerState, optimizerStates } from '../../contract/index.ts'
import type { DnsAnswer } from '../world.ts'
import { resumeAfter, stateByDns } from './rules.ts'

const service_cname = 's-1.edge.example'
const answers: Record<'points' | 'elsewhere' | 'address' | 'none' | 'silent', DnsAnswer> = {
  points: { kind: 'cname', target: service_cname },
  elsewhere: { kind: 'cname', target: 's-2.edge.example' },
  address: { kind: 'address', address: '192.0.2.1' },
  none: { kind: 'none' },
  silent: { kind: 'silent' },
}
const gone = ['elsewhere', 'address', 'none'] as const

const moved = (state: OptimizerState, answer: keyof typeof answers, plan = 'free', off_by_operator = 0) =>
  stateByDns({ state, off_by_operator, service_cname }, answers[answer], plan)

describe('DNS', () => {
  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
    ['plus_paid', 'active'],
  ])('that points at the service moves a site of the plan %s to %s', (plan, to) => {
    expect(moved('preview', 'points', plan)).toBe(to)
    expect(moved('off', 'points', plan)).toBe(to)
  })

  test.each(gone)('that does not (%s) moves trial and active to off', (answer) => {
    expect(moved('trial', answer)).toBe('off')
    expect(moved('active', answer)).toBe('off')
    expect(moved('preview', answer)).toBeUndefined()
    expect(moved('off', answer)).toBeUndefined()
  })

  test.each(optimizerStates)('that is silent leaves %s as it is', (state) => {
    expect(moved(state, 'silent')).toBeUndefined()
  })

  test.each(['bypass', 'transparent', 'maintenance', 'proxy only'] as const)('never moves %s', (state) => {
    for (const answer of ['points', ...gone] as const) expect(moved(state, answer)).toBeUndefined()
  })

  test('leaves an off that the operator has set', () => {
    expect(moved('off', 'points', 'paid', 1)).toBeUndefined()
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
] as const)('after %s has become %s, resume leads to what it was: %s before, %s after', (from, to, before, after) => {
  expect(resumeAfter(from, to, before)).toBe(after)
})
