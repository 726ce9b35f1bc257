import { expect, test } from 'vitest'
import type { Rule } from '../rules.ts'
import { draftOf, newRuleId, problemsOfRule, type RuleDraft, ruleFrom, unknownOfRule } from './rule-draft.ts'

const rule: Rule = {
  _id: 'sale',
  name: 'Sale',
  enabled: false,
  filters: [{ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/sale', note: 'x' }], by: 'Ada' }],
  actions: {
    cache: false,
    htmlCache: { maxAge: 60, sessionCookies: ['sid'], grace: 5 },
    images: { enabled: false, quality: 80 },
    compression: { enabled: true, level: 5 },
    inlineCss: { special_type: 'critical' },
  },
  until: '2026-10-31',
  priority: 5,
}
const edited = (change: (draft: RuleDraft) => Partial<RuleDraft>, of: Rule = rule) => {
  const draft = draftOf(of)
  return ruleFrom({ ...draft, ...change(draft) }, of, 'unused')
}
const saying = (says: Partial<RuleDraft['says']>) => edited((draft) => ({ says: { ...draft.says, ...says } }))

test.each<[string, Rule]>([
  ['with unknown fields', rule],
  ['without a name', { _id: 'x', actions: { cache: true } }],
  ['with a name that isn’t a text', { name: { en: 'Sale' }, actions: { cache: true } }],
  ['without filters', { name: 'Sale', actions: { cache: true } }],
])('a rule %s stays as it is if nothing is edited', (_, before) => {
  expect(edited(() => ({}), before)).toEqual(before)
})

test('what is edited changes, and everything else is kept', () => {
  const { actions } = rule
  expect(edited(() => ({ name: ' Winter ' }))).toEqual({ ...rule, name: 'Winter' })
  expect(edited(() => ({ name: '' }))).not.toHaveProperty('name')
  expect(saying({ cache: 'on' }).actions).toEqual({ ...actions, cache: true })
  expect(saying({ earlyHints: 'off' }).actions).toEqual({ ...actions, earlyHints: false })
  expect(saying({ htmlCache: 'off' }).actions?.htmlCache).toEqual({ ...(actions?.htmlCache as object), enabled: false })
  expect(saying({ images: 'on' }).actions?.images).toEqual({ quality: 80 })
  expect(saying({ compression: 'switch' }).actions).not.toHaveProperty('compression')
  expect(edited(() => ({ until: '2026-12-24' }))).toEqual({ ...rule, until: '2026-12-24' })
  expect(edited(() => ({ until: '' }))).not.toHaveProperty('until')
  const time = edited(({ options }) => ({
    options: { ...options, htmlCache: { ...options.htmlCache, maxAge: '120' } },
  }))
  expect(time.actions?.htmlCache).toEqual({ maxAge: 120, sessionCookies: ['sid'], grace: 5 })
})

test('a new rule is on, and names only what it decides', () => {
  const draft = draftOf(null)
  const [name, says] = ['Shop', { ...draft.says, cache: 'on' as const, htmlCache: 'on' as const }]
  const made = ruleFrom({ ...draft, name, says }, null, 'shop')
  expect(made).toEqual({ _id: 'shop', enabled: true, name, filters: [], actions: { cache: true, htmlCache: true } })
  expect(problemsOfRule({ ...draft, name, says }, made, true)).toEqual({})
})

test('what is wrong is named by its field', () => {
  const draft = draftOf(null)
  const filters = [{ direction: 1, match: [{ name: 'URI' as const, operator: 'CONTAIN' as const, condition: '' }] }]
  const problems = (of: Partial<RuleDraft>) => {
    const whole = { ...draft, ...of }
    return problemsOfRule(whole, ruleFrom(whole, null, 'x'), true)
  }
  expect(Object.keys(problems({ filters }))).toEqual(['name', 'actions', 'filters.0.match.0.condition'])
  const says = { ...draft.says, htmlCache: 'on' as const }
  expect(problems({ name: 'x', says, until: 'spring' })).toEqual({ until: 'This must be a day, such as 2026-10-31.' })
  const options = {
    ...draft.options,
    htmlCache: { ...draft.options.htmlCache, maxAge: '90000', sessionCookies: 'a b' },
  }
  expect(Object.keys(problems({ name: 'x', says, options }))).toEqual(['htmlCache.maxAge', 'htmlCache.sessionCookies'])
})

test('what the form doesn’t show is said in words', () => {
  expect(unknownOfRule(rule)).toBe('inline css (special type critical), priority 5')
  expect(unknownOfRule({ name: 'x', filters: [], actions: { cache: true } })).toBe('')
})

test.each([
  ['Shop pages', [], 'shop-pages'],
  ['Shop pages', ['shop-pages', 'shop-pages-2'], 'shop-pages-3'],
  ['–', [], 'rule'],
])('the ID of a new rule called %s beside %j is %s', (name, taken, id) => {
  expect(newRuleId(name, taken)).toBe(id)
})
