import { describe, expect, test } from 'vitest'
import { FilterBudget } from './filter-budget.ts'
import type { ActionName } from './settings-actions.ts'
import { compileFilter, decisionsOf, enabledEntries, type FilteredRequest } from './settings-filters.ts'
import { settingsLimits } from './settings-limits.ts'
import { defaultSettings, type Filter, type FilterMatch } from './settings.ts'

/** The contract has no engine of its own. */
const compileRegex = (pattern: string) => {
  const regex = new RegExp(pattern)
  return (text: string) => regex.test(text)
}

const request = (uri: string, headers: Readonly<Record<string, string>> = {}): FilteredRequest => ({
  uri,
  header: (name) => headers[name],
  budget: new FilterBudget(),
})
const filter = (direction: 0 | 1, ...match: FilterMatch[]): Filter => ({ direction, match })
const uri = (condition: string): FilterMatch => ({ name: 'URI', operator: 'CONTAIN', condition })
const entry = (filters: unknown[] = [], enabled = true) => ({ _id: 'a', enabled, filters })

describe('a match', () => {
  test.each<[FilterMatch, FilteredRequest, boolean]>([
    [uri('/cart'), request('/shop/cart?x=1'), true],
    [uri('x=1'), request('/shop/cart?x=1'), true],
    [uri('/Cart'), request('/cart'), false],
    [{ name: 'URI', operator: 'NOT-CONTAIN', condition: '/cart' }, request('/cart'), false],
    [{ name: 'URI', operator: 'NOT-CONTAIN', condition: '/cart' }, request('/'), true],
    [{ name: 'URI', operator: 'REGEX', condition: '^/p/\\d+$' }, request('/p/12'), true],
    [{ name: 'URI', operator: 'REGEX', condition: '^/p/\\d+$' }, request('/p/12?x'), false],
    [{ name: 'Cookie', operator: 'CONTAIN', condition: 'session=' }, request('/', { cookie: 'a=b; session=1' }), true],
    [{ name: 'Cookie', operator: 'CONTAIN', condition: 'session=' }, request('/'), false],
    [{ name: 'Cookie', operator: 'NOT-CONTAIN', condition: 'session=' }, request('/'), true],
    [
      { name: 'Request-Header', header_name: 'Accept-Language', operator: 'REGEX', condition: '^de' },
      request('/', { 'accept-language': 'de-CH' }),
      true,
    ],
    [{ name: 'Request-Header', header_name: 'X-A', operator: 'REGEX', condition: '^$' }, request('/'), true],
  ])('%j', (match, asked, expected) => {
    expect(compileFilter(filter(0, match), compileRegex)(asked)).toBe(expected)
  })

  test('holds only together with the others of its filter', () => {
    const holds = compileFilter(filter(0, uri('/a'), uri('/b')), compileRegex)
    expect([holds(request('/a')), holds(request('/a/b'))]).toEqual([false, true])
  })
})

describe('an action', () => {
  const decide = (defaultActions: unknown, name: ActionName, asked = request('/')) =>
    decisionsOf({ defaultActions }, compileRegex)(name, asked)

  test('that the settings don’t mention is as its default says', () => {
    for (const settings of [{}, { defaultActions: {} }, null, defaultSettings()]) {
      const decision = decisionsOf(settings, compileRegex)
      expect(decision('compression', request('/'))).toMatchObject({ acts: true, entry: { _id: 'compression' } })
      expect(decision('htmlCache', request('/'))).toEqual({ acts: false, because: 'off' })
    }
  })

  test('can be off, also by having no entry', () => {
    expect(decide({ documentActions: { compression: [entry([], false)] } }, 'compression').acts).toBe(false)
    expect(decide({ documentActions: { compression: [] } }, 'compression').acts).toBe(false)
  })

  test('keeps away from what is excluded', () => {
    const actions = { resourceActions: { cache: [entry([filter(0, uri('/cart')), filter(0, uri('/account'))])] } }
    expect(decide(actions, 'cache', request('/account'))).toEqual({
      acts: false,
      because: 'excluded',
      filters: [filter(0, uri('/account'))],
    })
    expect(decide(actions, 'cache', request('/')).acts).toBe(true)
  })

  test('that is off is not said to be excluded by what is for all actions', () => {
    const actions = { filters: [filter(0, uri('/cart'))], documentActions: { compression: [entry([], false)] } }
    expect(decide(actions, 'compression', request('/cart'))).toEqual({ acts: false, because: 'off' })
    expect(decide(actions, 'cache', request('/cart'))).toMatchObject({ because: 'excluded' })
  })

  test('keeps to what is included, less what is excluded', () => {
    const actions = { resourceActions: { cache: [entry([filter(1, uri('/shop')), filter(0, uri('/cart'))])] } }
    expect(decide(actions, 'cache', request('/shop')).acts).toBe(true)
    expect(decide(actions, 'cache', request('/'))).toEqual({
      acts: false,
      because: 'not included',
      filters: [filter(1, uri('/shop'))],
    })
    expect(decide(actions, 'cache', request('/shop/cart'))).toMatchObject({ because: 'excluded' })
  })

  test('acts if any of its entries does, with the first one that does', () => {
    const cache = [
      { ...entry([filter(1, uri('/a'))]), _id: 'a' },
      { ...entry(), _id: 'all' },
    ]
    expect(decide({ resourceActions: { cache } }, 'cache', request('/a'))).toMatchObject({ entry: { _id: 'a' } })
    expect(decide({ resourceActions: { cache } }, 'cache', request('/b'))).toMatchObject({ entry: { _id: 'all' } })
  })

  test('is subject to the filters for all actions', () => {
    const actions = { filters: [filter(0, uri('/private'))] }
    expect(decide(actions, 'compression', request('/private')).acts).toBe(false)
    expect(decide(actions, 'compression', request('/')).acts).toBe(true)
  })

  test.each([
    ['filters for all that are no list', { filters: {} }],
    ['a filter for all that is none', { filters: [{ field: 'path' }] }],
    ['an entry with a filter that is none', { resourceActions: { cache: [entry([{ field: 'path' }])] } }],
    ['a list that is none', { resourceActions: { cache: true } }],
    ['a regular expression that is none', { filters: [filter(0, { name: 'URI', operator: 'REGEX', condition: '(' })] }],
  ])('is off with %s', (_, actions) => {
    expect(decide(actions, 'cache')).toEqual({ acts: false, because: 'unreadable' })
  })

  test('is off for a request too long for a regular expression', () => {
    const actions = { filters: [filter(0, { name: 'Cookie', operator: 'REGEX', condition: 'session=.' })] }
    const cookie = `${'x'.repeat(settingsLimits.matchedText)}; session=1`
    expect(decide(actions, 'cache', request('/', { cookie }))).toEqual({ acts: false, because: 'too long' })
    expect(decide(actions, 'cache', request('/', { cookie: 'x' })).acts).toBe(true)
  })
})

