import * as fc from 'fast-check'
import { RE2Set } from 're2js'
import { describe, expect, test } from 'vitest'
import { FilterBudget } from '../../contract/filter-budget.ts'
import { regexProblem, regexWeight } from '../../contract/regex-problem.ts'
import { actionNames } from '../../contract/settings-actions.ts'
import { decisionsOf } from '../../contract/settings-filters.ts'
import { settingsLimits } from '../../contract/settings-limits.ts'
import type { Filter } from '../../contract/settings.ts'
import { compileRegex } from './linear-regex.ts'

const free = () => undefined

test.each([
  ['^/shop/(cart|checkout)(/|$)', '/shop/cart', true],
  ['^/shop/(cart|checkout)(/|$)', '/shop/carton', false],
  ['cart', '/shop/cart/1', true],
  ['(?i)CART', '/cart', true],
  ['\\d{2,4}$', '/p/123', true],
  ['\\.(?:jpe?g|png)(?:\\?|$)', '/a.jpeg?w=1', true],
  ['', 'x', true],
])('%s in %s: %s', (pattern, text, expected) => {
  expect(regexProblem(pattern)).toBeUndefined()
  expect(compileRegex(pattern)(text, free)).toBe(expected)
})

test.each([
  ['(', /^isn't a regular expression in the syntax of RE2 \(missing closing \): `\(`\)$/],
  ['(?=a)', /^isn't a regular expression/],
  ['(?<!a)b', /^isn't a regular expression/],
  ['(a)\\1', /^isn't a regular expression/],
  ['(a{1000}){1000}', /^is too complex/],
  ['[ab]{300}', /^is too complex/],
  ['((a?){15}){15}', /^is too complex/],
  ['a{1000}'.repeat(73), /^is too complex/],
  ['((a{10}){10}){10}'.repeat(30), /^is too complex/],
  [`(?i)${'[Z-ÿ]'.repeat(100)}`, /^is too complex/],
])('%s is refused', (pattern, problem) => {
  expect(regexProblem(pattern)).toMatch(problem)
  expect(() => compileRegex(pattern)('', free)).toThrow(pattern)
})

test('expressions that hang JavaScript’s own engine are answered', () => {
  const text = `${'a'.repeat(4000)}!`
  for (const pattern of ['(a+)+$', '^(a|a)*$', '(.*)*x(.*)*y', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect(compileRegex(pattern)(text, free)).toBe(false)
})

test('an expression may only name characters that addresses and headers have', () => {
  for (const pattern of ['\\p{L}', '\\pN', '日本', '\\x{1fffe}', '[a-\\x{100}]'])
    expect(regexProblem(pattern)).toMatch(/^names characters that no address or header has/)
  for (const pattern of ['\\\\p', 'é', '\\x{ff}', '[À-ÿ]']) expect(regexProblem(pattern)).toBeUndefined()
})

test.each([
  ['a{190}', 190],
  ['(ab|c){3,10}x?', 52],
  ['(a{10}){10}', 110],
  ['[a-z]\\d[^\\]x{9}]', 6],
  ['(?i)[a-f0-9]{32}', 83],
  // what stands between repetitions isn't repeated
  ['a{10}(?i){10}', 101],
  ['a{10}\\Q\\E{10}', 104],
  ['{2}', 0],
  ['((((', 4],
])('%s weighs %i', (pattern, weight) => {
  expect(regexWeight(pattern)).toBe(weight)
})

test('the weight of an expression is at least about what it compiles to', () => {
  const piece = fc.constantFrom(
    ...'a b [ ] ( ) | * + ? { } ^ $ \\ . - : ,'.split(' '),
    '{3}',
    '{2,9}',
    '[^',
    '[[:alpha:]]',
    '\\Q',
    '\\E',
    '(?i)',
    '(?:',
    '\\]',
    '\\[',
    '\\d',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 25 }), (pieces) => {
      const pattern = pieces.join('')
      const set = new RE2Set()
      try {
        set.add(pattern)
        set.compile()
      } catch {
        return
      }
      expect(set.prog.numInst(), pattern).toBeLessThanOrEqual(4 * regexWeight(pattern) + 4)
    }),
    { numRuns: 3000 },
  )
})

describe('a request', () => {
  /** Reproducible letters. */
  function letters(length: number, from: string, seed: number): string {
    let state = seed
    return Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return from[(state >>> 16) % from.length]
    }).join('')
  }

  function decideAll(filters: readonly Filter[], cookie: string, uri = '/') {
    const decide = decisionsOf({ defaultActions: { filters } }, compileRegex)
    const budget = new FilterBudget()
    const request = { uri, header: (name: string) => (name === 'cookie' ? cookie : undefined), budget }
    const decisions = actionNames.map((action) => decide(action, request))
    return { steps: budget.spent, because: decisions.flatMap((one) => (one.acts ? [] : [one.because])) }
  }

  const onCookie = (operator: 'REGEX' | 'CONTAIN', ...conditions: string[]): Filter[] =>
    conditions.map((condition) => ({ direction: 0, match: [{ name: 'Cookie', operator, condition }] }))
  const numbered = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i))
  const { filterSteps, matchedText } = settingsLimits

  test.each([
    ['states that double', onCookie('REGEX', ...numbered(20, (i) => `.*a.{${95 - i}}c0$`)), 'ab'],
    [
      'states that double, without case',
      onCookie('REGEX', ...numbered(20, (i) => `(?i)a[a-z]{${100 + i}}[0-9]$`)),
      'ab',
    ],
    ['costly compiling', onCookie('REGEX', ...numbered(20, (i) => `(?i)${'[Z-ÿ]'.repeat(19)}${i}`)), 'Zÿ'],
    [
      'a text that nearly fits everywhere',
      onCookie('CONTAIN', ...numbered(50, (i) => `${'a'.repeat(250 - i)}b${'a'.repeat(250)}`)),
      'a',
    ],
    ['a text that never fits', onCookie('CONTAIN', ...numbered(50, (i) => `${'a'.repeat(500)}${i}`)), 'ab'],
  ])('takes a bounded number of steps: %s', (_, filters, from) => {
    for (let seed = 0; seed < 5; seed++) {
      const { steps, because } = decideAll(filters, letters(matchedText, from, seed))
      expect(steps).toBeLessThanOrEqual(filterSteps)
      expect(because).toEqual(actionNames.map(() => 'too costly'))
    }
  })

  test('with the expressions of a usual shop takes few, also with long cookies, and less the next time', () => {
    const shop = [
      ...onCookie('REGEX', ...numbered(10, (i) => `(^|; )(wordpress_logged_in|wp_user_${i})_[0-9a-f]+=`)),
      ...onCookie('REGEX', ...numbered(6, (i) => `session_?id${i}=[A-Za-z0-9+/=]{16,32}(;|$)`)),
      ...onCookie('CONTAIN', ...numbered(20, (i) => `cart_items_${i}=`)),
      {
        direction: 0 as const,
        match: [
          { name: 'URI' as const, operator: 'REGEX' as const, condition: '(?i)^/(admin|checkout|my-account)(/|$)' },
        ],
      },
    ]
    const cookie = `_ga=GA1.2.${letters(16, '0123456789', 1)}; ${numbered(20, (i) => `c${i}=${letters(80, 'abcdef0123456789', i)}`).join('; ')}`
    const first = decideAll(shop, cookie, '/shop/product-12?color=red')
    expect(first.because).not.toContain('too costly')
    expect(first.because).not.toContain('excluded')
    const second = decideAll(shop, cookie, '/shop/product-12?color=red')
    expect(second.steps).toBeLessThan(first.steps / 2)
    expect(decideAll(shop, `${cookie}; wp_user_3_0af=1`).because).toContain('excluded')
  })

  test('would take a hundred times as many if nothing held it', () => {
    let steps = 0
    const text = letters(matchedText, 'ab', 1)
    const search = compileRegex('.*a.{94}c1$')
    for (let i = 0; i < 3; i++)
      try {
        search(text, (more) => void (steps += Math.min(more, 1e6)))
      } catch {}
    expect(steps).toBeGreaterThan(filterSteps)
  })

  test('looks at each filter once', () => {
    const filters = onCookie('CONTAIN', 'x')
    const { steps } = decideAll(filters, 'a'.repeat(64))
    expect(steps).toBe(17)
  })
})
