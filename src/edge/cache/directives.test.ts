import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  concernsAll,
  fieldsOnly,
  parseDirectives,
  responseDirectives,
  secondsOf,
  withheldFields,
} from './directives.ts'

test.each([
  ['max-age=60, Public', { 'max-age': '60', public: true }],
  ['max-age="60"', { 'max-age': '60' }],
  ['max-age=1, max-age=2', { 'max-age': '1' }],
  ['x="max-age=60", max-age=1', { x: 'max-age=60', 'max-age': '1' }],
  ['no-cache="a, b", no-store', { 'no-cache': 'a, b', 'no-store': true }],
  ['max-age =60', {}],
  ['no-cache=1, private=x', { 'no-cache': true, private: true }],
  // of several that forbid, all hold
  ['private="a", private="b"', { private: 'a, b' }],
  ['private="a", private', { private: true }],
  ['no-cache, no-cache="set-cookie"', { 'no-cache': true }],
  // what forbids most is found as a word in what can't be read
  ['no-store; private', { 'no-store': true, private: true }],
  ['max-age=60; private', { 'max-age': '60; private', private: true }],
  ['No-Store No-Cache', { 'no-store': true, 'no-cache': true }],
  ['Cache-Control: no-store', { 'no-store': true }],
  ['max-age=60, x="a, no-store', { 'max-age': '60', x: '"a, no-store', 'no-store': true }],
  ['x="no-store", no-store-ever', { x: 'no-store', 'no-store-ever': true }],
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

test.each([
  ['max-age=60, public', true],
  ['max-age="60", x=\'y\'', true],
  [undefined, true],
  ['max-age=60; public', false],
  ['public max-age=60', false],
  ['max-age= 60', false],
  ['"public"', false],
  ['nocache', false],
  ['max-age=60, No_Store', false],
])('Cache-Control: %s is readable: %s', (value, isReadable) => {
  expect(responseDirectives(value === undefined ? {} : { 'cache-control': value }).isReadable).toBe(isReadable)
})

test.each<[value: string, fields: readonly string[] | undefined]>([
  ['private="Set-Cookie, x-user"', ['set-cookie', 'x-user']],
  ['private', undefined],
  ['private=""', undefined],
  ['private="a b"', undefined],
  ['private=set-cookie', undefined],
  // a stored response without these would be another one
  ['private="content-encoding, x"', undefined],
])('%s concerns only %j', (value, fields) => {
  const directives = parseDirectives(value)
  expect(fieldsOnly(directives, 'private')).toEqual(fields)
  expect(concernsAll(directives, 'private')).toBe(fields === undefined)
  expect([...withheldFields(directives)].toSorted()).toEqual(
    [...new Set(['set-cookie', 'set-cookie2', ...(fields ?? [])])].toSorted(),
  )
})

test('what can’t be read only ever forbids more', () => {
  const words = fc.constantFrom('no-store', 'private', 'no-cache', 'public', 'max-age=60', 'x="y"', 'x', '=', '"')
  const marks = fc.constantFrom(', ', ' ', '; ', ',,', '\t')
  fc.assert(
    fc.property(fc.array(fc.tuple(words, marks), { minLength: 1, maxLength: 6 }), (parts) => {
      const { directives, isReadable } = responseDirectives({ 'cache-control': parts.flat().join('') })
      const quoted = parts.some(([word]) => word === '"')
      for (const word of ['no-store', 'private', 'no-cache'])
        if (!quoted && parts.some(([one]) => one === word)) expect(directives.has(word) || isReadable).toBe(true)
      if (!isReadable) return
      for (const [word] of parts) if (/^[\w-]+$/.test(word)) expect(directives.has(word)).toBe(true)
    }),
  )
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

  test.each(['No-Store', 'no-store; private, &&&', 'max-age=60 private'])('%j forbids as words do', (targeted) => {
    const { directives, isReadable } = responseDirectives({ 'cache-control': own, 'cdn-cache-control': targeted })
    expect(directives.has('no-store') || directives.has('private')).toBe(true)
    expect(isReadable).toBe(false)
  })

  test.each(['', 'MAX-AGE=60', 'max-age=60,', 'max-age=60, &&&', 'max-age=60 x', 'max-age= 60', '"', 'max-age="60"'])(
    '%j is ignored',
    (targeted) => {
      const found = responseDirectives({ 'cache-control': own, 'cdn-cache-control': targeted })
      expect([Object.fromEntries(found.directives), found.targeted]).toEqual([{ 'max-age': '1' }, false])
    },
  )
})
