import { describe, expect, test } from 'vitest'
import { deletableStates, optimizerStates } from '../../../../contract/index.ts'
import { hindrancesOf } from './deletion.ts'

const site = (optimizer: string | null, cname_seen: string | null = null) => ({
  host: 'www.a.example',
  optimizer,
  service_cname: 's.edge.example',
  dns: { cname_seen, seen_at: '2026-11-21T10:00:00Z' },
})

describe.each(optimizerStates)('a site that is %s', (state) => {
  test('is held up exactly where the state table says so', () => {
    const deletable: readonly string[] = deletableStates.partner
    expect(hindrancesOf(site(state)).length === 0).toBe(deletable.includes(state))
  })
})

test.each(['trial', 'active', 'bypass', 'transparent', 'maintenance'])('%s is refused for certain', (state) => {
  expect(hindrancesOf(site(state))).toMatchObject([{ kind: 'blocks', why: expect.stringContaining(state) }])
})

test('proxy only is for resellers, once the record is gone', () => {
  expect(hindrancesOf(site('proxy only')).map(({ kind }) => kind)).toEqual(['may'])
  expect(hindrancesOf(site('proxy only', 's.edge.example')).map(({ kind }) => kind)).toEqual(['may', 'blocks'])
})

test('a deferred host goes without further ado', () => {
  expect(hindrancesOf(site(null))).toEqual([])
})

test('of a state that is not known the service decides', () => {
  expect(hindrancesOf(site('paused'))).toMatchObject([{ kind: 'may', why: expect.stringContaining('paused') }])
})
