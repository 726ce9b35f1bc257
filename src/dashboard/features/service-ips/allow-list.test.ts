import { expect, test } from 'vitest'
import { allowList, isAddress } from './allow-list.ts'

const addresses = [
  '198.51.100.7',
  '2001:db8::7',
  '203.0.113.0/24',
  '1.2.3.4; rm -rf /',
  'edge.example',
  '300.1.1.1',
  '',
]

test.each(['198.51.100.7', '203.0.113.0/24', '2001:db8::7', '::1', '2001:db8::/32'])('%s is an address', (text) => {
  expect(isAddress(text)).toBe(true)
})

test.each(['', 'a', 'abc', '1.2.3', '300.1.1.1', '1.2.3.4\n', '1.2.3.4; x', '$(x)', '::1 -j ACCEPT'])(
  '%j is not an address',
  (text) => {
    expect(isAddress(text)).toBe(false)
  },
)

test('plain has one address per line', () => {
  expect(allowList(addresses, 'plain')).toBe('198.51.100.7\n2001:db8::7\n203.0.113.0/24\n')
})

test('nginx allows the addresses and denies everything else', () => {
  expect(allowList(addresses, 'nginx')).toBe(
    'allow 198.51.100.7;\nallow 2001:db8::7;\nallow 203.0.113.0/24;\ndeny all;\n',
  )
})

test('Apache requires one of the addresses', () => {
  expect(allowList(addresses, 'apache')).toBe(
    '<RequireAny>\n  Require ip 198.51.100.7\n  Require ip 2001:db8::7\n  Require ip 203.0.113.0/24\n</RequireAny>\n',
  )
})

test('iptables has a command for each address family', () => {
  const web = '-A INPUT -p tcp -m multiport --dports 80,443'
  expect(allowList(addresses, 'iptables').trim().split('\n')).toEqual([
    `iptables ${web} -s 198.51.100.7 -j ACCEPT`,
    `iptables ${web} -s 203.0.113.0/24 -j ACCEPT`,
    `iptables ${web} -j DROP`,
    `ip6tables ${web} -s 2001:db8::7 -j ACCEPT`,
    `ip6tables ${web} -j DROP`,
  ])
})
