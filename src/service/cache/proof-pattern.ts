import type { matchCache, NodeFinding, ProofResult, ReplyOf } from '../../contract/index.ts'
import { failedLookup, type Found, keptOf, type Tools, whyNoAnswer } from './proof.ts'

/** How many counts follow a purge at most: each goes through all that a node has stored. */
const countsAfter = 5

/** What a count found on all nodes. */
export interface Counted {
  readonly lookup: Found['lookup']
  readonly nodes: readonly Node[]
}
type Node = ReplyOf<typeof matchCache>['nodes'][number]

export interface PatternTools extends Omit<Tools, 'look' | 'visit'> {
  readonly match: () => Promise<Pick<ReplyOf<typeof matchCache>, 'nodes'>>
}

/** Counts what is stored of a pattern. A refusal is a finding, too. */
export async function countStored({ match, now }: Pick<PatternTools, 'match' | 'now'>): Promise<Counted> {
  try {
    const { nodes } = await match()
    return { nodes, lookup: lookupOf(nodes, now()) }
  } catch (error) {
    return { nodes: [], lookup: failedLookup(error, now()) }
  }
}

/**
 * Counts what is stored of a purged pattern until each node that had something was seen without it: what visitors have
 * had stored since doesn't count. Whether something that is always there is old or new can't be told.
 */
export async function checkPattern(before: Counted, tools: PatternTools): Promise<ProofResult> {
  if (before.lookup.held === null) return 'unknown'
  const held = new Set(before.nodes.filter(({ answer }) => answer && answer.matched > 0).map(({ id }) => id))
  // a node that didn't answer before may have had something
  const unsure = before.nodes.filter(({ answer }) => !answer).map(({ id }) => id)
  const gone = new Map<string, { readonly node: Node; readonly after: number }>()
  let latest: Counted | undefined
  for (let i = 0; i < countsAfter; i++) {
    if (i > 0) await tools.pause()
    if (await tools.isStopped()) return 'unknown'
    const begun = Math.round(tools.sinceOrdered())
    latest = await countStored(tools)
    for (const node of latest.nodes) {
      if (node.answer?.matched !== 0 || gone.has(node.id)) continue
      gone.set(node.id, { node, after: tools.carriedOut(node.id, begun + (node.answered_after ?? 0)) })
    }
    if (latest.lookup.held === null || [...held].every((id) => gone.has(id))) break
  }
  if (!latest) return 'unknown'
  // a node's best answer: it had nothing left then
  const nodes = latest.nodes.map((node) => gone.get(node.id)?.node ?? node)
  const lookup = latest.lookup.held === null ? latest.lookup : lookupOf(nodes, tools.now())
  const left = nodes.filter(({ id, answer }) => held.has(id) && answer && answer.matched > 0)
  const goneAfter = (id: string) => (held.has(id) ? (gone.get(id)?.after ?? null) : null)
  await tools.report({
    after: {
      ...lookup,
      purged: nodes.filter(({ answer }) => answer).length - left.length,
      nodes: lookup.nodes.map((node) => ({ ...node, gone_after: goneAfter(node.id) })),
    },
  })
  if (left.length > 0) return 'some stored'
  const isSeen = [...held].every((id) => gone.has(id)) && unsure.length === 0
  if (!isSeen) return 'unknown'
  return held.size > 0 ? 'gone' : 'nothing stored'
}

function lookupOf(nodes: readonly Node[], at: number): Found['lookup'] {
  const answers = nodes.flatMap(({ answer }) => answer ?? [])
  return {
    at: new Date(at).toISOString(),
    held: answers.length === 0 ? null : answers.some(({ matched }) => matched > 0),
    status: null,
    age: null,
    not_kept: null,
    asked: nodes.length,
    silent: keptOf(nodes.filter(({ answer }) => !answer)).map(({ location }) => location),
    problem: answers.length > 0 ? null : whyNoAnswer(nodes),
    nodes: keptOf(nodes).map(({ id, location, form, answer }): NodeFinding => ({
      id,
      location,
      form: form ?? null,
      held: answer && answer.matched > 0,
      content: null,
      stored: answer && answer.held,
      matched: answer && answer.matched,
      examples: answer?.examples ?? [],
    })),
  }
}
