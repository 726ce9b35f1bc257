import { expect, test } from 'vitest'
import { addressOf } from '../exchange/cache-key.ts'
import { cacheLimits } from '../limits.ts'
import { patternOf } from './purge-pattern.ts'

const longest = cacheLimits.address - 1

test.each([
  ['as long as an address', 'a'.repeat(longest), `/${'a'.repeat(longest)}`],
  ['that is encoded in an address', 'ö'.repeat(33), `/${'%C3%B6'.repeat(33)}`],
  ['that is encoded without need', '%61'.repeat(longest), `/${'a'.repeat(longest)}`],
  ['longer than any address that is remembered', 'a'.repeat(longest + 2), `/${'a'.repeat(longest + 2)}`],
])('text %s is found', (_, text, target) => {
  const address = (asked: string) => addressOf('site', asked, 'http')
  for (const pattern of [
    patternOf({ operator: 'CONTAIN', text, type: null }),
    patternOf({ operator: 'PREFIX', text: `/${text}`, type: null }),
  ]) {
    expect(pattern.names(address(target), undefined, () => undefined)).toBe(true)
    expect(pattern.names(address('/another'), undefined, () => undefined)).toBe(false)
  }
})

test.each([
  ['REGEX', '^/%7Euwe/'],
  ['REGEX', '^/~uwe/'],
  ['REGEX', String.raw`^/%7euwe/gr%c3%b6%c3%9fe/\d$`],
  ['REGEX', String.raw`/gr%c3%B6ße/\d$`],
  ['REGEX', String.raw`/größe/\d$`],
  ['REGEX', String.raw`/gr%C3%B6%C3%9Fe/[%2B1]$`],
  ['CONTAIN', 'gr%c3%B6ße'],
  ['CONTAIN', '%7Euwe/größe'],
  ['CONTAIN', '/~uwe/gr%c3%b6%c3%9f'],
  ['PREFIX', '/%7Euwe/gr%c3%b6ße'],
] as const)('%s %s names the same address as its other spellings', (operator, text) => {
  const { names } = patternOf({ operator, text, type: null })
  const named = (target: string) => names(addressOf('site', target, 'http'), undefined, () => undefined)
  expect(named('/~uwe/gr%C3%B6%C3%9Fe/1')).toBe(true)
  expect(named('/%7euwe/gr%c3%b6%c3%9fe/1')).toBe(true)
  expect(named('/~uwe/gr%C3%B6%C3%9Fe.html')).toBe(operator !== 'REGEX' || text.endsWith('uwe/'))
  expect(named('/~eva/gr%C3%B6sse')).toBe(false)
})

test.each([
  ['a dot that is encoded', '^/a%2Eb$', '/a.b', '/a-b'],
  ['a bracket that is encoded', '^/a%28b%29$', '/a(b)', '/ab'],
  ['a slash that is encoded', '^/a%2fb$', '/a%2Fb', '/a/b'],
  ['what is no UTF-8', '^/%e9t%e9$', '/%E9t%E9', '/ete'],
])('in a regular expression, %s is itself', (_, text, same, other) => {
  const { names } = patternOf({ operator: 'REGEX', text, type: null })
  const named = (target: string) => names(addressOf('site', target, 'http'), undefined, () => undefined)
  expect([named(same), named(other)]).toEqual([true, false])
})
