import { expect, test } from 'vitest'
import { addressOf, keyOf } from './key.ts'

test('an address is kept under its site, path and query', () => {
  expect(addressOf('s', '/a?b')).toEqual({ siteId: 's', path: '/a', key: 's /a?b' })
  expect(addressOf('s', '/a').key).toBe(keyOf('s', '/a'))
})

test('the longest address takes no more memory than a short one, and stays apart from others', () => {
  const long = '/a'.repeat(8000)
  const targets = [long, `${long}b`, `${long}?b`, `/a?${long}`, `/b?${long}`]
  const addresses = targets.map((target) => addressOf('s', target))
  for (const { path, key } of addresses) expect(path.length + key.length).toBeLessThan(500)
  expect(new Set(addresses.map(({ key }) => key)).size).toBe(targets.length)
  // every query of a path is purged with it
  expect(addresses[2]?.path).toBe(addresses[0]?.path)
  expect(addresses[3]?.path).toBe('/a')
})
