import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { httpCheckLimits } from './limits.ts'
import { Cookies } from './cookies.ts'

const from = 'https://www.shop.test/en/cart'

test.each([
  ['a=1', from, 'https://www.shop.test/en/', 'a=1'],
  // host-only, by path, and never to another host
  ['a=1', from, 'https://shop.test/en/', undefined],
  ['a=1', from, 'https://x.www.shop.test/en/', undefined],
  ['a=1', from, 'https://www.shop.test/', undefined],
  ['a=1; Path=/', from, 'https://other.test/', undefined],
  ['a=1; Path=/e', from, 'https://www.shop.test/en/', undefined],
  ['a=1; Path=/en', from, 'https://www.shop.test/en', 'a=1'],
  ['a=1; Path=en', from, 'https://www.shop.test/en/x', 'a=1'],
  // for a domain
  ['a=1; Path=/; Domain=shop.test', from, 'https://shop.test/', 'a=1'],
  ['a=1; Path=/; Domain=.SHOP.test', from, 'https://m.shop.test/', 'a=1'],
  ['a=1; Path=/; Domain=shop.test', from, 'https://xshop.test/', undefined],
  ['a=1; Path=/; Domain=other.test', from, 'https://other.test/', undefined],
  ['a=1; Path=/; Domain=m.shop.test', from, 'https://m.shop.test/', undefined],
  ['a=1; Path=/; Domain=test', from, 'https://other.test/', undefined],
  ['a=1; Path=/; Domain=github.io', 'https://a.github.io/', 'https://b.github.io/', undefined],
  ['a=1; Path=/; Domain=co.uk', 'https://shop.co.uk/', 'https://other.co.uk/', undefined],
  ['a=1; Domain=0.0.1', 'http://127.0.0.1/', 'http://127.0.0.1/', undefined],
  // a port and http or https make no difference, but for what is secure
  ['a=1; Path=/', 'http://www.shop.test/', 'https://www.shop.test:8443/', 'a=1'],
  ['a=1; Path=/; Secure', from, 'http://www.shop.test/', undefined],
  ['a=1; Path=/; Secure', 'http://www.shop.test/', from, undefined],
  ['__Host-a=1; Path=/; Secure', from, from, '__Host-a=1'],
  ['__Host-a=1; Path=/; Secure; Domain=www.shop.test', from, from, undefined],
  ['__Secure-a=1', from, from, undefined],
  // how long
  ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', from, from, 'a=1'],
  ['a=1; Max-Age=0', from, from, undefined],
  ['a=1; Max-Age=-1', from, from, undefined],
  ['a=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT', from, from, undefined],
  ['a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT', from, from, 'a=1'],
  ['a=1; Max-Age=x; Expires=soon', from, from, 'a=1'],
  ['a=1; Expires=Thu Jan  1 00:00:00 1970', from, from, undefined],
  ['a=1; Expires=Thursday, 01-Jan-70 00:00:00 GMT', from, from, undefined],
  ['a=1; Expires="Thu, 01 Jan 1970 00:00:00 GMT"', from, from, undefined],
  ['a=1; Expires=Fri, 31 Dec 99 23:59:59', from, from, undefined],
  ['a=1; Expires=Fri, 31-Dec-69 23:59:59 GMT', from, from, 'a=1'],
  // what browsers read no date in says nothing
  ['a=1; Expires=0', from, from, 'a=1'],
  ['a=1; Expires=-1', from, from, 'a=1'],
  ['a=1; Expires=2001-01-01', from, from, 'a=1'],
  ['a=1; Expires=Mon, 01-Jan-2001', from, from, 'a=1'],
  ['a=1; Expires=1 Jan 2001 00:00 UTC', from, from, 'a=1'],
  ['a=1; Expires=Sat, 31 Feb 2001 00:00:00 GMT', from, from, 'a=1'],
  ['a=1; Expires=Mon, 01 Jan 1600 00:00:00 GMT', from, from, 'a=1'],
  ['a=1; Expires=Mon, 01 Jan 2001 24:00:00 GMT', from, from, 'a=1'],
  // what browsers refuse
  ['a=1; Domain=.', from, from, undefined],
  ['a=1; SameSite=None', from, from, undefined],
  ['a=1; SameSite=none; Secure', from, from, 'a=1'],
  ['a=1; Partitioned', from, from, undefined],
  ['a=1; SameSite=Lax; HttpOnly', from, from, 'a=1'],
  ['a=1\u0001', from, from, undefined],
  ['a=1; x=\u0000', from, from, undefined],
  ['a=1\tb', from, from, undefined],
  ['\ta\t=\t1\t', from, from, 'a=1'],
  ['=__Host-a; Path=/; Secure', from, from, undefined],
  ['__Http-a=1; Secure', from, from, undefined],
  ['__Http-a=1; Secure; HttpOnly', from, from, '__Http-a=1'],
  ['__Host-Http-a=1; Secure; HttpOnly; Path=/', from, from, '__Host-Http-a=1'],
  [`a=1; Path=/${'x'.repeat(1024)}`, from, from, 'a=1'],
  // how it's written
  ['  a = "1, 2" ; HttpOnly;;', from, from, 'a="1, 2"'],
  ['a', from, from, 'a'],
  ['=a', from, from, 'a'],
  [';', from, from, undefined],
  ['a=b=c', from, from, 'a=b=c'],
  // a final dot names the same host
  ['a=1; Path=/', 'https://www.shop.test./', 'https://www.shop.test/', 'a=1'],
])('%s of %s, for %s', (line, source, target, expected) => {
  const cookies = new Cookies()
  cookies.store([line], new URL(source))
  expect(cookies.headerFor(new URL(target))).toBe(expected)
})

