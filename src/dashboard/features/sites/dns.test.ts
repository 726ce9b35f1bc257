import { expect, test } from 'vitest'
import { dnsMessage, dnsVerdict, dnsNameOf, isRootDomain, isIpAddress, panelName } from './dns.ts'

const target = 's-1.edge.example'
const at = '2026-11-21T10:00:00Z'

test.each([
  ['a service that doesn’t report DNS', undefined, 'not reported'],
  ['a deferred host', null, 'not reported'],
  ['a site that hasn’t been checked yet', { cname_seen: null, seen_at: null }, 'not checked'],
  ['no CNAME', { cname_seen: null, seen_at: at }, 'missing'],
  ['a CNAME to somewhere else', { cname_seen: 'shop.example', seen_at: at }, 'differs'],
  ['the target', { cname_seen: target, seen_at: at }, 'matches'],
  ['the target in capitals with a trailing dot', { cname_seen: 'S-1.Edge.Example.', seen_at: at }, 'matches'],
])('%s', (_, dns, kind) => expect(dnsVerdict({ dns, service_cname: target }).kind).toBe(kind))

test('no record matches a site without a service CNAME', () => {
  expect(dnsVerdict({ dns: { cname_seen: target, seen_at: at }, service_cname: null }).kind).toBe('differs')
})

test('a DNS name has no port', () => {
  expect(['a.example:8080', 'a.example', '[2001:db8::1]:80'].map(dnsNameOf)).toEqual([
    'a.example',
    'a.example',
    '[2001:db8::1]',
  ])
})

test('the message to a customer has the whole record', () => {
  const message = dnsMessage({ host: 'www.shop.example:8080', service_cname: 'a1.service.example' })
  expect(message).toContain('To bring www.shop.example:8080 live')
  expect(message).toMatch(/Type: +CNAME\n +Name: +www\.shop\.example\n +Value: a1\.service\.example\n/)
})

test('the message to a customer has the name that panels want', () => {
  const dns = { cname_seen: null, seen_at: null, domain: 'shop.example' }
  const message = dnsMessage({ host: 'www.shop.example:8080', service_cname: 'a1.service.example', dns })
  expect(message).toContain('Name:  www (in full: www.shop.example)')
})

test.each([
  ['www.shop.example', 'shop.example', 'www'],
  ['a.b.shop.co.uk', 'shop.co.uk', 'a.b'],
  ['WWW.Shop.example', 'shop.example', 'WWW'],
  ['shop.example', 'shop.example', '@'],
  // another domain that ends alike
  ['www.myshop.example', 'shop.example', undefined],
  ['www.shop.example', null, undefined],
  ['www.shop.example', undefined, undefined],
])('in a panel, %s of %s is %s', (name, domain, short) => expect(panelName(name, domain)).toBe(short))

test.each([
  ['192.0.2.1', true],
  ['192.0.2.1:8080', true],
  ['[2001:db8::1]', true],
  ['www.a.example', false],
  ['1.2.3.4.example', false],
])('%s is an IP address: %s', (host, is) => expect(isIpAddress(host)).toBe(is))

test.each([
  ['shop.example', undefined, true],
  ['shop.example:8080', undefined, true],
  ['Shop.Example.', undefined, true],
  ['www.shop.example', undefined, false],
  ['localhost', undefined, false],
  ['192.0.2.1', undefined, false],
  // the service knows the public suffixes
  ['shop.co.example', true, true],
  ['co.example', false, false],
])('%s, of which the service says %s, is a root domain: %s', (host, root_domain, is) =>
  expect(isRootDomain({ host, dns: { cname_seen: null, seen_at: null, root_domain } })).toBe(is),
)
