import type { lookIntoCache, ReadOf, visitThroughEdge } from '../../../../../contract/index.ts'
import { reasonOf } from '../../../../components/ErrorState.tsx'
import type { Look } from './look.ts'
import { whyMissing } from './look.ts'

/** What a look at all edge nodes found. */
export interface Finding {
  /** UNIX ms. */
  readonly at: number
  readonly isHeld: boolean
  /** Seconds; of the oldest stored response. */
  readonly age: number | null
  readonly status: number | null
  /** The stored responses, so that new ones can be told from old ones. */
  readonly copies: readonly string[]
  /** Why nothing is stored, where a node knows. */
  readonly why: string | null
}

export type Step =
  | { readonly kind: 'waiting' | 'looking' | 'skipped' }
  | { readonly kind: 'found'; readonly finding: Finding }
  /** What was stored before is still there. */
  | { readonly kind: 'kept'; readonly finding: Finding }
  | { readonly kind: 'failed'; readonly why: string }

/** A purged path, and what was stored of it before, after, and after one visit. */
export interface Proof {
  readonly id: number
  readonly path: string
  readonly before: Step
  readonly after: Step
  readonly again: Step
}

export const waiting: Step = { kind: 'waiting' }
export const skipped: Step = { kind: 'skipped' }

export type Visit = ReadOf<typeof visitThroughEdge>

/** @throws a sentence where nobody answered */
export function findingOf(look: ReadOf<typeof lookIntoCache>, at: number): Finding {
  const answered = look.nodes.filter(({ answer }) => answer !== null)
  if (look.nodes.length === 0) throw new NoFinding('No edge node is running.')
  if (answered.length === 0) throw new NoFinding('No edge node answered.')
  const held = answered.flatMap(({ id, answer }) =>
    answer?.held ? answer.variants.map((variant) => ({ id, variant })) : [],
  )
  const missing = answered.find(({ answer }) => answer?.not_kept && !answer.held)
  return {
    at,
    isHeld: held.length > 0,
    age: held.length > 0 ? Math.max(...held.map(({ variant }) => variant.age)) : null,
    status: held[0]?.variant.status ?? null,
    copies: held.map(({ id, variant }) => `${id} ${variant.stored_at}`),
    why: missing ? whyMissing(missing) : null,
  }
}

/** Nothing could be found out, for a reason in one sentence. */
export class NoFinding extends Error {}

/** How many looks follow a purge at most, and a visit, and how long to wait between them, ms. */
const looksAfter = 20
const looksAgain = 10
const pauseMs = 300

interface Tools {
  readonly look: (path: string) => Promise<Look>
  readonly visit: (path: string) => Promise<Visit>
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
  readonly isStopped: () => boolean
  readonly report: (change: Partial<Proof>) => void
}

/** Looks at a path before it's purged. */
export async function lookBefore(path: string, { look, now, report }: Pick<Tools, 'look' | 'now' | 'report'>) {
  report({ before: { kind: 'looking' } })
  try {
    report({ before: { kind: 'found', finding: findingOf(await look(path), now()) } })
  } catch (error) {
    report({ before: failed(error), after: skipped, again: skipped })
  }
}

/**
 * Looks at a purged path until what was stored before is gone, makes one visit, and looks until that has been stored.
 * A failure ends the proof; it says nothing about the purge, which the service has accepted.
 */
export async function prove({ path, before }: Pick<Proof, 'path' | 'before'>, tools: Tools): Promise<void> {
  const { report } = tools
  if (before.kind !== 'found') return
  const step = { name: 'after' as 'after' | 'again' }
  try {
    report({ after: { kind: 'looking' } })
    const after = await lookUntil(path, looksAfter, tools, (found) => !shares(found, before.finding))
    if (!after) return report({ after: skipped, again: skipped })
    const isGone = !shares(after, before.finding)
    report({ after: { kind: isGone ? 'found' : 'kept', finding: after } })
    if (!isGone || tools.isStopped()) return report({ again: skipped })
    step.name = 'again'
    report({ again: { kind: 'looking' } })
    const problem = problemOf(await tools.visit(path))
    if (problem !== undefined) return report({ again: { kind: 'failed', why: problem } })
    const again = await lookUntil(path, looksAgain, tools, (found) => found.isHeld || found.why !== null)
    report({ again: again ? { kind: 'found', finding: again } : skipped })
  } catch (error) {
    report(step.name === 'after' ? { after: failed(error), again: skipped } : { again: failed(error) })
  }
}

/** The first finding that will do, or the last of so many; undefined if stopped before. */
async function lookUntil(
  path: string,
  looks: number,
  { look, now, pause, isStopped }: Tools,
  isEnough: (finding: Finding) => boolean,
): Promise<Finding | undefined> {
  let found: Finding | undefined
  for (let i = 0; i < looks && !isStopped(); i++) {
    if (i > 0) await pause(pauseMs)
    found = findingOf(await look(path), now())
    if (isEnough(found)) return found
  }
  return found
}

function shares(one: Finding, other: Finding): boolean {
  return one.copies.some((copy) => other.copies.includes(copy))
}

/** Why a visit got no answer anywhere, undefined if it did. */
function problemOf({ nodes }: Visit): string | undefined {
  const answers = nodes.flatMap(({ answer }) => (answer ? [answer] : []))
  if (answers.some(({ problem }) => problem === null)) return undefined
  return answers[0]?.problem ?? 'No edge node made the visit.'
}

function failed(error: unknown): Step {
  return { kind: 'failed', why: error instanceof NoFinding ? error.message : reasonOf(error) }
}

/** What a proof comes to, undefined while it's under way. */
export function verdictOf({
  before,
  after,
  again,
}: Proof): 'proved' | 'new' | 'kept' | 'not stored again' | 'never stored' | 'open' | undefined {
  const steps = [before, after, again]
  if (steps.some(({ kind }) => kind === 'waiting' || kind === 'looking')) return undefined
  if (after.kind === 'kept') return 'kept'
  if (after.kind !== 'found') return 'open'
  if (again.kind !== 'found') return 'open'
  // with nothing stored before, nothing was purged
  const wasHeld = before.kind === 'found' && before.finding.isHeld
  if (again.finding.isHeld) return wasHeld ? 'proved' : 'new'
  return wasHeld ? 'not stored again' : 'never stored'
}
