import { describe, expect, test } from 'vitest'
import {
  callsOf,
  countInWords,
  isBlank,
  isReady,
  itemOf,
  lineOf,
  problemOf,
  textOf,
  typeOf,
  unsent,
  type Line,
  type PurgeItem,
  type Row,
} from './purge-rows.ts'

const host = 'www.fjord.example:8443'

describe('a line', () => {
  test.each([
    ['/app.css?v=2', 'css'],
    ['/a/APP.JS', 'js'],
    ['/m.mjs', 'js'],
    ['/index.html', 'page'],
    ['', 'page'],
  ])('%s is a %s', (path, type) => expect(typeOf({ domain: '', path })).toBe(type))

  test('keeps a chosen type', () => expect(typeOf({ domain: '', path: '/x', type: 'css' })).toBe('css'))

  test('is sent without empty fields', () => {
    expect(itemOf({ domain: ' ', path: ' / ' })).toEqual({ condition: '/' })
    expect(itemOf({ domain: 'a.example', path: '/a.css' })).toEqual({
      domain: 'a.example',
      condition: '/a.css',
      content_type: 'css',
    })
  })

  test('may be a whole address', () => {
    const line = { domain: '', path: ' https://www.fjord.example:8443/a.css?x=1#top ' }
    expect(itemOf(line)).toEqual({
      domain: 'www.fjord.example:8443',
      condition: '/a.css?x=1',
      content_type: 'css',
    })
  })

  test.each([
    [{ domain: '', path: '/a' }, '/a'],
    [{ domain: 'a.example', path: '/a' }, 'a.example/a'],
    [{ domain: 'a.example', path: 'b' }, 'a.example b'],
  ])('%j is shown as %s', (line, text) => expect(textOf(line)).toBe(text))

  test.each([
    ['', '', undefined],
    ['', '/', undefined],
    ['WWW.fjord.example', '/', undefined],
    ['www.fjord.example:8443', '/', undefined],
    ['www.fjord.example', '', 'path'],
    ['other.example', '/', 'domain'],
    ['', 'bikes', 'path'],
    ['', `/${'x'.repeat(2048)}`, 'path'],
    ['', 'https://www.fjord.example:8443/a', undefined],
    ['', 'www.fjord.example/a', undefined],
    ['', 'https://other.example/a', 'domain'],
  ])('on %j of %j has its problem in %j', (domain, path, field) => {
    expect(problemOf({ domain, path }, host)?.field).toBe(field)
  })

  test('with a style sheet can’t be sent as a page', () => {
    expect(problemOf({ domain: '', path: '/a.css', type: 'page' }, host)).toEqual({
      field: 'type',
      words: 'This must be css for this resource.',
    })
  })
})

describe('a line that may name more than an address', () => {
  test.each<[Line, PurgeItem]>([
    [
      { domain: '', path: ' /shop/ ', kind: 'below' },
      { condition: '/shop/', operator: 'PREFIX' },
    ],
    [
      { domain: '', path: '/a.css', kind: 'below', type: 'css' },
      { condition: '/a.css', operator: 'PREFIX', type: 'css' },
    ],
    [
      { domain: '', path: 'shoes', kind: 'contains', type: 'page' },
      { condition: 'shoes', operator: 'CONTAIN', type: 'html' },
    ],
    [
      { domain: '', path: '^/(de|en)/', kind: 'regex' },
      { condition: '^/(de|en)/', operator: 'REGEX' },
    ],
    [{ domain: '', path: 'sale', kind: 'tag' }, { tag: 'sale' }],
    [{ domain: '', path: '', kind: 'type', type: 'js' }, { type: 'js' }],
  ])('%j is sent as %j, and made from it', (line, item) => {
    expect(itemOf(line)).toEqual(item)
    expect(problemOf(line, host)).toBeUndefined()
    expect(lineOf(item)).toEqual({ ...line, path: line.path.trim() })
  })

  test.each<[Line, string | undefined]>([
    [{ domain: '', path: 'https://www.fjord.example/shop/', kind: 'below' }, undefined],
    [{ domain: '', path: 'https://other.example/shop/', kind: 'below' }, 'Not this site’s host.'],
    [{ domain: '', path: 'shop', kind: 'below' }, 'This must be a path that begins with /.'],
    [{ domain: '', path: 'red shoes', kind: 'tag' }, 'This must be a tag without spaces or commas.'],
    [{ domain: '', path: '(', kind: 'regex' }, 'This isn’t right.'],
    [{ domain: '', path: '(', kind: 'contains' }, undefined],
    [{ domain: '', path: '', kind: 'type' }, undefined],
  ])('the problem of %j is %j', (line, words) => {
    expect(problemOf(line, host, () => 'isn’t right')?.words).toBe(words)
  })

  test('is blank without a text, or without a type', () => {
    expect(isBlank({ domain: '', path: ' ', kind: 'tag', type: 'css' })).toBe(true)
    expect(isBlank({ domain: '', path: '', kind: 'type' })).toBe(true)
    expect(isBlank({ domain: '', path: '', kind: 'type', type: 'css' })).toBe(false)
  })

  test('is counted as what it is', () => {
    const tag: Line = { domain: '', path: 'sale', kind: 'tag' }
    expect(countInWords([tag, tag])).toBe('2 tags')
    expect(
      countInWords([
        { ...tag, kind: 'below' },
        { ...tag, kind: 'regex' },
      ]),
    ).toBe('2 patterns')
    expect(countInWords([tag, { domain: '', path: '/' }])).toBe('2 items')
  })
})

test('accepted, invalid and blank rows aren’t sent', () => {
  const row: Row = { id: 1, domain: '', path: '/', result: unsent }
  expect(isReady(row, host)).toBe(true)
  expect(isReady({ ...row, result: { kind: 'failed', why: 'x' } }, host)).toBe(true)
  expect(isReady({ ...row, result: { kind: 'accepted' } }, host)).toBe(false)
  expect(isReady({ ...row, path: '' }, host)).toBe(false)
  expect(isReady({ ...row, path: 'x' }, host)).toBe(false)
})

test.each([
  [0, []],
  [1, [1]],
  [15, [15]],
  [16, [15, 1]],
  [38, [15, 15, 8]],
])('%d rows go in calls of %j', (rows, calls) => {
  expect(callsOf(Array.from({ length: rows })).map((call) => call.length)).toEqual(calls)
})
