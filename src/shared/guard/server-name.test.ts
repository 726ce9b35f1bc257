import { expect, test } from 'vitest'
import { serverName } from './server-name.ts'

test.each([
  ['www.shop.test', { servername: 'www.shop.test' }],
  ['www.shop.test.', { servername: 'www.shop.test' }],
  ['192.0.2.1', {}],
  ['2001:db8::1', {}],
])('%s', (host, expected) => {
  expect(serverName(host)).toEqual(expected)
})
