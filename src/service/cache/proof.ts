import type { lookIntoCache, ProofLookup, ProofResult, ReplyOf, visitThroughEdge } from '../../contract/index.ts'
import { HttpError } from '../api/errors.ts'

export type Lookups = Readonly<Record<'before' | 'after' | 'again', ProofLookup | null>>

/** What a lookup found on all nodes. */
export interface Found {
  readonly lookup: ProofLookup
  /** The stored responses, so that new ones can be told from old ones. */
  readonly copies: readonly string[]
  /** The ids of the nodes that have it stored, and of those that didn't answer. */
  readonly holding: readonly string[]
  readonly silent: readonly string[]
}

/** How many lookups follow a purge at most, and a visit. */
const lookupsAfter = 20
const lookupsAgain = 10

export interface Tools {
  readonly look: () => Promise<Pick<ReplyOf<typeof lookIntoCache>, 'nodes'>>
  readonly visit: () => Promise<Pick<ReplyOf<typeof visitThroughEdge>, 'nodes'>>
  /** UNIX ms. */
  readonly now: () => number
  /** Between two lookups. */
  readonly pause: () => Promise<unknown>
  readonly isStopped: () => Promise<boolean>
  readonly report: (found: Partial<Lookups>) => Promise<unknown>
}

/** Looks an address up. A refusal is a finding, too. */
export async function find({ look, now }: Pick<Tools, 'look' | 'now'>): Promise<Found> {
  try {
    const { nodes } = await look()
    return foundOn(nodes, now())
  } catch (error) {
    return failed(error, now())
  }
}

/**
 * Looks a purged address up until what was stored before is gone, has one visit made, and looks it up until that has
 * been stored.
 */
export async function checkPurge(before: Found, tools: Tools): Promise<ProofResult> {
  if (before.lookup.held === null) return 'unknown'
  const isGone = ({ copies }: Found) => !copies.some((copy) => before.copies.includes(copy))
  // a node that no longer answers may still hold what it held
  const isUnseen = ({ silent }: Found) => before.holding.some((node) => silent.includes(node))

  const after = await findUntil(lookupsAfter, tools, (found) => isGone(found) && !isUnseen(found))
  if (!after) return 'unknown'
  await tools.report({ after: after.lookup })
  if (!isGone(after)) return 'still stored'
  if (after.lookup.held === null || isUnseen(after) || (await tools.isStopped())) return 'unknown'

  const again = await visitAndFind(tools)
  if (!again) return 'unknown'
  await tools.report({ again: again.lookup })
  if (again.lookup.held === null) return 'unknown'
  if (again.lookup.held) return before.lookup.held ? 'stored again' : 'newly stored'
  return before.lookup.held ? 'not stored again' : 'never stored'
}

async function visitAndFind(tools: Tools): Promise<Found | undefined> {
  try {
    const problem = problemOf(await tools.visit())
    if (problem !== undefined) throw new HttpError(503, problem)
  } catch (error) {
    return failed(error, tools.now())
  }
  return findUntil(lookupsAgain, tools, ({ lookup }) => lookup.held === true || lookup.not_kept !== null)
}

/** The first finding that is enough, a failure, or the last of so many; undefined if stopped before. */
async function findUntil(times: number, tools: Tools, isEnough: (found: Found) => boolean): Promise<Found | undefined> {
  let found: Found | undefined
  for (let i = 0; i < times; i++) {
    if (i > 0) await tools.pause()
    if (await tools.isStopped()) return undefined
    found = await find(tools)
    if (found.lookup.held === null || isEnough(found)) break
  }
  return found
}

function foundOn(nodes: ReplyOf<typeof lookIntoCache>['nodes'], at: number): Found {
  const answered = nodes.flatMap(({ id, answer }) => (answer ? [{ id, ...answer }] : []))
  const silent = nodes.filter(({ answer }) => answer === null)
  const held = answered.flatMap(({ id, held: isHeld, variants }) =>
    isHeld ? variants.map((variant) => ({ id, variant })) : [],
  )
  const lookup: ProofLookup = {
    at: new Date(at).toISOString(),
    held: answered.length === 0 ? null : held.length > 0,
    status: held[0]?.variant.status ?? null,
    age: held.length > 0 ? Math.max(...held.map(({ variant }) => variant.age)) : null,
    not_kept: answered.find((one) => one.not_kept && !one.held)?.not_kept ?? null,
    silent: silent.map(({ location }) => location),
    problem: answered.length > 0 ? null : `No edge node ${nodes.length === 0 ? 'is running' : 'answered'}.`,
  }
  return {
    lookup,
    copies: held.map(({ id, variant }) => `${id} ${variant.stored_at}`),
    holding: held.map(({ id }) => id),
    silent: silent.map(({ id }) => id),
  }
}

/** Why a visit got no answer anywhere, undefined if it did. */
function problemOf({ nodes }: Pick<ReplyOf<typeof visitThroughEdge>, 'nodes'>): string | undefined {
  const answers = nodes.flatMap(({ answer }) => (answer ? [answer] : []))
  if (answers.some(({ problem }) => problem === null)) return undefined
  return answers[0]?.problem ?? 'No edge node made the visit.'
}

/** @throws the error, unless it is a refusal */
function failed(error: unknown, at: number): Found {
  if (!(error instanceof HttpError)) throw error
  const nothing = { held: null, status: null, age: null, not_kept: null, silent: [] }
  const lookup = { at: new Date(at).toISOString(), ...nothing, problem: error.message }
  return { lookup, copies: [], holding: [], silent: [] }
}
