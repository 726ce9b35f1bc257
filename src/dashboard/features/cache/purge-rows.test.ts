import { describe, expect, test } from 'vitest'
import { callsOf, isReady, itemOf, problemOf, textOf, typeOf, unsent, type Row } from './purge-rows.ts'

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
