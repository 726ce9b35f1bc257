import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addToHistory, clearHistory, readHistory, type Entry } from './purge-history.ts'

const place = { baseUrl: '/api', user: 'u', site: 's' }
const entry: Entry = { at: 5, kind: 'purge', lines: [{ domain: '', path: '/a' }], accepted: 1 }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('history belongs to one service, user and site, newest first', () => {
  const first = addToHistory(place, readHistory(place), entry)
  addToHistory(place, first, { ...entry, at: 6, kind: 'flush', lines: [] })
  expect(readHistory(place).map(({ at }) => at)).toEqual([6, 5])
  expect(readHistory({ ...place, site: 'other' })).toEqual([])
  expect(readHistory({ ...place, user: 'other' })).toEqual([])
  expect(readHistory({ ...place, baseUrl: 'https://b.example/api' })).toEqual([])
})

test('keeps the latest 20 entries with up to 500 lines each', () => {
  const lines = Array.from({ length: 600 }, (_, i) => ({ domain: '', path: `/${i}` }))
  let history = readHistory(place)
  for (let at = 0; at < 25; at++) history = addToHistory(place, history, { ...entry, at, lines })
  expect(readHistory(place)).toHaveLength(20)
  expect(readHistory(place)[0]?.lines).toHaveLength(500)
})

test('ignores stored data in another format', () => {
  localStorage.setItem('site-performance.purges /api u s', '[{"at":"now"}]')
  expect(readHistory(place)).toEqual([])
  localStorage.setItem('site-performance.purges /api u s', '{')
  expect(readHistory(place)).toEqual([])
})

test('can be cleared', () => {
  addToHistory(place, [], entry)
  clearHistory(place)
  expect(readHistory(place)).toEqual([])
})
