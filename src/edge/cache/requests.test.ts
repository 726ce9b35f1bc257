import { describe, expect, test } from 'vitest'
import { isNotModified, rangeHolds, validators } from './conditional.ts'
import { formatDate } from './dates.ts'
import { freshened } from './freshen.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { invalidatedBy } from './invalidation.ts'
import { rangeOf } from './ranges.ts'
import { selectionOf, variesBy } from './vary.ts'

const now = Date.UTC(2026, 10, 21, 8)
const ago = (seconds: number) => formatDate(now - seconds * 1000)

describe('a conditional request (RFC 9110, section 13)', () => {
  const stored = { fields: { etag: '"a"', 'last-modified': ago(100), date: ago(0) }, responseTime: now }

  test.each<[request: Fields, isNotModified: boolean]>([
    [{}, false],
    [{ 'if-none-match': '"a"' }, true],
    [{ 'if-none-match': 'W/"a"' }, true],
    [{ 'if-none-match': '"b", "a"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"b"' }, false],
    [{ 'if-none-match': '"b"', 'if-modified-since': ago(0) }, false],
    [{ 'if-modified-since': ago(100) }, true],
    [{ 'if-modified-since': ago(50) }, true],
    [{ 'if-modified-since': ago(101) }, false],
    [{ 'if-modified-since': 'nonsense' }, false],
  ])('%j', (request, expected) => {
    expect(isNotModified(request, stored)).toBe(expected)
  })

  test.each<[ifRange: string, holds: boolean]>([
    ['"a"', true],
    ['W/"a"', false],
    ['"b"', false],
    [ago(100), true],
    [ago(99), false],
  ])('If-Range: %s', (ifRange, holds) => {
    expect(rangeHolds({ 'if-range': ifRange }, stored)).toBe(holds)
  })

  test('a date that may still change is no strong validator', () => {
    const justNow = { fields: { 'last-modified': ago(0), date: ago(0) }, responseTime: now }
    expect(rangeHolds({ 'if-range': ago(0) }, justNow)).toBe(false)
  })

  test('the origin is asked with all validators', () => {
    expect(validators(stored)).toEqual(['If-None-Match', '"a"', 'If-Modified-Since', ago(100)])
  })
})

test.each<[field: string | undefined, length: number, range: unknown]>([
  ['bytes=0-1', 10, { first: 0, last: 1 }],
  ['bytes=5-', 10, { first: 5, last: 9 }],
  ['bytes=5-99', 10, { first: 5, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-99', 10, { first: 0, last: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=3-2', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=-', 10, undefined],
  ['lines=0-1', 10, undefined],
  [undefined, 10, undefined],
])('Range: %s of %i bytes', (field, length, range) => {
  expect(rangeOf(field, length)).toEqual(range)
})

describe('Vary (RFC 9111, section 4.1)', () => {
  test.each<[response: Fields, names: readonly string[] | '*']>([
    [{}, []],
    [{ vary: 'B, a, b' }, ['a', 'b']],
    [{ vary: 'a, *' }, '*'],
    [{ 'content-encoding': 'gzip' }, ['accept-encoding']],
  ])('%j', (response, names) => {
    expect(variesBy(response)).toEqual(names)
  })

  test.each<[one: Fields, other: Fields, isSame: boolean]>([
    [{ foo: '1' }, { foo: '1' }, true],
    [{ foo: '1,2' }, { foo: ' 1, 2 ' }, true],
    [{ foo: '1' }, { foo: '2' }, false],
    [{ foo: '' }, {}, false],
    [{ foo: 'a' }, { foo: 'A' }, false],
    [{ 'accept-language': 'en, DE' }, { 'accept-language': 'EN,de' }, true],
    [{ 'accept-language': 'en, de' }, { 'accept-language': 'de, en' }, false],
  ])('%j and %j', (one, other, isSame) => {
    const names = ['accept-language', 'foo']
    expect(selectionOf(names, one) === selectionOf(names, other)).toBe(isSame)
  })
})

test('a 304 updates the stored fields, but not those of the body (RFC 9111, section 3.2)', () => {
  const stored = ['ETag', '"a"', 'Content-Length', '5', 'X-A', '1', 'X-A', '2', 'X-B', '1', 'Age', '30']
  const lines = ['etag', '"b"', 'Content-Length', '0', 'x-a', '3', 'Connection', 'X-C', 'X-C', '1']
  const kept = ['ETag', '"a"', 'Content-Length', '5', 'X-B', '1']
  expect(freshened(stored, lines, fieldsOf(lines))).toEqual([...kept, 'x-a', '3'])
})

describe('an unsafe request (RFC 9111, section 4.4)', () => {
  const by = (method: string, status: number, fields: Fields = {}) =>
    invalidatedBy(method, '/a?b', 'site.example', { status, fields })

  test.each(['POST', 'PUT', 'DELETE', 'M-SEARCH'])('%s makes its target outdated', (method) => {
    expect(by(method, 200)).toEqual(['/a?b'])
    expect(by(method, 302)).toEqual(['/a?b'])
    expect(by(method, 404)).toEqual([])
    expect(by(method, 500)).toEqual([])
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])('%s is safe', (method) => {
    expect(by(method, 200)).toEqual([])
  })

  test('also what Location and Content-Location name, on the same host', () => {
    expect(by('POST', 201, { location: '/new', 'content-location': 'http://site.example/c?d' })).toEqual([
      '/a?b',
      '/new',
      '/c?d',
    ])
    expect(by('POST', 201, { location: 'http://other.example/new', 'content-location': 'http://[' })).toEqual(['/a?b'])
  })
})
