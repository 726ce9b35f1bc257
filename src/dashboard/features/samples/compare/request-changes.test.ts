import { expect, test } from 'vitest'
import type { RequestRecord } from '../../../../contract/index.ts'
import { changesOf, groupsOf } from './request-changes.ts'

const page = 'https://www.shop.example/'

function request(url: string, time: number, more: Partial<RequestRecord> = {}): RequestRecord {
  return {
    url,
    method: 'GET',
    type: 'js',
    status: 200,
    protocol: 'h2',
    start: 100,
    dns: null,
    connect: null,
    tls: null,
    wait: time / 2,
    receive: time / 2,
    end: 100 + time,
    bytes: 10_000,
    error: null,
    ...more,
  }
}

const kinds = (before: readonly RequestRecord[], after: readonly RequestRecord[]) =>
  changesOf(before, after).map(({ kind, name, longer }) => [kind, name, longer])

test('requests are paired by address, the most changed first', () => {
  const before = [
    request(page, 200),
    request(`${page}a.js`, 100),
    request(`${page}b.js`, 300),
    request(`${page}old.js`, 50),
  ]
  const after = [
    request(page, 205),
    request(`${page}a.js`, 900),
    request(`${page}b.js`, 100),
    request(`${page}new.js`, 60),
  ]
  expect(kinds(before, after)).toEqual([
    ['slower', '/a.js', 800],
    ['faster', '/b.js', -200],
    ['new', '/new.js', 60],
    ['gone', '/old.js', -50],
    ['same', '/', 5],
  ])
})

test('failed ones come first, also new ones and those that failed before, then those that work again', () => {
  const before = [
    request(page, 200),
    request(`${page}a.js`, 100, { status: 404 }),
    request(`${page}b.js`, 100),
    request(`${page}d.js`, 100, { status: 404 }),
  ]
  const after = [
    request(page, 2000),
    request(`${page}a.js`, 100, { status: 404 }),
    request(`${page}b.js`, 0, { status: null, error: 'net::ERR_CONNECTION_REFUSED' }),
    request(`${page}c.js`, 10, { status: 503 }),
    request(`${page}d.js`, 100),
  ]
  expect(kinds(before, after)).toEqual([
    ['failed', '/b.js', -100],
    ['failed', '/c.js', 10],
    ['failed', '/a.js', 0],
    ['fixed', '/d.js', 0],
    ['slower', '/', 1800],
  ])
})

test('an address that was requested more than once is paired in order, and methods aren’t mixed', () => {
  const before = [request(`${page}poll`, 100), request(`${page}poll`, 200)]
  const after = [request(`${page}poll`, 105), request(`${page}poll`, 205), request(`${page}poll`, 30)]
  expect(kinds(before, after)).toEqual([
    ['new', '/poll', 30],
    ['same', '/poll', 5],
    ['same', '/poll', 5],
  ])
  expect(new Set(changesOf(before, after).map(({ key }) => key)).size).toBe(3)
  expect(kinds([request(page, 10)], [request(page, 10, { method: 'POST' })]).map(([kind]) => kind)).toEqual([
    'new',
    'gone',
  ])
})

test('a request took longer only where it exceeds what it usually takes', () => {
  const usual = new Map([
    [`GET ${page}a.js`, { low: 90, high: 300 }],
    [`GET ${page}b.js`, { low: 90, high: 110 }],
  ])
  const requests = (time: number) => ['a.js', 'b.js'].map((path) => request(page + path, time))
  const changes = changesOf(requests(100), requests(280), usual)
  expect(changes.map(({ kind, name }) => [kind, name])).toEqual([
    ['same', '/a.js'],
    ['slower', '/b.js'],
  ])
})

test('without requests there are no changes', () => {
  expect(changesOf([], [])).toEqual([])
})

test('groups sum up both samples, those first whose size changed most', () => {
  const font = 'https://fonts.example/f.woff2'
  const changes = changesOf(
    [request(page, 200, { type: 'document', bytes: null }), request(`${page}a.js`, 100, { status: 404 })],
    [
      request(page, 200, { type: 'document', bytes: null }),
      request(`${page}a.js`, 100, { bytes: 11_000, status: 500 }),
      request(font, 100, { type: 'font', bytes: 40_000 }),
    ],
  )
  expect(groupsOf(changes, 'type')).toEqual([
    { name: 'font', requests: [0, 1], bytes: [0, 40_000], failed: [0, 0] },
    { name: 'js', requests: [1, 1], bytes: [10_000, 11_000], failed: [1, 1] },
    { name: 'document', requests: [1, 1], bytes: [0, 0], failed: [0, 0] },
  ])
  expect(groupsOf(changes, 'host').map(({ name }) => name)).toEqual(['fonts.example', 'www.shop.example'])
})

test('groups that took longer come first, with how much longer the middle one took', () => {
  const other = 'https://cdn.example/'
  const of = (times: readonly number[]) =>
    ['a.js', 'b.js', 'c.js'].map((path, i) => request(page + path, times[i] ?? 0))
  const changes = changesOf(
    [...of([100, 100, 100]), request(`${other}x.js`, 100)],
    [...of([300, 500, 100]), request(`${other}x.js`, 110, { bytes: 90_000 })],
  )
  expect(groupsOf(changes, 'host').map(({ name, longer }) => [name, longer])).toEqual([
    ['www.shop.example', 400],
    ['cdn.example', undefined],
  ])
})
