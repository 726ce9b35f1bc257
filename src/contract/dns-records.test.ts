import { expect, test } from 'vitest'
import { dnsRecords } from './dns-records.ts'

const service_cname = 's-1.edge.example'
const txt = { name: '_site-performance.shop.example', value: service_cname }
const root = (expected: readonly string[], seen: readonly string[] = []) =>
  dnsRecords({ host: 'shop.example:8080', service_cname, dns: { addresses: { expected, seen, txt } } })

test('a host has a CNAME record, whose name has no port', () => {
  expect(dnsRecords({ host: 'www.shop.example:8080', service_cname })).toEqual([
    { type: 'CNAME', name: 'www.shop.example', values: [service_cname] },
  ])
})

test('a root domain has A and AAAA records of its own, and a TXT record that proves whose it is', () => {
  expect(root(['198.51.100.7', '198.51.100.8', '2001:db8::7'])).toEqual([
    { type: 'A', name: 'shop.example', values: ['198.51.100.7', '198.51.100.8'] },
    { type: 'AAAA', name: 'shop.example', values: ['2001:db8::7'] },
    { type: 'TXT', name: txt.name, values: [txt.value] },
  ])
})

test('a record of a family that the service doesn’t have has to go', () => {
  expect(root(['198.51.100.7'], ['198.51.100.7', '2001:db8:9::9'])[1]).toEqual({
    type: 'AAAA',
    name: 'shop.example',
    values: [],
  })
})

test.each(['192.0.2.1', '192.0.2.1:8080', '[2001:db8::1]:80'])('no record leads visitors of %s anywhere', (host) => {
  expect(dnsRecords({ host, service_cname })).toEqual([])
})

test('nothing leads to a service without an address or a CNAME', () => {
  expect(root([])).toEqual([])
  expect(dnsRecords({ host: 'www.shop.example', service_cname: null })).toEqual([])
})
