import { expect, test } from 'vitest'
import { attentionInWords, dnsInWords, newsInWords, noneInWords, orderOptions, troubled } from './words.ts'

const counts = { down: 1, dns: 0, slow: 2, other: 0, maintenance: 4, off: 0, idle: 3, unchecked: 0, healthy: 90 }

test('only new trouble is told', () => {
  expect(troubled(counts)).toBe(3)
  expect(newsInWords(counts, counts)).toBeUndefined()
  expect(newsInWords(counts, { ...counts, slow: 1, healthy: 91, maintenance: 5 })).toBeUndefined()
  expect(newsInWords(counts, { ...counts, down: 2, slow: 5, healthy: 86 })).toBe(
    'Down: 1 more site. Slow: 3 more sites.',
  )
})

test.each([
  ['service', 'active', 'slow', undefined],
  ['elsewhere', 'preview', 'idle', 'DNS elsewhere'],
  ['elsewhere', 'maintenance', 'maintenance', 'DNS elsewhere'],
  // its verdict says it
  ['elsewhere', 'off', 'dns', undefined],
  ['none', 'preview', 'idle', 'no CNAME'],
  // nothing is wrong with it
  ['none', 'active', 'healthy', undefined],
  ['none', 'active', 'unchecked', undefined],
  ['elsewhere', 'transparent', 'healthy', undefined],
  // visitors needn't come
  ['elsewhere', 'bypass', 'slow', undefined],
  ['elsewhere', 'proxy only', 'down', undefined],
  ['elsewhere', 'off', 'off', undefined],
  // of a root domain
  ['unproved', 'preview', 'idle', 'TXT record missing'],
  ['no-origin', 'preview', 'idle', 'server not known'],
  // of another service
  ['parked', 'preview', 'idle', 'parked'],
])('of DNS that is %s where a site in %s is %s, “%s” is said', (dns, state, trouble, words) => {
  expect(dnsInWords({ dns, state, trouble })).toBe(words)
})

test('an order is named by what comes first', () => {
  const names = (...now: Parameters<typeof orderOptions>) => orderOptions(...now).map(({ label }) => label)
  expect(names({ by: 'impact', direction: 'desc' })).toContain('Most urgent first')
  expect(names({ by: 'requests', direction: 'asc' })).toContain('Fewest requests first')
  expect(names({ by: 'requests', direction: 'asc' })).toContain('Most urgent first')
})

test.each([
  [undefined, 'shop', 'No sites match “shop”', false],
  ['slow', 'shop', 'No slow sites match “shop”', false],
  ['down', '', 'No site is down', true],
  ['other', '', 'No site has errors', true],
  ['unchecked', 'shop', 'No sites that nobody has checked match “shop”', false],
  ['healthy', '', 'No site is known to be healthy', false],
] as const)('nothing found of %s with “%s” is %s, which is good news: %s', (trouble, searched, title, isWell) => {
  expect(noneInWords(trouble, searched)).toEqual({ title, isWell })
})

test.each([
  [0, undefined, 'No site needs attention.'],
  [3, undefined, '3 sites need attention.'],
  [0, 1, 'This site needs no attention.'],
  [1, 1, 'This site needs attention.'],
  [0, 4, 'None of these needs attention.'],
  [1, 4, '1 of these needs attention.'],
  [2, 4, '2 of these need attention.'],
])('%s in trouble of %s found: %s', (inTrouble, found, words) => {
  expect(attentionInWords(inTrouble, found)).toBe(words)
})
