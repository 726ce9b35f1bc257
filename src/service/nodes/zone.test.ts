import { expect, test } from 'vitest'
import type { EdgeNode } from './nodes.ts'
import { isMostlyAway, zoneOf, type ZoneOptions } from './zone.ts'

const now = Date.UTC(2026, 10, 21, 8)

const node = (location: string, addresses: readonly string[], health: EdgeNode['health'] = 'up'): EdgeNode => ({
  id: location,
  location,
  addresses,
  health,
  seenAt: now,
  report: null,
})
const nodes = [
  node('Frankfurt', ['198.51.100.7', '2001:db8::7']),
  node('Helsinki', ['198.51.100.8']),
  node('Virginia', ['198.51.100.9'], 'away'),
  node('Oslo', ['198.51.100.10'], 'behind'),
]

const zone = (options: Partial<ZoneOptions> = {}, of: readonly EdgeNode[] = nodes) =>
  zoneOf(of, { domain: 'edge.example', ttl: 60, without: [], nameServers: [], now, ...options })

test('a zone has the addresses of the nodes that are up, and says which it leaves out', () => {
  expect(zone()).toBe(
    [
      '; edge.example, as of 2026-11-21T08:00:00.000Z',
      '; left out, away: Virginia 198.51.100.9',
      '; left out, behind: Oslo 198.51.100.10',
      '$ORIGIN edge.example.',
      '$TTL 60',
      '; Frankfurt',
      '*\tIN\tA\t198.51.100.7',
      '*\tIN\tAAAA\t2001:db8::7',
      '; Helsinki',
      '*\tIN\tA\t198.51.100.8',
      '',
    ].join('\n'),
  )
})

const addressesIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/\t(?:A|AAAA)\t(\S+)$/gm)].map(([, one]) => one)

test('a zone for visitors near a location has its nodes, or all where none of them is up', () => {
  expect(addressesIn(zone({ near: 'Helsinki' }))).toEqual(['198.51.100.8'])
  expect(addressesIn(zone({ near: 'Virginia' }))).toEqual(['198.51.100.7', '2001:db8::7', '198.51.100.8'])
})

test('a location or an address can be left out, to drain it', () => {
  expect(addressesIn(zone({ without: ['Frankfurt'] }))).toEqual(['198.51.100.8'])
  expect(addressesIn(zone({ without: ['2001:db8::7'] }))).toEqual(['198.51.100.7', '198.51.100.8'])
  expect(addressesIn(zone({ near: 'Frankfurt', without: ['Frankfurt'] }))).toEqual(['198.51.100.8'])
})

test('there is no zone without addresses', () => {
  expect(zone({}, [])).toBeUndefined()
  expect(zone({ without: ['Frankfurt', 'Helsinki'] })).toBeUndefined()
})

test('an address that two nodes have is there once', () => {
  expect(addressesIn(zone({}, [node('a', ['192.0.2.1']), node('b', ['192.0.2.1', '192.0.2.2'])]))).toEqual([
    '192.0.2.1',
    '192.0.2.2',
  ])
})

test('with name servers, it is a zone of its own, and its serial grows', () => {
  const text = zone({ nameServers: ['ns1.example', 'ns2.example.'] })
  const serial = now / 1000
  expect(text).toContain(`@\tIN\tSOA\tns1.example. hostmaster.edge.example. ${serial} 3600 600 604800 60\n`)
  expect(text).toContain('@\tIN\tNS\tns1.example.\n@\tIN\tNS\tns2.example.\n')
})

test('a location can’t add records', () => {
  const text = zone({}, [node('x\n*\tIN\tA\t203.0.113.66', ['192.0.2.1'])])
  expect(text?.split('\n').filter((line) => line.startsWith('*'))).toEqual(['*\tIN\tA\t192.0.2.1'])
})

test('a zone of a few nodes, when most seem to be gone, is one to be asked about', () => {
  expect(isMostlyAway(nodes)).toBe(false)
  expect(isMostlyAway([...nodes, node('Paris', [], 'away')])).toBe(true)
  expect(isMostlyAway([])).toBe(false)
})
