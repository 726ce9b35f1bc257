import { describe, expect, test } from 'vitest'
import { quotaState, type AccountQuotas } from './quotas.ts'

const quotas = (sites: number, runs = 0): AccountQuotas => ({
  raw: null,
  sites: { used: sites, allowed: 20 },
  monitors: { used: 3, allowed: 1000 },
  runs: { used: runs, allowed: 500 },
})

describe('a quota', () => {
  test('isn’t mentioned while there is plenty, or where the service doesn’t say', () => {
    expect(quotaState(quotas(15), ['sites'])).toEqual({})
    expect(quotaState(null, ['sites'])).toEqual({})
    expect(quotaState({ raw: null }, ['sites'])).toEqual({})
  })

  test('is mentioned from 80% on', () => {
    expect(quotaState(quotas(16), ['sites'])).toEqual({ note: '16 of the plan’s 20 sites are in use.' })
  })

  test('that is used up says why nothing can be added', () => {
    const full = 'The 20 sites of the account’s plan are in use. Delete a site before you add another.'
    expect(quotaState(quotas(20), ['sites'])).toEqual({ note: full, full })
    expect(quotaState(quotas(20, 500), ['monitors', 'runs']).full).toContain('500 test runs a day')
  })
})