test('a cookie replaces one of the same name, domain and path, and can be deleted', () => {
  const cookies = new Cookies()
  const url = new URL(from)
  cookies.store(['a=1', 'b=1; Path=/', 'a=2', 'a=3; Path=/'], url)
  expect(cookies.headerFor(url)).toBe('a=2; b=1; a=3')
  cookies.store(['a=; Max-Age=0'], url)
  expect(cookies.headerFor(url)).toBe('b=1; a=3')
})

test('the check’s own cookies come first, unless an answer changed them', () => {
  const cookies = new Cookies()
  const url = new URL(from)
  const own = ['lang=de; sid=mine', 'x=1']
  expect(cookies.headerFor(url, own)).toBe('lang=de; sid=mine; x=1')
  cookies.store(['sid=theirs', 'x=; Max-Age=0', 'new=1'], url)
  expect(cookies.headerFor(url, own)).toBe('lang=de; sid=theirs; new=1')
})

test('there are only so many, and none is too long', () => {
  const cookies = new Cookies()
  const url = new URL(from)
  cookies.store(
    Array.from({ length: httpCheckLimits.cookies + 5 }, (_, i) => `c${i}=1`),
    url,
  )
  expect(cookies.headerFor(url)?.split('; ')).toHaveLength(httpCheckLimits.cookies)
  const other = new Cookies()
  other.store([`a=${'x'.repeat(httpCheckLimits.cookie)}`], url)
  expect(other.headerFor(url)).toBeUndefined()
})

test('whatever a host sets, another registrable domain never gets', () => {
  const host = fc.constantFrom('shop.test', 'www.shop.test', 'a.b.shop.test', 'shop.co.uk', 'a.github.io', '192.0.2.1')
  const domain = fc.oneof(host, fc.constantFrom('test', '.test', 'co.uk', 'github.io', '', '.', 'other.test', '2.1'))
  const others = ['other.test', 'x.other.test', 'other.co.uk', 'b.github.io', '192.0.3.1', 'test', 'co.uk']
  fc.assert(
    fc.property(host, domain, fc.constantFrom('', '; Secure', '; Path=/'), (source, scope, more) => {
      const cookies = new Cookies()
      cookies.store([`a=1; Domain=${scope}${more}`], new URL(`https://${source}/`))
      for (const other of others) expect(cookies.headerFor(new URL(`https://${other}/`))).toBeUndefined()
    }),
  )
})
