import { expect, test } from 'vitest'
import { addressParts, bytes, count, duration, percent, plural, shortId, signed, waitInWords } from './format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [0, '0 ms'],
  [3.14, '3.1 ms'],
  [412, '412 ms'],
  [999.4, '999 ms'],
  [999.6, '1.00 s'],
  [1920, '1.92 s'],
  [12_340, '12.3 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_599_000, '59 min 59 s'],
  [3_600_000, '1 h'],
  [86_397_000, '24 h'],
  [9_000_000, '2 h 30 min'],
])('%d ms is %s', (ms, text) => expect(plain(duration(ms))).toBe(text))

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [14_200, '14.2 kB'],
  [999_999, '1.00 MB'],
  [2_310_000_000, '2.31 GB'],
])('%d bytes are %s', (n, text) => expect(plain(bytes(n))).toBe(text))

test.each([
  [0, '0'],
  [1284, '1,284'],
  [12_840, '12.8k'],
  [280_000, '280k'],
  [2_310_000, '2.31M'],
])('a count of %d is %s', (n, text) => expect(plain(count(n))).toBe(text))

test.each([
  [0.7784, '77.8%'],
  [0.78, '78%'],
  [1, '100%'],
  [0, '0%'],
  [1.834, '183%'],
  // all and nothing are exact
  [0.9994, '99.94%'],
  [0.999_96, '>99.99%'],
  [0.0004, '<0.1%'],
])('a share of %d is %s', (share, text) => expect(percent(share)).toBe(text))

test.each([
  [1.834, '+183%'],
  [-0.1, '−10%'],
  [0, '0%'],
])('a change by %d is %s', (change, text) => expect(signed(change, percent)).toBe(text))

test('a long wait is in minutes', () => {
  expect([1, 3, 119, 120, 121, 300].map(waitInWords)).toEqual([
    '1 second',
    '3 seconds',
    '119 seconds',
    '2 minutes',
    '3 minutes',
    '5 minutes',
  ])
})

test('one is singular, other counts are plural', () => {
  expect([plural(1, 'site'), plural(0, 'site'), plural(2, 'entry', 'entries')]).toEqual([
    '1 site',
    '0 sites',
    '2 entries',
  ])
})

test('a shortened ID keeps both ends', () => {
  expect(shortId('01930000-7c1e-7000-8000-0123456789ab')).toBe('019300…6789ab')
  expect(shortId('short')).toBe('short')
})

test.each([
  ['https://www.fjordbikes.example/shop/', ['https:', '//www', '.fjordbikes', '.example', '/shop/']],
  ['asset failed: /assets/font-2.woff2', ['asset failed: ', '/assets', '/font-2.woff2']],
  ['https://a.example/b/c.min.js?v=1.2', ['https:', '//a', '.example', '/b', '/c.min.js', '?v=1.2']],
  ['h/?a=1&b=2', ['h', '/?a=1', '&b=2']],
  ['ida@mail.example', ['ida', '@mail', '.example']],
  ['Home, three locations', ['Home, three locations']],
  ['LCP 2.85 s at a.example', ['LCP 2.85 s at a', '.example']],
  ['//', ['//']],
  ['', ['']],
])('%s may break between %j', (text, parts) => expect(addressParts(text)).toEqual(parts))
