import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import type { Look } from './look.ts'
import { findingOf, lookBefore, type Proof, prove, verdictOf, waiting } from './proof.ts'

const nothing: Look = { site_id: 's', url: 'http://h/a', optimizer: 'active', nodes: [] }
const node = { id: 'n', location: 'here', addresses: [], seen_at: '2026-11-22T06:00:00.000Z' }
const variant = {
  status: 200,
  state: 'fresh' as const,
  time_left: 60,
  size: 10,
  content_type: null,
  content_codings: ['identity'],
  vary: [],
  anonymous_only: false,
}

/** What one node says: a copy of some age, stored at a time that tells it from others. */
const hit = (age: number, copy: string): Look => ({
  ...nothing,
  nodes: [
    {
      ...node,
      answer: { held: true, stored_as: '/a', variants: [{ ...variant, age, stored_at: copy }], not_kept: null },
    },
  ],
})
const miss = (reason: string | null = null): Look => ({
  ...nothing,
  nodes: [
    {
      ...node,
      answer: {
        held: false,
        stored_as: '/a',
        variants: [],
        not_kept: reason === null ? null : { reason, status: 200, at: null },
      },
    },
  ],
})
const silent: Look = { ...nothing, nodes: [{ ...node, answer: null }] }
const visited = (problem: string | null = null) => ({
  ...nothing,
  nodes: [{ ...node, answer: { status: 200, cache_status: null, age: null, duration: 1, problem } }],
})

/** Proves the purge of a path while looks find these in turn, the last one from then on. */
async function proof(looks: readonly (Look | Error)[], visit: () => ReturnType<typeof visited> = visited) {
  let row: Proof = { id: 1, path: '/a', before: waiting, after: waiting, again: waiting }
  const rest = [...looks]
  let visits = 0
  const tools = {
    look: async () => {
      const next = rest.length > 1 ? rest.shift() : rest[0]
      if (next instanceof Error) throw next
      return next ?? nothing
    },
    visit: async () => {
      visits++
      return visit()
    },
    now: () => 1000,
    pause: async () => {},
    isStopped: () => false,
    report: (change: Partial<Proof>) => {
      row = { ...row, ...change }
    },
  }
  await lookBefore('/a', tools)
  await prove(row, tools)
  return { row, verdict: verdictOf(row), visits }
}

const found = (isHeld: boolean, age: number | null) => ({ kind: 'found', finding: { isHeld, age, at: 1000 } })

test('HIT, MISS, and HIT after a visit', async () => {
  const { row, verdict, visits } = await proof([hit(300, 'old'), hit(301, 'old'), miss(), hit(0, 'new')])
  expect(row).toMatchObject({ before: found(true, 300), after: found(false, null), again: found(true, 0) })
  expect([verdict, visits]).toEqual(['proved', 1])
})

test('a copy that another visitor’s request stored isn’t the old one', async () => {
  const { row, verdict } = await proof([hit(300, 'old'), hit(0, 'new'), hit(1, 'new')])
  expect(row.after).toMatchObject(found(true, 0))
  expect(verdict).toBe('proved')
})

test('what stays stored is said to be, without a visit', async () => {
  const { row, verdict, visits } = await proof([hit(300, 'old')])
  expect(row).toMatchObject({ after: { kind: 'kept' }, again: { kind: 'skipped' } })
  expect([verdict, visits]).toEqual(['kept', 0])
})

test('what isn’t stored again says why', async () => {
  const { row, verdict } = await proof([hit(300, 'old'), miss(), miss('private')])
  expect(row.again).toMatchObject({ finding: { isHeld: false, why: expect.stringContaining('“private”') } })
  expect(verdict).toBe('not stored again')
})

test('with nothing stored before, nothing was purged', async () => {
  expect((await proof([miss(), miss(), hit(0, 'new')])).verdict).toBe('new')
  expect((await proof([miss(), miss(), miss('private')])).verdict).toBe('never stored')
})

describe('a failure ends the proof', () => {
  const down = new ApiError({ kind: 'failed', status: 503, sentence: 'The service cannot answer now.' })

  test.each([
    ['of the look before', [down], { before: { kind: 'failed', why: down.sentence }, after: { kind: 'skipped' } }],
    ['of the look after', [hit(1, 'old'), down], { after: { kind: 'failed' }, again: { kind: 'skipped' } }],
    ['of the last look', [hit(1, 'old'), miss(), down], { after: found(false, null), again: { kind: 'failed' } }],
    ['of nodes to answer', [silent], { before: { kind: 'failed', why: 'No edge node answered.' } }],
  ] as const)('%s', async (_, looks, row) => {
    const ended = await proof(looks)
    expect(ended.row).toMatchObject(row)
    expect(ended.verdict).toBe('open')
  })

  test('of the visit', async () => {
    const { row } = await proof([hit(1, 'old'), miss()], () => visited('It was closed.'))
    expect(row.again).toEqual({ kind: 'failed', why: 'It was closed.' })
  })
})

test('an address without a copy anywhere is a miss with the reason that a node knows', () => {
  expect(findingOf(miss('no-store'), 5)).toMatchObject({
    isHeld: false,
    at: 5,
    why: expect.stringContaining('no-store'),
  })
  expect(() => findingOf(nothing, 5)).toThrow('No edge node is running.')
})
