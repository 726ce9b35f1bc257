import { describe, expect, test } from 'vitest'
import { HttpError } from '../api/errors.ts'
import { callerLimits } from '../api/limits.ts'
import { changeOf, checkPurge, find, type Lookups, type Tools } from './proof.ts'

type Lookup = Awaited<ReturnType<Tools['look']>>
type Visit = Awaited<ReturnType<Tools['visit']>>

const node = (id: string) => ({ id, location: `in ${id}`, addresses: [], seen_at: '2026-11-22T06:00:00.000Z' })
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

const contentOf = (sha256: string | null) => ({ etag: null, size: 10, sha256, not_hashed: null })

/** What a node says that has a response of some age, stored at a time that tells it from others. */
const holds = (age: number, storedAt: string, id = 'n', sha256?: string): Lookup => {
  const content = sha256 === undefined ? {} : { content: contentOf(sha256) }
  const variants = [{ ...variant, age, stored_at: storedAt, ...content }]
  return { nodes: [{ ...node(id), answer: { held: true, stored_as: '/a', variants, not_kept: null } }] }
}
const misses = (reason: string | null = null, id = 'n'): Lookup => {
  const notKept = reason === null ? null : { reason, status: 200, at: null }
  return { nodes: [{ ...node(id), answer: { held: false, stored_as: '/a', variants: [], not_kept: notKept } }] }
}
const silent = (id = 'n'): Lookup => ({ nodes: [{ ...node(id), answer: null }] })
const both = (one: Lookup, other: Lookup): Lookup => ({ nodes: [...one.nodes, ...other.nodes] })
const answeredAfter = (ms: number, { nodes }: Lookup): Lookup => ({
  nodes: nodes.map((one) => ({ ...one, answered_after: ms })),
})
const visited = (problem: string | null = null): Visit => ({
  nodes: [{ ...node('n'), answer: { status: 200, cache_status: null, age: null, duration: 1, problem } }],
})

interface Options {
  readonly visit?: Visit | HttpError
  /** After this many lookups. */
  readonly stopAfter?: number
}

/** Checks a purge while lookups find these in turn, the last one from then on. */
async function check(
  lookups: readonly (Lookup | HttpError)[],
  { visit = visited(), stopAfter = Infinity }: Options = {},
) {
  const rest = [...lookups]
  let made = 0
  let visits = 0
  const answered = <T>(answer: T | HttpError | undefined): T => {
    if (answer === undefined || answer instanceof HttpError) throw answer
    return answer
  }
  let found: Partial<Lookups> = {}
  const tools: Tools = {
    look: async () => {
      made++
      return answered(rest.length > 1 ? rest.shift() : rest[0])
    },
    visit: async () => {
      visits++
      return answered(visit)
    },
    now: () => 1000,
    sinceOrdered: () => 100 * made,
    carriedOut: (_, after) => after,
    pause: async () => {},
    isStopped: async () => made >= stopAfter,
    report: async (more) => {
      found = { ...found, ...more }
    },
  }
  const before = await find(tools)
  const result = await checkPurge(before, tools)
  return { before: before.lookup, ...found, result, visits, made }
}

const at = '1970-01-01T00:00:01.000Z'
const hit = (age: number) => expect.objectContaining({ at, held: true, status: 200, age, problem: null })
const miss = expect.objectContaining({ at, held: false, status: null, age: null, problem: null })
const failed = (problem: string) => expect.objectContaining({ held: null, problem })

test('stored, gone, and stored again after a visit', async () => {
  const checked = await check([holds(300, 'old'), holds(301, 'old'), misses(), holds(0, 'new')])
  expect(checked).toMatchObject({ before: hit(300), after: miss, again: hit(0), result: 'stored again', visits: 1 })
})

test('what another visitor’s request has stored isn’t what was purged', async () => {
  const checked = await check([holds(300, 'old'), holds(0, 'new'), holds(1, 'new')])
  expect(checked).toMatchObject({ after: hit(0), result: 'stored again' })
})

test('what stays stored gets no visit', async () => {
  const checked = await check([holds(300, 'old')])
  expect(checked).toMatchObject({ after: hit(300), result: 'still stored', visits: 0, made: 21 })
  expect(checked.after).toMatchObject({ asked: 1, purged: 0 })
  expect(checked).not.toHaveProperty('again')
})

test.each([
  ['not stored again', [holds(300, 'old'), misses(), misses('private')]],
  ['newly stored', [misses(), misses(), holds(0, 'new')]],
  ['never stored', [misses(), misses(), misses('private')]],
] as const)('%s', async (result, lookups) => {
  expect(await check(lookups)).toMatchObject({ result })
})

test('why it isn’t stored is told', async () => {
  const { again } = await check([misses(), misses(), misses('private')])
  expect(again?.not_kept).toEqual({ reason: 'private', status: 200, at: null })
})

describe('on several nodes', () => {
  test('it’s gone once each has removed it', async () => {
    const checked = await check([
      both(holds(5, 'old', 'a'), holds(9, 'old', 'b')),
      both(misses(null, 'a'), holds(9, 'old', 'b')),
      both(misses(null, 'a'), misses(null, 'b')),
      both(holds(0, 'new', 'a'), misses(null, 'b')),
    ])
    expect(checked).toMatchObject({ before: hit(9), after: miss, again: hit(0), result: 'stored again', made: 4 })
  })

  test('one that held it and no longer answers may still hold it', async () => {
    const checked = await check([
      both(holds(5, 'old', 'a'), holds(5, 'old', 'b')),
      both(misses(null, 'a'), silent('b')),
    ])
    expect(checked).toMatchObject({ after: { held: false, silent: ['in b'] }, result: 'unknown', visits: 0 })
  })

  test('one that never answered is only named', async () => {
    const checked = await check([
      both(holds(5, 'old', 'a'), silent('b')),
      both(misses(null, 'a'), silent('b')),
      both(holds(0, 'new', 'a'), silent('b')),
    ])
    expect(checked).toMatchObject({ before: { silent: ['in b'] }, again: { silent: ['in b'] }, result: 'stored again' })
  })
})

