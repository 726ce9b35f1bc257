import { expect, test } from 'vitest'
import { regexProblem } from '../../contract/regex-problem.ts'
import { compileRegex } from './linear-regex.ts'

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
  expect(compileRegex(pattern)(text)).toBe(expected)
})

test.each([
  ['(', /^isn't a regular expression in the syntax of RE2 \(missing closing \): `\(`\)$/],
  ['(?=a)', /^isn't a regular expression/],
  ['(?<!a)b', /^isn't a regular expression/],
  ['(a)\\1', /^isn't a regular expression/],
  ['(a{1000}){1000}', /^isn't a regular expression/],
  ['[ab]{300}', /^is too complex/],
  ['((a?){15}){15}', /^is too complex/],
])('%s is refused', (pattern, problem) => {
  expect(regexProblem(pattern)).toMatch(problem)
  expect(() => compileRegex(pattern)).toThrow(pattern)
})

test('expressions that hang JavaScript’s own engine are answered', () => {
  const text = `${'a'.repeat(4000)}!`
  for (const pattern of ['(a+)+$', '^(a|a)*$', '(.*)*x(.*)*y', '^(([a-z])+.)+[A-Z]([a-z])+$'])
    expect(compileRegex(pattern)(text)).toBe(false)
})
