import { describe, expect, test } from 'vitest'
import type { ActionName } from './settings-actions.ts'
import { compileFilter, decisionsOf, type FilteredRequest, isNamed } from './settings-filters.ts'
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
      filter: filter(0, uri('/account')),
    })
    expect(decide(actions, 'cache', request('/')).acts).toBe(true)
  })

  test('keeps to what is included, less what is excluded', () => {
    const actions = { resourceActions: { cache: [entry([filter(1, uri('/shop')), filter(0, uri('/cart'))])] } }
    expect(decide(actions, 'cache', request('/shop')).acts).toBe(true)
    expect(decide(actions, 'cache', request('/'))).toEqual({ acts: false, because: 'not included' })
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

test('a list of names can end in *', () => {
  const list = ['utm_*', 'gclid']
  expect(['utm_source', 'gclid', 'gclid2', 'utm'].map((name) => isNamed(name, list))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
