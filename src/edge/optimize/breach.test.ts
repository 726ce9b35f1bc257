import { expect, test } from 'vitest'
import { mayBeAnothers } from './breach.ts'

const cookie = { host: 'shop.example', cookie: 'sid=1' }
const browser = { ...cookie, 'user-agent': 'Mozilla/5.0' }

test.each<[string, 'http' | 'https', Readonly<Record<string, string>>, boolean]>([
  ['of another site', 'https', { ...browser, 'sec-fetch-site': 'cross-site' }, true],
  ['of a sibling', 'https', { ...browser, 'sec-fetch-site': 'same-site' }, true],
  ['of its own pages', 'https', { ...browser, 'sec-fetch-site': 'same-origin' }, false],
  ['typed in', 'https', { ...browser, 'sec-fetch-site': 'none' }, false],
  ['with a word that no browser says', 'https', { ...browser, 'sec-fetch-site': 'same-origin, cross-site' }, true],
  ['with credentials of another kind', 'https', { authorization: 'Basic eA==', 'sec-fetch-site': 'cross-site' }, true],
  ['without credentials', 'https', { host: 'shop.example', 'sec-fetch-site': 'cross-site' }, false],
  ['on an open line', 'http', { ...browser, 'sec-fetch-site': 'cross-site' }, false],
  ['of an old browser', 'https', browser, true],
  ['of an old browser, its own', 'https', { ...browser, referer: 'https://shop.example/cart' }, false],
  ['of an old browser, http', 'https', { ...browser, referer: 'http://shop.example/' }, true],
  ['of an old browser, a name alike', 'https', { ...browser, referer: 'https://shop.example.evil.test/' }, true],
  ['of a program', 'https', { ...cookie, 'user-agent': 'curl/8.5.0' }, false],
  ['of a program without a name', 'https', cookie, false],
])('a request %s', (_, scheme, fields, expected) => {
  expect(mayBeAnothers({ scheme, fields })).toBe(expected)
})