test('each node says what it had, when that was gone, and whether it has new content', async () => {
  const checked = await check([
    both(holds(5, '1', 'a', 'x'), both(holds(5, '1', 'b', 'x'), misses(null, 'c'))),
    both(answeredAfter(7, misses(null, 'a')), both(holds(6, '1', 'b', 'x'), misses(null, 'c'))),
    both(misses(null, 'a'), both(answeredAfter(9, misses(null, 'b')), misses(null, 'c'))),
    both(holds(0, '2', 'a', 'y'), both(holds(0, '2', 'b', 'x'), holds(0, '2', 'c', 'y'))),
  ])
  expect(checked.result).toBe('stored again')
  expect(checked.before?.nodes).toMatchObject([
    { id: 'a', location: 'in a', held: true, content: { sha256: 'x' } },
    { id: 'b', held: true, content: { sha256: 'x' } },
    { id: 'c', held: false, content: null },
  ])
  expect(checked.after?.nodes?.map((one) => one.gone_after)).toEqual([107, 209, null])
  expect(checked.again?.nodes?.map(({ content, change }) => [content?.sha256, change])).toEqual([
    ['y', 'new'],
    ['x', 'same'],
    ['y', null],
  ])
})

test('of very many nodes all are counted, and a bounded number is kept, the same in each lookup', async () => {
  const most = callerLimits.provedNodes
  const silentOnes = both(silent('a'), silent('b'))
  // some answer, and the last ones of them are too many
  const allOf = (of: (id: string) => Lookup) =>
    Array.from({ length: most + 8 }, (_, i) => of(`n${100 + i}`)).reduce(both, silentOnes)
  const checked = await check([
    allOf((id) => holds(5, 'old', id, 'x')),
    allOf((id) => misses(null, id)),
    allOf((id) => holds(0, 'new', id, 'y')),
  ])
  expect(checked.result).toBe('stored again')
  const { before, after, again } = checked
  expect([before?.asked, after?.asked, after?.purged]).toEqual([most + 10, most + 10, most + 8])
  const ids = Array.from({ length: most }, (_, i) => `n${100 + i}`)
  for (const lookup of [before, after, again]) expect(lookup?.nodes?.map(({ id }) => id)).toEqual(ids)
})

test('so is the number of silent nodes that are named', async () => {
  const all = Array.from({ length: callerLimits.provedNodes + 8 }, (_, i) => silent(`n${i}`))
  const { before } = await check([all.reduce(both, misses(null, 'z'))])
  expect(before?.silent).toHaveLength(callerLimits.provedNodes)
})

test.each<[string, before: (string | null)[], after: string | null, 'new' | 'same' | null]>([
  ['other bytes are new', ['x'], 'y', 'new'],
  ['the same bytes are the same', ['x'], 'x', 'same'],
  ['one of several variants is the same', ['x', 'y'], 'y', 'same'],
  ['nothing before tells nothing', [], 'y', null],
  ['no hash after tells nothing', ['x'], null, null],
  ['no hash of a variant before leaves open whether it was that', ['x', null], 'y', null],
  ['and not where another one is the same', ['x', null], 'x', 'same'],
])('of content, %s', (_, before, after, change) => {
  const copies = before.map((sha256) => ({ node: 'n', storedAt: '1', content: contentOf(sha256) }))
  const elsewhere = { node: 'other', storedAt: '1', content: contentOf('y') }
  expect(changeOf([...copies, elsewhere], { id: 'n', content: contentOf(after) })).toBe(change)
})

describe('a failure ends the lookups', () => {
  const down = new HttpError(503, 'Too many wait.')

  const failures: [string, (Lookup | HttpError)[], object][] = [
    ['of the first', [down], { before: failed('Too many wait.') }],
    ['of the second', [holds(1, 'old'), down], { after: failed('Too many wait.') }],
    ['of the last', [holds(1, 'old'), misses(), down], { after: miss, again: failed('Too many wait.') }],
    ['of all nodes to answer', [silent()], { before: failed('No edge node answered.') }],
    ['of any node to run', [{ nodes: [] }], { before: failed('No edge node is running.') }],
  ]
  test.each(failures)('%s', async (_, lookups, found) => {
    expect(await check(lookups)).toMatchObject({ ...found, result: 'unknown' })
  })

  test.each([visited('It was closed.'), new HttpError(409, 'It was closed.')])('of the visit', async (visit) => {
    const checked = await check([holds(1, 'old'), misses()], { visit })
    expect(checked).toMatchObject({ again: failed('It was closed.'), result: 'unknown' })
  })
})

test.each([1, 2, 3])('stopped after %i lookups, it comes to no result', async (stopAfter) => {
  const lookups = [holds(1, 'old'), holds(2, 'old'), holds(3, 'old'), misses(), holds(0, 'new')]
  expect(await check(lookups, { stopAfter })).toMatchObject({ result: 'unknown', visits: 0, made: stopAfter })
})
