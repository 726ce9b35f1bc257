import { expect, test } from 'vitest'
import { lcpChangeInShort, lcpChangeInWords, troubleInWords } from './figure-words.ts'

const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, idle: 0, healthy: 0 }

test.each([
  [1120, 1000, '120 ms slower than before', '+12%'],
  [1190, 1310, '120 ms faster than before', '−9%'],
  [1310.4, 1309.6, 'same as before', 'same'],
  [null, 1000, undefined, undefined],
  [1000, null, undefined, undefined],
])('an LCP of %s after %s is %s, in short %s', (lcp_p75, lcp_p75_before, words, short) => {
  expect(lcpChangeInWords({ lcp_p75, lcp_p75_before })?.replaceAll('\u00a0', ' ')).toBe(words)
  expect(lcpChangeInShort({ lcp_p75, lcp_p75_before })).toBe(short)
})

test('the sites that aren’t healthy are named by what they are', () => {
  expect(troubleInWords({ ...none, healthy: 3 })).toBe('none needs attention')
  expect(troubleInWords({ ...none, idle: 2, slow: 1, healthy: 3 })).toBe('1 slow, 2 not live yet')
})
