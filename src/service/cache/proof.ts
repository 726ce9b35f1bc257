import type {
  lookIntoCache,
  NodeFinding,
  ProofLookup,
  ProofResult,
  ReplyOf,
  StoredContent,
  visitThroughEdge,
} from '../../contract/index.ts'
import { HttpError } from '../api/errors.ts'
import { callerLimits } from '../api/limits.ts'

export type Lookups = Readonly<Record<'before' | 'after' | 'again', ProofLookup | null>>

/** A response that a node has stored. */
interface Copy {
  readonly node: string
  readonly storedAt: string
  readonly content: StoredContent | null
}

/** What a lookup found on all nodes. */
export interface Found {
  readonly lookup: ProofLookup & { readonly asked: number; readonly nodes: NodeFinding[] }
  /** The stored responses, so that new ones can be told from old ones. */
  readonly copies: readonly Copy[]
  /** The ids of the nodes that have it stored, and of those that didn't answer. */
  readonly holding: readonly string[]
  readonly silent: readonly string[]
  /** How long each node took to answer, ms. */
  readonly answeredAfter: ReadonlyMap<string, number>
}

/** How many lookups follow a purge at most, and a visit. */
const lookupsAfter = 20
const lookupsAgain = 10

export interface Tools {
  readonly look: () => Promise<Pick<ReplyOf<typeof lookIntoCache>, 'nodes'>>
  readonly visit: () => Promise<Pick<ReplyOf<typeof visitThroughEdge>, 'nodes'>>
  /** UNIX ms. */
  readonly now: () => number
  /** ms since the purge was ordered. */
  readonly sinceOrdered: () => number
  /**
   * Notes that a node has carried out the purge.
   * @param after ms from the order
   * @returns the least that was noted of it: one address may be looked at later than another
   */
  readonly carriedOut: (node: string, after: number) => number
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
  const isOld = (copy: Copy) => before.copies.some((old) => old.node === copy.node && old.storedAt === copy.storedAt)
  const isGone = ({ copies }: Found) => !copies.some(isOld)
  // a node that no longer answers may still hold what it held
  const isUnseen = ({ silent }: Found) => before.holding.some((node) => silent.includes(node))

  const goneAfter = new Map<string, number>()
  const noteGone = ({ copies, silent, answeredAfter }: Found, begun: number) => {
    for (const node of before.holding) {
      if (silent.includes(node) || copies.some((copy) => copy.node === node && isOld(copy))) continue
      if (!goneAfter.has(node))
        goneAfter.set(node, tools.carriedOut(node, Math.round(begun) + (answeredAfter.get(node) ?? 0)))
    }
  }

  const after = await findUntil(lookupsAfter, tools, (found, begun) => {
    noteGone(found, begun)
    return isGone(found) && !isUnseen(found)
  })
  if (!after) return 'unknown'
  const nodesAfter = after.lookup.nodes.map((node) => ({ ...node, gone_after: goneAfter.get(node.id) ?? null }))
  const stuck = new Set(after.copies.filter(isOld).map((copy) => copy.node))
  const purged = after.lookup.asked - after.silent.length - stuck.size
  await tools.report({ after: { ...after.lookup, purged, nodes: nodesAfter } })
  if (!isGone(after)) return 'still stored'
  if (after.lookup.held === null || isUnseen(after) || (await tools.isStopped())) return 'unknown'

  const again = await visitAndFind(tools)
  if (!again) return 'unknown'
  const nodesAgain = again.lookup.nodes.map((node) => ({ ...node, change: changeOf(before.copies, node) }))
  await tools.report({ again: { ...again.lookup, nodes: nodesAgain } })
  if (again.lookup.held === null) return 'unknown'
  if (again.lookup.held) return before.lookup.held ? 'stored again' : 'newly stored'
  return before.lookup.held ? 'not stored again' : 'never stored'
}

