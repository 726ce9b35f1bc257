import { expect, test } from 'vitest'
import { readState, spanOf, writeState } from './explorer-state.ts'

const read = (search: string) => readState(new URLSearchParams(search))

test('an address without parameters shows seven days and names no metric', () => {
  expect(read('')).toEqual({
    sources: [],
    metrics: [],
    range: '7d',
    severity: -1,
    issue: undefined,
    locations: [],
    by: undefined,
    page: 1,
    perPage: 25,
  })
})

test('a chosen metric is written even if it is the default', () => {
  expect(String(writeState(new URLSearchParams(), { metrics: ['time_to_display'] }))).toBe('metric=time_to_display')
})

test('invalid parameters fall back to the defaults and valid ones are kept', () => {
  expect(
    read('metric=speed&metric=load&range=9y&severity=7&page=0&per_page=1000&from=never&to=2026-01-01&profile='),
  ).toMatchObject({ metrics: ['load'], range: '7d', severity: -1, page: 1, perPage: 25, sources: [] })
  expect(read('from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z').range).toBe('7d')
})

test('sources survive the address whatever characters their IDs and locations contain', () => {
  const sources = [
    { id: '0193', locations: [] },
    { id: 'a@b,c %', locations: ['Frankfurt', 'São Paulo, 2'] },
  ]
  expect(readState(writeState(new URLSearchParams(), { sources })).sources).toEqual(sources)
})

test('every part of the state survives the address', () => {
  const state = {
    sources: [{ id: 'p', locations: ['x'] }],
    metrics: ['load', 'first_byte'],
    range: { from: 1_700_000_000_000, to: 1_700_003_600_000 },
    severity: 3,
    issue: 'asset-failed',
    locations: ['fra-1', 'iad-1'],
    by: 'view',
    page: 4,
    perPage: 50,
  } as const
  expect(readState(writeState(new URLSearchParams('table=points'), state))).toEqual(state)
})

test('a change returns to the first page and keeps other parameters', () => {
  const next = writeState(new URLSearchParams('page=3&table=points&severity=2'), { severity: -1 })
  expect(String(next)).toBe('table=points')
  expect(String(writeState(new URLSearchParams('from=2026-01-01&to=2026-01-02'), { range: '24h' }))).toBe('range=24h')
})

test('an issue can be removed', () => {
  const next = writeState(new URLSearchParams('issue=asset-failed&severity=2&page=2'), { issue: undefined })
  expect(String(next)).toBe('severity=2')
})

test('what the charts are split by can be set, to none too, and goes back to the default', () => {
  expect([read('by=location').by, read('by=none').by, read('by=colour').by]).toEqual(['location', 'none', undefined])
  expect(String(writeState(new URLSearchParams('by=none&severity=2'), { by: undefined }))).toBe('severity=2')
})

test('a preset ends at its next step, so its range stays the same until then', () => {
  const at = Date.UTC(2026, 10, 21, 10, 0, 30)
  expect(spanOf('24h', at)).toEqual({ from: at + 30_000 - 86_400_000, to: at + 30_000 })
  expect(spanOf('24h', at + 10_000)).toEqual(spanOf('24h', at))
  expect(spanOf({ from: 1, to: 2 }, at)).toEqual({ from: 1, to: 2 })
})
