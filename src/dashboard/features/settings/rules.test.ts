import { expect, test } from 'vitest'
import { settingsBody } from '../../../contract/index.ts'
import { problemOfRule, rulesOf, withRule, withRuleMoved } from './rules.ts'

const settings = settingsBody.parse({
  defaultActions: {},
  documentRules: [
    { _id: 'checkout', name: 'Checkout', actions: { cache: false }, special_type: 'x' },
    { actions: {}, until: '2026-10-31' },
  ],
  resourceRules: [{ _id: 'media', actions: { images: true } }],
  schemaVersion: 12,
})
const names = (of: typeof settings) => rulesOf(of).map(({ name }) => name)
const [, checkout] = rulesOf(settings)

test('rules are counted in the order in which they are asked', () => {
  expect(rulesOf(settings).map(({ number, name, list, index }) => [number, name, list, index])).toEqual([
    [1, 'media', 'resourceRules', 0],
    [2, 'Checkout', 'documentRules', 0],
    [3, 'Rule 3', 'documentRules', 1],
  ])
})

test('a rule is changed, moved and removed, and everything else stays as it is', () => {
  if (!checkout) throw new Error('no rule')
  const off = withRule(settings, checkout, (rule) => ({ ...rule, enabled: false }))
  expect(off).toEqual({
    ...settings,
    documentRules: [{ ...checkout.rule, enabled: false }, settings.documentRules?.[1]],
  })
  const later = withRuleMoved(settings, checkout, 1)
  expect(later && names(later)).toEqual(['media', 'Rule 2', 'Checkout'])
  expect(later).toMatchObject({ schemaVersion: 12, documentRules: [{ until: '2026-10-31' }, { special_type: 'x' }] })
  expect(names(withRule(settings, checkout, () => null))).toEqual(['media', 'Rule 2'])
  expect(withRule(settings, { list: 'resourceRules', index: 7 }, () => null)).toEqual(settings)
})

test('a rule moves past those of the other list, since only the order counts', () => {
  const [first, second, last] = rulesOf(settings)
  if (!first || !second || !last) throw new Error('no rules')
  const earlier = withRuleMoved(settings, second, -1)
  expect(earlier && names(earlier)).toEqual(['Checkout', 'media', 'Rule 3'])
  expect(earlier).toMatchObject({ resourceRules: [{ special_type: 'x' }], documentRules: [{ _id: 'media' }, {}] })
  expect(withRuleMoved(settings, first, -1)).toBeUndefined()
  expect(withRuleMoved(settings, last, 1)).toBeUndefined()
})

test('what was refused of a rule is found by its place', () => {
  const problems = { 'documentRules.1.filters.0.match.0.condition': 'is too long', 'documentRules.11.x': 'y' }
  expect(rulesOf(settings).map((row) => problemOfRule(row, problems))).toEqual([
    undefined,
    undefined,
    'The pattern is too long.',
  ])
})

test.each([
  [{ enabled: false, until: '2026-10-31' }, '2026-10-31T23:59:59Z', false],
  [{ enabled: false, until: '2026-10-31' }, '2026-11-01T00:00:00Z', true],
  [{ enabled: true, until: '2026-10-31' }, '2026-12-01T00:00:00Z', true],
  [{ enabled: false, until: 'spring' }, '2026-12-01T00:00:00Z', false],
  [{ enabled: false }, '2026-12-01T00:00:00Z', false],
])('%j has ended at %s: %s', (own, at, hasEnded) => {
  const [rule] = rulesOf({ ...settings, resourceRules: [{ actions: {}, ...own }] }, Date.parse(at))
  expect(rule?.hasEnded).toBe(hasEnded)
})
