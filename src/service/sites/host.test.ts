import { expect, test } from 'vitest'
import { parseHost } from './host.ts'

test.each<[input: string, host: string, scheme: 'http' | 'https' | null]>([
  ['example.com', 'example.com', null],
  ['  Example.COM ', 'example.com', null],
  ['example.com.', 'example.com', null],
  ['example.com/', 'example.com', null],
  ['localhost', 'localhost', null],
  ['a_b.example', 'a_b.example', null],
  ['http://example.com', 'example.com', 'http'],
  ['HTTPS://Example.com/path?query=1#part', 'example.com', 'https'],
  // names in other scripts, by IDNA
  ['Bücher.example', 'xn--bcher-kva.example', null],
  ['https://例え.テスト/', 'xn--r8jz45g.xn--zckzah', 'https'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example', null],
  ['faß.example', 'xn--fa-hia.example', null],
  // the port is kept where it is not the default
  ['example.com:8080', 'example.com:8080', null],
  ['http://example.com:80/', 'example.com', 'http'],
  ['https://example.com:443/', 'example.com', 'https'],
  ['http://example.com:443/', 'example.com:443', 'http'],
  ['https://example.com:80/', 'example.com:80', 'https'],
  ['example.com:80', 'example.com', null],
  ['example.com:443', 'example.com', null],
  ['localhost:3000', 'localhost:3000', null],
  // addresses
  ['192.0.2.1', '192.0.2.1', null],
  ['192.0.2.1:8080', '192.0.2.1:8080', null],
  ['http://[2001:DB8::1]:8080/', '[2001:db8::1]:8080', 'http'],
  ['[2001:db8:0:0::1]', '[2001:db8::1]', null],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`, null],
])('%j has the host %s', (input, host, scheme) => {
  expect(parseHost(input)).toMatchObject({ host, scheme })
})

test('a host is split into its parts', () => {
  expect(parseHost('https://WWW.example.com:8443/x')).toEqual({
    host: 'www.example.com:8443',
    hostname: 'www.example.com',
    port: 8443,
    scheme: 'https',
  })
  expect(parseHost('example.com:443')).toMatchObject({ hostname: 'example.com', port: null })
})

test.each([
  '',
  ' ',
  'not a host',
  'http://',
  'https:///path',
  'http://not a host/',
  'example.com/path',
  'example.com?query',
  'example.com#part',
  'ftp://example.com',
  'mailto:someone@example.com',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '//example.com',
  'someone@example.com',
  'http://user:password@example.com/',
  'http://user@example.com/',
  'example..com',
  '.example.com',
  '-a.example',
  'a-.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}example`,
  'exam\\ple.com',
  'example.com:99999',
  'example.com:port',
  'http://example.com:-1',
  '2001:db8::1',
  '[2001:db8::1',
  '[not:an:address]',
  'a,b.example',
  '<script>.example',
  'a%00b.example',
  '*.example.com',
  '192.0.2.256',
  // IPv4 addresses in unusual notations
  '12345',
  '1.2.3',
  '0x7f.1',
  'http://2130706433/',
])('%j is not a valid host', (input) => {
  expect(parseHost(input)).toBeUndefined()
})
