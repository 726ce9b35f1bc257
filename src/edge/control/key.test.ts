import { expect, test } from 'vitest'
import { addressesOf, addressOf } from './key.ts'

test('an address is kept under its site, scheme, path and query', () => {
  expect(addressOf('s', '/a?b', 'http')).toEqual({ siteId: 's', path: '/a', key: 's /a?b' })
  expect(addressOf('s', '/a?b', 'https')).toEqual({ siteId: 's', path: '/a', key: 's https /a?b' })
  expect(addressesOf('s', '/a').map(({ key }) => key)).toEqual(['s /a', 's https /a'])
})

test('the longest address takes no more memory than a short one, and stays apart from others', () => {
  const long = '/a'.repeat(8000)
  const targets = [long, `${long}b`, `${long}?b`, `/a?${long}`, `/b?${long}`]
  const addresses = targets.map((target) => addressOf('s', target, 'http'))
  for (const { path, key } of addresses) expect(path.length + key.length).toBeLessThan(500)
  expect(new Set(addresses.map(({ key }) => key)).size).toBe(targets.length)
  // every query of a path is purged with it
  expect(addresses[2]?.path).toBe(addresses[0]?.path)
  expect(addresses[3]?.path).toBe('/a')
})