describe('a rule', () => {
  const decide = (lists: object, name: ActionName, asked = request('/')) =>
    decisionsOf({ defaultActions: {}, ...lists }, compileRegex)(name, asked)
  const shop = { _id: 'shop', filters: [filter(1, uri('/shop'))] }

  test('says otherwise than the default actions, for its own requests', () => {
    const rules = { resourceRules: [{ ...shop, actions: { cache: false, htmlCache: true } }] }
    expect(decide(rules, 'cache', request('/shop'))).toEqual({ acts: false, because: 'off', rule: 'shop' })
    expect(decide(rules, 'cache', request('/')).acts).toBe(true)
    expect(decide(rules, 'htmlCache', request('/shop'))).toMatchObject({
      acts: true,
      entry: { _id: 'shop', maxAge: 600 },
    })
    expect(decide(rules, 'htmlCache', request('/')).acts).toBe(false)
    expect(decide(rules, 'compression', request('/shop')).acts).toBe(true)
  })

  test('can bring options', () => {
    const rules = { documentRules: [{ ...shop, actions: { htmlCache: { maxAge: 60 } } }] }
    expect(decide(rules, 'htmlCache', request('/shop'))).toMatchObject({
      entry: { maxAge: 60, sessionCookies: expect.arrayContaining(['sid']) },
    })
  })

  test('gives way to an earlier one, and those for pages to those for resources', () => {
    const off = { actions: { cache: false } }
    const on = { actions: { cache: true } }
    expect(decide({ resourceRules: [{ ...shop, ...on }, off] }, 'cache', request('/shop')).acts).toBe(true)
    expect(decide({ resourceRules: [{ ...shop, ...on }, off] }, 'cache', request('/')).acts).toBe(false)
    expect(decide({ documentRules: [on], resourceRules: [off] }, 'cache').acts).toBe(false)
  })

  test('can look at cookies and headers, with regular expressions', () => {
    const match: FilterMatch = { name: 'Cookie', operator: 'REGEX', condition: '(^|; )preview=' }
    const rules = { resourceRules: [{ filters: [filter(1, match)], actions: { cache: false } }] }
    expect(decide(rules, 'cache', request('/', { cookie: 'a=b; preview=1' })).acts).toBe(false)
    expect(decide(rules, 'cache', request('/', { cookie: 'a=b' })).acts).toBe(true)
  })

  test('that is off, or names nothing that the edge knows, changes nothing', () => {
    const rules = [{ enabled: false, actions: { cache: false } }, { actions: { minify: true } }, {}, 'odd', null]
    expect(decide({ resourceRules: rules }, 'cache').acts).toBe(true)
    expect(decide({ resourceRules: 'odd', documentRules: null }, 'cache').acts).toBe(true)
  })

  test.each([
    ['a filter that is none', { filters: [{ field: 'path' }], actions: { cache: true } }],
    ['a value that is none', { actions: { cache: 'yes' } }],
    [
      'a regular expression that is none',
      { filters: [filter(1, { name: 'URI', operator: 'REGEX', condition: '(' })], actions: { cache: true } },
    ],
  ])('switches off what it names with %s', (_, rule) => {
    expect(decide({ resourceRules: [rule] }, 'cache')).toEqual({ acts: false, because: 'unreadable' })
    expect(decide({ resourceRules: [rule] }, 'compression').acts).toBe(true)
  })

  test('counts among what an action may do', () => {
    const actions = { ignoredParameters: { parameters: ['ref'] }, cache: false }
    const rules = [
      { ...shop, actions },
      { enabled: false, actions: { ignoredParameters: true } },
    ]
    expect(enabledEntries({ resourceRules: rules }, 'ignoredParameters')).toMatchObject([{ parameters: ['ref'] }])
    expect(enabledEntries({ resourceRules: rules }, 'cache')).toMatchObject([{ _id: 'cache' }])
  })

  test('does not lift the filters for all actions', () => {
    const rules = {
      defaultActions: { filters: [filter(0, uri('/shop'))] },
      resourceRules: [{ actions: { cache: true } }],
    }
    expect(decide(rules, 'cache', request('/shop')).acts).toBe(false)
  })
})
