import { expect, test } from 'vitest'
import {
  downInWords,
  lcpChangeInShort,
  lcpChangeInWords,
  lcpChangeOfSites,
  slowDaysInWords,
  troubleInWords,
} from './figure-words.ts'

const none = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 0 }

test.each([
  [1120, 1000, '0.12 s slower than the 30 days before', '+12%'],
  [1190, 1310, '0.12 s faster than the 30 days before', '−9%'],
  [2190, 1000, '1.19 s slower than the 30 days before', '+119%'],
  [1050, 1000, '50 ms slower than the 30 days before', '+5%'],
  [820, 940, '120 ms faster than the 30 days before', '−13%'],
  [1310.4, 1309.6, 'same as in the 30 days before', 'same'],
  [null, 1000, undefined, undefined],
  [1000, null, undefined, undefined],
])('an LCP of %s after %s is %s, in short %s', (lcp_p75, lcp_p75_before, words, short) => {
  expect(lcpChangeInWords({ lcp_p75, lcp_p75_before })?.replaceAll('\u00a0', ' ')).toBe(words)
  expect(lcpChangeInShort({ lcp_p75, lcp_p75_before })).toBe(short)
})

test('an account’s change is that of the sites measured in both periods, and says at how many', () => {
  const words = (sites: number, compared: number) =>
    lcpChangeOfSites({
      lcp_p75_compared: 1000,
      lcp_p75_before: 1100,
      lcp_sites: sites,
      lcp_sites_compared: compared,
    })?.replaceAll('\u00a0', ' ')
  expect(words(1, 1)).toBe('0.10 s faster than the 30 days before')
  expect(words(2, 1)).toBe('0.10 s faster than the 30 days before, at 1 site')
  const nowhere = { lcp_p75_compared: null, lcp_p75_before: null, lcp_sites: 1, lcp_sites_compared: 0 }
  expect(lcpChangeOfSites(nowhere)).toBeUndefined()
})

test('the sites that aren’t healthy are named by what they are', () => {
  expect(troubleInWords({ ...none, healthy: 3 })).toBe('none needs attention')
  expect(troubleInWords({ ...none, idle: 2, slow: 1, healthy: 3 })).toBe('1 slow, 2 not live yet')
})

test('those of which nobody knows are not among the healthy', () => {
  expect(troubleInWords({ ...none, slow: 1, off: 1, unchecked: 2, healthy: 3 })).toBe('1 slow, 1 off, 2 not checked')
})

test.each([
  [['up', 'slow', 'down', null, 'slow'], ', 2 slow days'],
  [['slow'], ', 1 slow day'],
  [['up', null], ''],
])('%j has “%s”', (days, words) => expect(slowDaysInWords(days)).toBe(words))

test.each([
  [0, 0, 8, 'your 8 sites were never down'],
  [0, 0, 1, 'your site was never down'],
  [18 * 60_000, 1, 8, '18 min down, at 1 site'],
])('%i ms down at %i of %i sites', (failed_ms, failed_sites, sites, words) => {
  expect(downInWords({ failed_ms, failed_sites }, sites, 'your').replaceAll('\u00a0', ' ')).toBe(words)
})
