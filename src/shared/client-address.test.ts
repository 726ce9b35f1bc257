import { expect, test } from 'vitest'
import { addressReader } from './client-address.ts'

test.each<[trusted: string[], socket: string | undefined, forwarded: string | null, address: string]>([
  // no proxy is trusted by default, not even loopback
  [[], '127.0.0.1', '198.51.100.7', '127.0.0.1'],
  [[], '203.0.113.9', null, '203.0.113.9'],
  [[], undefined, '198.51.100.7', 'unknown'],
  [['127.0.0.1'], '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  [['127.0.0.1'], '127.0.0.1', null, '127.0.0.1'],
  [['127.0.0.1'], '127.0.0.2', '198.51.100.7', '127.0.0.2'],
  // the client may have forged all but the last hop
  [['127.0.0.1'], '127.0.0.1', '10.0.0.1, 198.51.100.7', '198.51.100.7'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
  [['10.0.0.0/8'], '10.1.2.3', '10.2.2.2', '10.2.2.2'],
  [['10.0.0.0/8'], '10.1.2.3', 'junk', '10.1.2.3'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.7, junk', '10.1.2.3'],
  [['10.0.0.0/8'], '10.1.2.3', '', '10.1.2.3'],
  // notations of the same address
  [['127.0.0.1'], '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
  [['::ffff:127.0.0.1'], '127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
  [[], '::ffff:203.0.113.9', null, '203.0.113.9'],
  [['fd00::/8'], 'fd00::1', '2001:DB8:0::1', '2001:db8::1'],
  [['fd00::/8'], '10.0.0.1', '2001:db8::1', '10.0.0.1'],
])('trusting %j, socket %s and X-Forwarded-For %j: %s', (trusted, socket, forwarded, address) => {
  expect(addressReader(trusted)(socket, forwarded)).toBe(address)
})
