import { expect, test } from 'vitest'
import { eventQueryOf, isFiltered, readChanges, writeChanges } from './changes-state.ts'

const initial = readChanges(new URLSearchParams())
const now = Date.UTC(2026, 10, 21, 8, 0, 30)

test('the address of the whole state reads back as it was', () => {
  const state = {
    site: 's',
    monitor: 'm',
    group: 'cache',
    actor: 'dns',
    person: 'p',
    range: { from: 1000, to: 2000 },
    page: 3,
    perPage: 10,
  } as const
  expect(readChanges(writeChanges(new URLSearchParams(), state))).toEqual(state)
  expect(String(writeChanges(new URLSearchParams(), initial))).toBe('')
})

test('what the address says wrongly is left out', () => {
  const params = new URLSearchParams('group=x&who=y&range=9y&from=2026-11-21&to=2026-11-20&page=0&per_page=101')
  expect(readChanges(params)).toEqual(initial)
})

test('a change keeps the rest, and goes to the first page', () => {
  const params = new URLSearchParams('site=s&range=7d&page=2')
  expect(String(writeChanges(params, { group: 'states' }))).toBe('site=s&range=7d&group=states')
  expect(String(writeChanges(params, { page: 3 }))).toBe('site=s&range=7d&page=3')
  const span = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) }
  expect(String(writeChanges(params, { range: span }))).toBe(
    'site=s&from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-02T00%3A00%3A00.000Z',
  )
  expect(String(writeChanges(new URLSearchParams('from=2026-01-01&to=2026-01-02'), { range: '30d' }))).toBe('')
})

test('the query has only what is filtered by, and no end where the range ends now', () => {
  const day = 24 * 3600_000
  const minute = Date.UTC(2026, 10, 21, 8)
  expect(eventQueryOf(initial, now)).toEqual({ from: minute - 30 * day, page: 1, per_page: 50 })
  expect(
    eventQueryOf({ ...initial, site: 's', group: 'states', actor: 'dns', person: 'p', range: { from: 1, to: 2 } }, now),
  ).toEqual({
    site_id: 's',
    kind: ['site.state'],
    actor: ['dns'],
    person_id: 'p',
    from: 1,
    to: 2,
    page: 1,
    per_page: 50,
  })
  expect([initial, { ...initial, actor: 'dns' as const }, { ...initial, person: 'p' }].map(isFiltered)).toEqual([
    false,
    true,
    true,
  ])
})
