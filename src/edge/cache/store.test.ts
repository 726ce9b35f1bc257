import { describe, expect, test } from 'vitest'
import { entryOf } from './entry.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { Flights } from './flights.ts'
import { lifetimeOf } from './freshness.ts'
import { Store } from './store.ts'
import { Uncacheable } from './uncacheable-addresses.ts'

const now = Date.UTC(2026, 10, 21, 8)

interface Options {
  readonly vary?: string
  readonly request?: Fields
  readonly onlyWith?: readonly string[]
}

function entry(body: string, { vary, request = {}, onlyWith = [] }: Options = {}) {
  const lines = ['Cache-Control', 'max-age=60', ...(vary === undefined ? [] : ['Vary', vary])]
  const received = { status: 200, fields: fieldsOf(lines), requestTime: now, responseTime: now }
  return entryOf(request, {
    received,
    isGoverned: false,
    lifetime: lifetimeOf(received),
    lines,
    selectedBy: vary === undefined ? [] : [vary.toLowerCase()],
    onlyWith,
    body: Buffer.from(body),
    moment: 0,
    labels: { tags: [], type: 'other' },
  })
}

describe('the store', () => {
  test('keeps variants apart, and replaces a variant by a newer one', () => {
    const store = new Store(1e6, 16)
    for (const foo of ['1', '2', '1']) store.put('k', entry(`body ${foo}`, { vary: 'Foo', request: { foo } }))
    expect(store.entries('k')).toHaveLength(2)
    expect(String(store.find('k', { foo: '2' }).entry?.body)).toBe('body 2')
    expect(store.find('k', { foo: '3' })).toEqual({ entry: undefined, variants: 2 })
    expect(store.find('other', {})).toEqual({ entry: undefined, variants: 0 })
  })

  test('gives what was made for a request with further fields to those who send them, too', () => {
    const store = new Store(1e6, 16)
    store.put('k', entry('made with X', { request: { x: '1' }, onlyWith: ['x'] }))
    expect(store.find('k', {})).toEqual({ entry: undefined, variants: 1 })
    expect(store.find('k', { x: '2' }).entry).toBeDefined()
    store.put('k', entry('plain'))
    expect(String(store.find('k', {}).entry?.body)).toBe('plain')
    expect(store.entries('k')).toHaveLength(2)
  })

  test('keeps at most 16 variants of an address, the latest', () => {
    const store = new Store(1e6, 16)
    for (let i = 0; i < 20; i++) store.put('k', entry('x', { vary: 'Foo', request: { foo: String(i) } }))
    expect(store.entries('k')).toHaveLength(16)
    expect(store.find('k', { foo: '3' }).entry).toBeUndefined()
    expect(store.find('k', { foo: '4' }).entry).toBeDefined()
  })

  test('when it is full, what was used longest ago goes', () => {
    const size = entry('x'.repeat(1000)).size + 202
    const store = new Store(3 * size, 16)
    for (const key of ['a', 'b', 'c']) store.put(key, entry('x'.repeat(1000)))
    store.find('a', {})
    store.put('d', entry('x'.repeat(1000)))
    expect(['a', 'b', 'c', 'd'].filter((key) => store.entries(key).length > 0)).toEqual(['a', 'c', 'd'])
    expect(store.bytes).toBeLessThanOrEqual(3 * size)
  })

  test('a response that was used just after it was stored outlives the next one', () => {
    const size = entry('x').size + 204
    const store = new Store(16 * size, 16)
    for (let i = 10; i < 26; i++) store.put(String(i), entry('x'))
    store.find('24', {})
    for (let i = 26; i < 41; i++) store.put(String(i), entry('x'))
    expect([store.entries('24'), store.entries('25')].map(({ length }) => length)).toEqual([1, 0])
  })

  test('makes room for what is on its way, up to a quarter', () => {
    const size = entry('x'.repeat(1000)).size + 202
    const store = new Store(4 * size, 16)
    for (const key of ['a', 'b', 'c', 'd']) store.put(key, entry('x'.repeat(1000)))
    expect(store.reserve(size)).toBe(true)
    expect(store.entries('a')).toEqual([])
    expect(store.reserve(1)).toBe(false)
    store.release(size)
    expect(store.reserve(1)).toBe(true)
  })

  test('counts encodings that are added later', () => {
    const store = new Store(1e6, 16)
    const stored = entry('x')
    store.put('k', stored)
    const before = store.bytes
    stored.encodings.set('br', Buffer.alloc(500))
    store.resize('k', stored)
    expect(store.bytes - before).toBeGreaterThanOrEqual(500)
    store.remove('k', stored)
    expect(store.bytes).toBe(0)
  })
})

describe('a flight', () => {
  test('tells all who wait how it ended', async () => {
    const flights = new Flights()
    const flight = flights.begin('k', 0)
    expect(flights.get('k')).toBe(flight)
    const waiting = [flight.wait(60_000), flight.wait(60_000)]
    flights.end('k', flight, { kind: 'stored' })
    flights.end('k', flight, { kind: 'alone' })
    expect(await Promise.all(waiting)).toEqual([{ kind: 'stored' }, { kind: 'stored' }])
    expect(flights.get('k')).toBeUndefined()
  })

  test('lets those go who have waited for long enough', async () => {
    expect(await new Flights().begin('k', 0).wait(1)).toEqual({ kind: 'alone' })
  })

  test('that was replaced does not end the one that replaced it', () => {
    const flights = new Flights()
    const first = flights.begin('k', 0)
    const second = flights.begin('k', 1)
    flights.end('k', first, { kind: 'alone' })
    expect(flights.get('k')).toBe(second)
  })
})

test('what could not be shared is remembered for a minute', () => {
  const uncacheable = new Uncacheable(20_000, 60_000)
  uncacheable.add('k', now)
  expect(uncacheable.has('k', now + 59_000)).toBe(true)
  expect(uncacheable.has('k', now + 60_000)).toBe(false)
  uncacheable.remove('k')
  expect(uncacheable.has('k', now)).toBe(false)
})
