import { expect, test } from 'vitest'
import { dnsInWords, newsInWords, noneInWords, orderOptions, troubled } from './words.ts'

const counts = { down: 1, dns: 0, slow: 2, other: 0, maintenance: 4, idle: 3, healthy: 90 }

test('only new trouble is told', () => {
  expect(troubled(counts)).toBe(3)
  expect(newsInWords(counts, counts)).toBeUndefined()
  expect(newsInWords(counts, { ...counts, slow: 1, healthy: 91, maintenance: 5 })).toBeUndefined()
  expect(newsInWords(counts, { ...counts, down: 2, slow: 5, healthy: 86 })).toBe(
    'Down: 1 more site. Slow: 3 more sites.',
  )
})

test('an unknown DNS verdict is shown as it is', () => {
  expect([dnsInWords('elsewhere'), dnsInWords('parked')]).toEqual(['points elsewhere', 'parked'])
})

test('an order is named by what comes first', () => {
  const names = (...now: Parameters<typeof orderOptions>) => orderOptions(...now).map(({ label }) => label)
  expect(names({ by: 'impact', direction: 'desc' })).toContain('Most urgent first')
  expect(names({ by: 'requests', direction: 'asc' })).toContain('Fewest requests first')
  expect(names({ by: 'requests', direction: 'asc' })).toContain('Most urgent first')
})

test.each([
  [undefined, 'shop', 'No sites match “shop”'],
  ['slow', 'shop', 'No slow sites match “shop”'],
  ['down', '', 'No sites are down right now'],
] as const)('nothing found of %s with “%s” is %s', (trouble, searched, words) => {
  expect(noneInWords(trouble, searched)).toBe(words)
})
