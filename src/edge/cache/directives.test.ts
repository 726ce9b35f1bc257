import { describe, expect, test } from 'vitest'
import { parseDirectives, responseDirectives, secondsOf } from './directives.ts'

test.each([
  ['max-age=60, Public', { 'max-age': '60', public: true }],
  ['max-age="60"', { 'max-age': '60' }],
  ['max-age=1, max-age=2', { 'max-age': '1' }],
  ['x="max-age=60", max-age=1', { x: 'max-age=60', 'max-age': '1' }],
  ['no-cache="a, b", no-store', { 'no-cache': 'a, b', 'no-store': true }],
  ['max-age =60', {}],
  ['', {}],
  [undefined, {}],
])('Cache-Control: %s', (value, directives) => {
  expect(Object.fromEntries(parseDirectives(value))).toEqual(directives)
})

test.each([
  ['max-age=60', 60],
  ['max-age=0060', 60],
  ['max-age=99999999999', 2 ** 31],
  ['max-age', 0],
  ['max-age=-1', 0],
  ['max-age=1.5', 0],
  ["max-age='60'", 0],
  ['max-age= 60', 0],
  ['public', undefined],
])('the seconds of %s', (value, seconds) => {
  expect(secondsOf(parseDirectives(value), 'max-age')).toBe(seconds)
})

describe('CDN-Cache-Control (RFC 9213)', () => {
  const own = 'max-age=1'
  test.each<[targeted: string, directives: object]>([
    ['max-age=60', { 'max-age': '60' }],
    ['no-store', { 'no-store': true }],
    ['no-store=?0, max-age=60', { 'max-age': '60' }],
    ['max-age=60;a=1;b, x="y, z", private', { 'max-age': '60', x: '"y, z"', private: true }],
    ['max-age=60 ,  must-revalidate', { 'max-age': '60', 'must-revalidate': true }],
    // a value of the wrong type leaves the directive out
    ['max-age="60", no-cache', { 'no-cache': true }],
    ['max-age, no-cache', { 'no-cache': true }],
  ])('%s replaces Cache-Control', (targeted, directives) => {
    const found = responseDirectives({ 'cache-control': own, 'cdn-cache-control': targeted })
    expect([Object.fromEntries(found.directives), found.targeted]).toEqual([directives, true])
  })

  test.each(['', 'MAX-AGE=60', 'max-age=60,', 'max-age=60, &&&', 'max-age=60 x', 'max-age= 60', '"', 'max-age="60"'])(
    '%j is ignored',
    (targeted) => {
      const found = responseDirectives({ 'cache-control': own, 'cdn-cache-control': targeted })
      expect([Object.fromEntries(found.directives), found.targeted]).toEqual([{ 'max-age': '1' }, false])
    },
  )
})
