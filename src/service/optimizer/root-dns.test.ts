import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootDnsOf } from './root-dns.ts'

const ours = ['198.51.100.7', '2001:db8::7']
const theirs = ['203.0.113.9', '2001:db8:9::9']
const nothing = { wasHere: false, isProved: false, isTaken: false, hasOrigin: true }
const here = { ...nothing, wasHere: true }
const proved = { ...nothing, isProved: true }

const look = (seen: readonly string[], known: typeof nothing) =>
  rootDnsOf({ ...known, seen, foreign: seen.filter((address) => !ours.includes(address)) })

test.each([
  ['no address at all', [], here, 'none'],
  ['the customer’s server', theirs, proved, 'elsewhere'],
  ['one address of each', ['198.51.100.7', '203.0.113.9'], here, 'partly'],
  ['an AAAA record that was forgotten', ['198.51.100.7', '2001:db8:9::9'], proved, 'partly'],
  ['the edge, without proof', ours, nothing, 'unproved'],
  ['the edge, with proof', ours, proved, 'here'],
  ['one address of the edge, with proof', ['198.51.100.7'], proved, 'here'],
  ['the edge, with proof, and no known server', ours, { ...proved, hasOrigin: false }, 'no-origin'],
  ['the edge, as before, and the proof is gone', ours, here, 'here'],
  ['the edge, as before, and its server is forgotten', ours, { ...here, hasOrigin: false }, 'here'],
  ['the edge, but another site has proof', ours, { ...here, isTaken: true }, 'unproved'],
] as const)('a root domain that leads to %s', (_, seen, known, verdict) => expect(look(seen, known)).toBe(verdict))

test('one foreign address keeps visitors from the service, and without proof nobody comes', () => {
  const flag = fc.boolean()
  const known = fc.record({ wasHere: flag, isProved: flag, isTaken: flag, hasOrigin: flag })
  fc.assert(
    fc.property(fc.subarray([...ours, ...theirs]), known, (seen, facts) => {
      if (look(seen, facts) !== 'here') return
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.filter((address) => theirs.includes(address))).toEqual([])
      expect(facts.wasHere || facts.isProved).toBe(true)
    }),
  )
})
