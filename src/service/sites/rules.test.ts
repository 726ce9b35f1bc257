import { describe, expect, test } from 'vitest'
import { counterpartOf, resellerRefusal } from './rules.ts'

const cname = { kind: 'cname', target: 'shop.example' } as const

describe('a reseller can create a host with a CNAME record', () => {
  test.each(['www.a.example', 'www.a.co.uk', 'b.a.github.io'])('%s', (hostname) => {
    expect(resellerRefusal({ scheme: null, hostname }, cname)).toBeUndefined()
  })
})

describe('a reseller can’t create', () => {
  test.each(['co.uk', 'com', 'github.io', 'foo.kawasaki.jp', 'xn--55qx5d.cn'])('the public suffix %s', (hostname) => {
    const rejection = resellerRefusal({ scheme: null, hostname }, cname)
    expect(rejection).toMatchObject({ kind: 'field', problem: expect.stringContaining('public suffix') })
  })

  test.each(['a.example', 'a.co.uk', 'a.github.io', 'city.kawasaki.jp'])('the root domain %s', (hostname) => {
    const rejection = resellerRefusal({ scheme: null, hostname }, cname)
    expect(rejection).toMatchObject({ kind: 'field', problem: expect.stringContaining('root domain') })
  })

  test('an https address', () => {
    const rejection = resellerRefusal({ scheme: 'https', hostname: 'www.a.example' }, cname)
    expect(rejection).toMatchObject({ kind: 'field' })
  })

  test.each([
    [{ kind: 'address', address: '192.0.2.1' }, 'field'],
    [{ kind: 'none' }, 'field'],
    [{ kind: 'silent' }, 'state'],
  ] as const)('a host with the DNS answer %o', (record, kind) => {
    expect(resellerRefusal({ scheme: null, hostname: 'www.a.example' }, record)).toMatchObject({ kind })
  })
})

test.each([
  ['shop.example', 'www.shop.example'],
  ['www.shop.example', 'shop.example'],
  ['www.shop.co.uk', 'shop.co.uk'],
  ['shop.github.io', 'www.shop.github.io'],
  ['blog.shop.example', null],
  ['www.blog.shop.example', null],
  ['www.www.shop.example', null],
  ['co.uk', null],
  ['example', null],
  ['localhost', null],
  ['www.localhost', null],
  ['192.0.2.1', null],
  ['[2001:db8::1]', null],
  [`${`${'a'.repeat(61)}.`.repeat(4)}example`, null],
])('the counterpart of %s is %s', (hostname, counterpart) => expect(counterpartOf(hostname)).toBe(counterpart))

test('a counterpart is no longer than a name may be', () => {
  const root = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.jp`
  expect(counterpartOf(root)).toBeNull()
})
