import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimRecord, type HostClaim, rightfulClaim } from './host-claims.ts'

const claim = (id: string, since: number, more: Partial<HostClaim> = {}): HostClaim => ({
  id,
  since,
  isPointed: false,
  seenAt: 0,
  isProved: false,
  isKept: false,
  ...more,
})

test.each<[what: string, claims: HostClaim[], rightful: string | undefined]>([
  ['nobody', [], undefined],
  ['the only one', [claim('a', 1)], 'a'],
  ['the first of several', [claim('b', 2), claim('a', 1), claim('c', 3)], 'a'],
  ['the one that the CNAME points at', [claim('a', 1), claim('b', 2, { isPointed: true })], 'b'],
  ['the one that the TXT record names', [claim('a', 1), claim('b', 2, { isProved: true })], 'b'],
  ['the first of those that it names', [claim('b', 2, { isProved: true }), claim('a', 1, { isProved: true })], 'a'],
  ['the one that it named before', [claim('a', 1), claim('b', 2, { isKept: true })], 'b'],
  ['the one that it names now', [claim('a', 1, { isKept: true }), claim('b', 2, { isProved: true })], 'b'],
  ['the CNAME before the TXT record', [claim('a', 1, { isProved: true }), claim('b', 2, { isPointed: true })], 'b'],
  [
    'the one that the CNAME was seen to point at last',
    [claim('a', 1, { isPointed: true, seenAt: 5 }), claim('b', 2, { isPointed: true, seenAt: 6 })],
    'b',
  ],
  ['one of two that came at once, always the same', [claim('b', 1), claim('a', 1)], 'a'],
])('visitors belong to %s', (_, claims, rightful) => {
  expect(rightfulClaim(claims)?.id).toBe(rightful)
  expect(rightfulClaim(claims.toReversed())?.id).toBe(rightful)
})

test('the record that proves whose host it is', () => {
  expect(claimRecord('www.shop.example', 's-1.edge.example')).toEqual({
    name: '_site-performance.www.shop.example',
    value: 's-1.edge.example',
  })
})

/** What can happen to a host: sites take it and give it up, its DNS changes, and DNS is asked for one of them. */
const site = fc.integer({ min: 0, max: 4 })
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('take', 'give up', 'ask'), site }),
  fc.record({ kind: fc.constantFrom('cname', 'txt'), site: fc.option(site) }),
)

test('visitors never move to a site without proof while the one that they belong to keeps the host', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const claims = new Map<string, HostClaim>()
      const dns: { cname: string | null; txt: string | null } = { cname: null, txt: null }
      steps.forEach(({ kind, site: number }, now) => {
        const before = rightfulClaim([...claims.values()])
        const id = `s${number}`
        const known = claims.get(id)
        if (kind === 'take' && !known) claims.set(id, claim(id, now))
        if (kind === 'give up') claims.delete(id)
        if (kind === 'cname' || kind === 'txt') dns[kind] = number === null ? null : id
        if (kind === 'ask' && known)
          claims.set(id, { ...known, isPointed: dns.cname === id, seenAt: now, isProved: dns.txt === id })
        const after = rightfulClaim([...claims.values()])
        const isFirst = [...claims.values()].every(({ since }) => after !== undefined && after.since <= since)
        // a claimant that came later has shown proof
        if (after) expect(after.isPointed || after.isProved || isFirst).toBe(true)
        const hasMoved = before && after && before.id !== after.id && claims.has(before.id)
        const hadProof = before && (before.isPointed || before.isProved)
        if (hasMoved && !hadProof) expect(after.isPointed || after.isProved).toBe(true)
      })
    }),
    { numRuns: 2000 },
  )
})
