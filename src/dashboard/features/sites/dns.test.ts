import { expect, test } from 'vitest'
import { dnsNameOf, isIpAddress } from '../../../contract/dns-records.ts'
import { dnsMessage, dnsVerdict, isRootDomain, panelName, zoneLines } from './dns.ts'
import { dnsHint, dnsNote } from './dns-words.ts'
import { someRootRecords } from '../../test/records.ts'

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

const root = (own: Parameters<typeof someRootRecords>[0] = {}) => ({
  host: 'shop.example:8080',
  service_cname: target,
  optimizer: 'preview',
  dns: { cname_seen: null, seen_at: at, root_domain: true, domain: 'shop.example', addresses: someRootRecords(own) },
})

test.each([
  [null, 'not checked'],
  ['none', 'missing'],
  ['elsewhere', 'differs'],
  ['partly', 'differs'],
  ['unproved', 'unproved'],
  ['no-origin', 'no origin'],
  ['here', 'matches'],
  // from another service
  ['toString', 'not reported'],
])('a root domain whose verdict is %s: %s', (verdict, kind) => {
  expect(dnsVerdict(root({ verdict })).kind).toBe(kind)
})

test('a root domain has A and AAAA records of its own, and a TXT record that proves whose it is', () => {
  expect(zoneLines(root())).toEqual([
    '@ A 198.51.100.7',
    '@ A 198.51.100.8',
    '@ AAAA 2001:db8::7',
    `_site-performance TXT "${target}"`,
  ])
  const message = dnsMessage(root())
  expect(message).toContain('To bring shop.example:8080 live, please create these DNS records')
  expect(message.match(/^ {2}Type: .*$/gm)).toEqual(['A', 'A', 'AAAA', 'TXT'].map((type) => `  Type:  ${type}`))
  expect(message).toContain('  Type:  A\n  Name:  @ (in full: shop.example)\n  Value: 198.51.100.7\n')
  expect(message).toContain(
    `  Type:  TXT\n  Name:  _site-performance (in full: _site-performance.shop.example)\n  Value: ${target}\n`,
  )
  expect(message).toContain('If there are other A or AAAA records with this name, remove them.')
})

test.each([
  [{ verdict: 'partly', foreign: ['2001:db8:9::9'] }, 'Remove the AAAA record 2001:db8:9::9.'],
  [{ verdict: 'partly', foreign: ['203.0.113.9', '2001:db8:9::9'] }, 'Remove the records 203.0.113.9, 2001:db8:9::9.'],
  [{ verdict: 'elsewhere', foreign: ['203.0.113.9'] }, 'Replace the addresses, and create the TXT record.'],
  [{ verdict: 'none' }, 'Create these records.'],
  [{ verdict: 'unproved' }, 'Only the TXT record is missing'],
  [{ verdict: 'no-origin' }, 'Set it, and the site goes live.'],
  [{ verdict: 'here' }, 'The TXT record isn’t needed any more.'],
])('of a root domain that has %o, it says what to do', (own, words) => {
  const site = root(own)
  expect(dnsHint(site, dnsVerdict(site).kind)).toContain(words)
})

test('a root domain in a state that DNS doesn’t change says what DNS means there', () => {
  const site = { ...root({ verdict: 'elsewhere' }), optimizer: 'maintenance' }
  expect(dnsHint(site, 'differs')).toBe('Visitors don’t get the maintenance page until DNS points to the service.')
  expect(dnsHint({ ...site, dns: { cname_seen: null, seen_at: at } }, 'differs')).toBe(dnsHint(site, 'differs'))
})

test('without an address of the service, a root domain can’t be pointed at it', () => {
  expect(dnsNote(root({ verdict: 'elsewhere', expected: [] }), 'differs')).toBe('This service has no public address.')
})
