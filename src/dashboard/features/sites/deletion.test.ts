import { describe, expect, test } from 'vitest'
import { deletableStates, optimizerStates } from '../../../contract/index.ts'
import { deletionBlockers } from './deletion.ts'

const site = (optimizer: string | null, cname_seen: string | null = null) => ({
  host: 'www.a.example',
  optimizer,
  service_cname: 's.edge.example',
  dns: { cname_seen, seen_at: '2026-11-21T10:00:00Z' },
})

describe.each(optimizerStates)('a site that is %s', (state) => {
  test('is blocked exactly where the table of states says so', () => {
    const deletable: readonly string[] = deletableStates.partner
    expect(deletionBlockers(site(state)).length === 0).toBe(deletable.includes(state))
  })
})

test.each(['trial', 'active', 'bypass', 'transparent', 'maintenance'])('%s certainly blocks a deletion', (state) => {
  expect(deletionBlockers(site(state))).toMatchObject([{ kind: 'certain', reason: expect.stringContaining(state) }])
})

test('proxy only allows a reseller to delete the site once its record is gone', () => {
  expect(deletionBlockers(site('proxy only')).map(({ kind }) => kind)).toEqual(['possible'])
  expect(deletionBlockers(site('proxy only', 's.edge.example')).map(({ kind }) => kind)).toEqual([
    'possible',
    'certain',
  ])
  expect(deletionBlockers(site('proxy only', 's.edge.example'), true).map(({ kind }) => kind)).toEqual(['certain'])
  expect(deletionBlockers(site('proxy only'), true)).toEqual([])
  expect(deletionBlockers(site('proxy only'), false)).toMatchObject([
    { kind: 'certain', remedy: deletionBlockers(site('bypass'))[0]?.remedy },
  ])
})

test('nothing blocks the deletion of a site with a deferred host', () => {
  expect(deletionBlockers(site(null))).toEqual([])
})

test('the service decides about an unknown state', () => {
  expect(deletionBlockers(site('paused'))).toMatchObject([
    { kind: 'possible', reason: expect.stringContaining('paused') },
  ])
})
