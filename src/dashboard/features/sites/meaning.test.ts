import { expect, test } from 'vitest'
import { siteMeaning } from './meaning.ts'
import { someRootRecords } from '../../test/records.ts'

const target = 's-1.edge.example'
const at = '2026-11-21T08:00:00.000Z'
const away = { cname_seen: 'elsewhere.example', seen_at: at }
const rootDomain = { cname_seen: null, seen_at: at, root_domain: true }

test.each([
  ['maintenance', away, /^Visitors would get a maintenance page, but DNS/],
  ['maintenance', { cname_seen: null, seen_at: at }, /^Visitors would get/],
  ['maintenance', { cname_seen: target, seen_at: at }, /^Visitors get a maintenance page/],
  ['maintenance', { cname_seen: null, seen_at: null }, /^Visitors get .* if DNS .* hasn’t been checked yet/],
  ['transparent', { cname_seen: null, seen_at: null }, /^Requests pass through unchanged if DNS/],
  ['maintenance', { cname_seen: null, seen_at: null, root_domain: true }, /^Visitors who reach the service get/],
  ['maintenance', undefined, /^Visitors get/],
  // it may have an ALIAS record
  ['maintenance', { cname_seen: null, seen_at: at, root_domain: true }, /^Visitors who reach the service get/],
  ['transparent', { cname_seen: null, seen_at: at, root_domain: true }, /^Requests that reach the service pass/],
  ['maintenance', { ...rootDomain, addresses: someRootRecords() }, /^Visitors would get/],
  ['maintenance', { ...rootDomain, addresses: someRootRecords({ verdict: 'here' }) }, /^Visitors get a maint/],
  // the edge passes on what comes already
  ['maintenance', { ...rootDomain, addresses: someRootRecords({ verdict: 'unproved' }) }, /^Visitors who reach/],
  ['transparent', away, /^Requests would pass through unchanged, but DNS/],
  ['bypass', away, /^Visitors go straight to/],
  ['preview', away, /^Only the preview address/],
  [null, away, /^The host is a placeholder/],
])('%s with %o', (optimizer, dns, meaning) => {
  expect(siteMeaning({ optimizer, dns, service_cname: target }, { kind: 'user' })).toMatch(meaning)
})
