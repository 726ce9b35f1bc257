import { expect, test } from 'vitest'
import type { ProofResult } from '../../contract/index.ts'
import { HttpError } from '../api/errors.ts'
import { checkPattern, countStored } from './proof-pattern.ts'
import type { Lookups } from './proof.ts'

/** How many addresses each node has stored that are named, of 9; null where it doesn't answer. */
type Counts = readonly (number | null)[]

const answerOf = (counts: Counts) => ({
  nodes: counts.map((matched, i) => ({
    id: `n${i}`,
    location: `in n${i}`,
    addresses: [],
    seen_at: '2026-11-28T10:00:00.000Z',
    answered_after: 7,
    answer: matched === null ? null : { held: 9, matched, examples: matched > 0 ? [`/${i}`] : [] },
  })),
})

/** Checks a purge while counts find these in turn, the last one from then on. */
async function check(counts: readonly (Counts | HttpError)[], stopAfter = Infinity) {
  const rest = [...counts]
  let made = 0
  let found: Partial<Lookups> = {}
  const tools = {
    match: async () => {
      made++
      const next = rest.length > 1 ? rest.shift() : rest[0]
      if (next === undefined || next instanceof HttpError) throw next
      return answerOf(next)
    },
    now: () => 1000,
    sinceOrdered: () => 100 * made,
    carriedOut: (_: string, after: number) => after,
    pause: async () => {},
    isStopped: async () => made >= stopAfter,
    report: async (more: Partial<Lookups>) => {
      found = { ...found, ...more }
    },
  }
  const before = await countStored(tools)
  return { before: before.lookup, result: await checkPattern(before, tools), after: found.after, made }
}

test.each<[string, readonly (Counts | HttpError)[], ProofResult]>([
  ['nothing left at once', [[3], [0]], 'gone'],
  ['nothing left in the end', [[3], [3], [1], [0]], 'gone'],
  [
    'each node seen without, though visitors have it stored again',
    [
      [3, 2],
      [0, 2],
      [1, 0],
    ],
    'gone',
  ],
  [
    'nothing before',
    [
      [0, 0],
      [0, 0],
    ],
    'nothing stored',
  ],
  ['nothing before, and something that a visitor had stored', [[0], [1]], 'nothing stored'],
  ['always something left', [[3], [1]], 'some stored'],
  [
    'a node with something that no longer answers',
    [
      [3, 2],
      [0, null],
    ],
    'unknown',
  ],
  [
    'a node that didn’t answer before',
    [
      [3, null],
      [0, 0],
    ],
    'unknown',
  ],
  ['no node', [[]], 'unknown'],
  ['no answer', [[null]], 'unknown'],
  ['a refusal before', [new HttpError(503, 'Too many.')], 'unknown'],
  ['a refusal after', [[3], new HttpError(503, 'Too many.')], 'unknown'],
])('%s', async (_, counts, result) => expect((await check(counts)).result).toBe(result))

test('has what each node had, until it was seen without', async () => {
  const { before, after, made } = await check([
    [3, 2],
    [0, 2],
    [1, 0],
  ])
  expect(made).toBe(3)
  expect(before).toMatchObject({ held: true, asked: 2, silent: [], problem: null })
  expect(before.nodes).toMatchObject([
    { location: 'in n0', stored: 9, matched: 3, examples: ['/0'] },
    { location: 'in n1', stored: 9, matched: 2, examples: ['/1'] },
  ])
  expect(after).toMatchObject({
    held: false,
    asked: 2,
    purged: 2,
    nodes: [
      { matched: 0, gone_after: 107 },
      { matched: 0, gone_after: 207 },
    ],
  })
})

test('gives up after five counts, or when it’s stopped', async () => {
  expect(await check([[3], [1]])).toMatchObject({
    made: 6,
    after: { purged: 0, nodes: [{ matched: 1, gone_after: null }] },
  })
  expect(await check([[3], [1]], 2)).toMatchObject({ made: 2, result: 'unknown' })
})