/** Whether what a node has stored is something that it had before. Null where that can't be told. */
export function changeOf(
  before: readonly Copy[],
  { id, content }: Pick<NodeFinding, 'id' | 'content'>,
): 'new' | 'same' | null {
  const hashes = before.filter(({ node }) => node === id).map((copy) => copy.content?.sha256 ?? null)
  if (hashes.length === 0 || !content?.sha256) return null
  if (hashes.includes(content.sha256)) return 'same'
  return hashes.includes(null) ? null : 'new'
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
async function findUntil(
  times: number,
  tools: Tools,
  /** @param begun when the lookup began, in ms since the purge was ordered */
  isEnough: (found: Found, begun: number) => boolean,
): Promise<Found | undefined> {
  let found: Found | undefined
  for (let i = 0; i < times; i++) {
    if (i > 0) await tools.pause()
    if (await tools.isStopped()) return undefined
    const begun = tools.sinceOrdered()
    found = await find(tools)
    if (found.lookup.held === null || isEnough(found, begun)) break
  }
  return found
}

function foundOn(nodes: ReplyOf<typeof lookIntoCache>['nodes'], at: number): Found {
  const answered = nodes.flatMap(({ id, answer }) => (answer ? [{ id, ...answer }] : []))
  const silent = nodes.filter(({ answer }) => answer === null)
  const held = answered.flatMap(({ id, held: isHeld, variants }) =>
    isHeld ? variants.map((variant) => ({ id, variant })) : [],
  )
  const lookup = {
    at: new Date(at).toISOString(),
    held: answered.length === 0 ? null : held.length > 0,
    status: held[0]?.variant.status ?? null,
    age: held.length > 0 ? Math.max(...held.map(({ variant }) => variant.age)) : null,
    not_kept: answered.find((one) => one.not_kept && !one.held)?.not_kept ?? null,
    asked: nodes.length,
    silent: keptOf(silent).map(({ location }) => location),
    problem: answered.length > 0 ? null : whyNoAnswer(nodes),
    nodes: keptOf(nodes).map(({ id, location, form, answer }) => ({
      id,
      location,
      form: form ?? null,
      held: answer && answer.held,
      content: (answer?.held && latestOf(answer.variants)?.content) || null,
    })),
  }
  return {
    lookup,
    copies: held.map(({ id, variant }) => {
      return { node: id, storedAt: variant.stored_at, content: variant.content ?? null }
    }),
    holding: [...new Set(held.map(({ id }) => id))],
    silent: silent.map(({ id }) => id),
    answeredAfter: new Map(nodes.flatMap(({ id, answered_after: ms }) => (ms == null ? [] : [[id, ms] as const]))),
  }
}

export const whyNoAnswer = ({ length }: readonly unknown[]): string =>
  `No edge node ${length === 0 ? 'is running' : 'answered'}.`

type Answered = { readonly id: string; readonly answer: unknown }

/** As many nodes as a proof keeps, in their order: those that answered first, and the same ones in each lookup. */
export function keptOf<Node extends Answered>(nodes: readonly Node[]): readonly Node[] {
  if (nodes.length <= callerLimits.provedNodes) return nodes
  const rank = ({ id, answer }: Answered) => `${answer ? 0 : 1} ${id}`
  const last = nodes.map(rank).toSorted()[callerLimits.provedNodes - 1] ?? ''
  return nodes.filter((node) => rank(node) <= last)
}

/** The response that was stored last: after a visit, that of the visit. */
function latestOf<Stored extends { readonly stored_at: string }>(variants: readonly Stored[]): Stored | undefined {
  return variants.toSorted((a, b) => Date.parse(b.stored_at) - Date.parse(a.stored_at))[0]
}

/** Why a visit got no answer anywhere, undefined if it did. */
function problemOf({ nodes }: Pick<ReplyOf<typeof visitThroughEdge>, 'nodes'>): string | undefined {
  const answers = nodes.flatMap(({ answer }) => (answer ? [answer] : []))
  if (answers.some(({ problem }) => problem === null)) return undefined
  return answers[0]?.problem ?? 'No edge node made the visit.'
}

/** @throws the error, unless it is a refusal */
function failed(error: unknown, at: number): Found {
  return { lookup: failedLookup(error, at), copies: [], holding: [], silent: [], answeredAfter: new Map() }
}

/** @throws the error, unless it is a refusal */
export function failedLookup(error: unknown, at: number): Found['lookup'] {
  if (!(error instanceof HttpError)) throw error
  const nothing = { held: null, status: null, age: null, not_kept: null, asked: 0, silent: [], nodes: [] }
  return { at: new Date(at).toISOString(), ...nothing, problem: error.message }
}
