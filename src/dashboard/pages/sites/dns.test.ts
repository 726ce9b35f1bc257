import { expect, test } from 'vitest'
import { dnsVerdict, nameOf } from './dns.ts'

const target = 's-1.edge.example'
const at = '2026-11-21T10:00:00Z'

test.each([
  ['a service that does not tell', undefined, 'untold'],
  ['a deferred host', null, 'untold'],
  ['a site not asked about yet', { cname_seen: null, seen_at: null }, 'unasked'],
  ['no CNAME', { cname_seen: null, seen_at: at }, 'none'],
  ['a CNAME to somewhere else', { cname_seen: 'shop.example', seen_at: at }, 'elsewhere'],
  ['the target', { cname_seen: target, seen_at: at }, 'points'],
  ['the target in capitals with a dot', { cname_seen: 'S-1.Edge.Example.', seen_at: at }, 'points'],
])('%s', (_, dns, kind) => expect(dnsVerdict({ dns, service_cname: target }).kind).toBe(kind))

test('a site without a target points nowhere of ours', () => {
  expect(dnsVerdict({ dns: { cname_seen: target, seen_at: at }, service_cname: null }).kind).toBe('elsewhere')
})

test('the name of a host is without its port', () => {
  expect(['a.example:8080', 'a.example', '[2001:db8::1]:80'].map(nameOf)).toEqual([
    'a.example',
    'a.example',
    '[2001:db8::1]',
  ])
})
