import { expect, test } from 'vitest'
import { FilterBudget } from '../../contract/filter-budget.ts'
import { settingsLimits } from '../../contract/settings-limits.ts'
import { actionsOf } from '../control/site-actions.ts'
import type { VisitorRequest } from '../exchange/exchange.ts'
import { pageRule } from './anonymous-pages.ts'
import { storedTarget, storedTargets } from './ignored-parameters.ts'

const names = (letter: string) => Array.from({ length: settingsLimits.names }, (_, i) => `${letter}${i}_*`)
const filters: never[] = []
const settings = {
  defaultActions: {
    resourceActions: {
      htmlCache: [{ _id: 'h', enabled: true, filters, sessionCookies: names('s'), harmlessCookies: names('h') }],
    },
    documentActions: {
      ignoredParameters: [{ _id: 'i', enabled: true, filters, parameters: names('p') }],
    },
  },
}
const actions = actionsOf(JSON.stringify(settings))

function visit({ target = '/', cookie }: { target?: string; cookie?: string }, budget = new FilterBudget()) {
  const site = { actions } as VisitorRequest['site']
  return {
    site,
    scheme: 'https',
    target,
    fields: cookie === undefined ? {} : { cookie },
    budget,
  } satisfies VisitorRequest
}

/** 16 kB of names, none of which ends the search early. */
const many = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}49_${i % 10}`)
const most = settingsLimits.filterSteps / 10

test.each([
  [1, false],
  [settingsLimits.matchedNames, false],
  [settingsLimits.matchedNames + 1, true],
  [3000, true],
])('%i harmless cookies show a session: %s, in few steps', (count, hasSession) => {
  const asked = visit({ cookie: many('h', count).join('; ') })
  expect(pageRule(asked)?.hasSession).toBe(hasSession)
  expect(asked.budget.spent).toBeLessThanOrEqual(most)
})

test.each([
  [1, true],
  [settingsLimits.matchedNames, true],
  [settingsLimits.matchedNames + 1, false],
  [3000, false],
])('%i parameters to be ignored are: %s, in few steps', (count, isIgnored) => {
  const target = `/?${many('p', count).join('&')}`
  const asked = visit({ target })
  expect(storedTarget(asked, target)).toBe(isIgnored ? '/' : target)
  expect(storedTargets(target, [names('p')])).toEqual(isIgnored ? [target, '/'] : [target])
  expect(asked.budget.spent).toBeLessThanOrEqual(most)
})

test('what is left of the budget ends the search in the safe way', () => {
  const spent = () => {
    const budget = new FilterBudget()
    budget.spend(settingsLimits.filterSteps - 10)
    return budget
  }
  expect(pageRule(visit({ cookie: 'h1_=1; h2_=2' }, spent()))?.hasSession).toBe(true)
  expect(storedTarget(visit({}, spent()), '/?p1_=1&p2_=2')).toBe('/?p1_=1&p2_=2')
})
