import * as z from 'zod/mini'
import {
  isOptimized,
  isOptimizerState,
  type lookIntoCache,
  type matchCache,
  nodeLookup,
  nodeMatch,
  nodeVisit,
  type PurgeItem,
  type ReplyOf,
  type visitThroughEdge,
} from '../../contract/index.ts'
import { callerLimits } from '../api/limits.ts'
import { askEdge, type EdgeProcess, type Question, reportOf, type Site } from '../database/index.ts'
import { conflict, HttpError, invalid } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { addressOnSite } from '../api/site-address.ts'
import { orderItemOf } from './orders.ts'

/** How long to wait for answers, ms: nodes read questions every second, and a visit may take ten. */
const waits = { look: 3000, match: 5000, visit: 13_000 } as const

export type Asked = { readonly services: Services; readonly signal: AbortSignal }

/** Asks every edge node what it has stored of an address. @throws {HttpError} 422, 503 */
export async function look(site: Site, url: string, asked: Asked): Promise<ReplyOf<typeof lookIntoCache>> {
  const target = targetOf(site, url)
  return { ...recordOf(site, target), nodes: await answers('look', site, target, nodeLookup, asked) }
}

/** Has every edge node make one visitor's request. @throws {HttpError} 409, 422, 503 */
export async function visit(site: Site, url: string, asked: Asked): Promise<ReplyOf<typeof visitThroughEdge>> {
  const target = targetOf(site, url)
  checkCaches(site)
  return { ...recordOf(site, target), nodes: await answers('visit', site, target, nodeVisit, asked) }
}

/** Asks every edge node what it has stored of a site, and what of it a purge of an item would remove. @throws {HttpError} 503 */
export async function match(site: Site, item: PurgeItem, asked: Asked): Promise<ReplyOf<typeof matchCache>> {
  const nodes = await answers('match', site, JSON.stringify(orderItemOf(item)), nodeMatch, asked)
  return { site_id: site.id, nodes }
}

/** @throws {HttpError} 409 in a state in which the edge stores nothing */
export function checkCaches({ state }: Site): void {
  if (!isOptimizerState(state) || !isOptimized(state))
    throw conflict(`The optimizer is in the state ${state}, so the edge stores nothing.`)
}

function targetOf(site: Site, url: string): string {
  const found = addressOnSite(url, site)
  if ('problem' in found) throw invalid({ url: found.problem })
  return found.url.pathname + found.url.search
}

function recordOf({ id, host, https, state }: Site, target: string) {
  return { site_id: id, url: `${https === 1 ? 'https' : 'http'}://${host}${target}`, optimizer: state }
}

async function answers<S extends z.ZodMiniType>(
  kind: Question['kind'],
  site: Site,
  target: string,
  schema: S,
  { services, signal }: Asked,
) {
  const processes = await askEdge(services.database, {
    question: { site_id: site.id, kind, target },
    waitMs: waits[kind],
    maxOpen: callerLimits.edgeQuestions,
    onAsked: services.wakeEdge,
    signal,
  })
  if (!processes) throw new HttpError(503, 'Too many questions to the edge wait for answers. Try again in a moment.')
  return processes.map((process) => ({
    ...nodeOf(process),
    answer: answerIn(process.answer, schema),
    answered_after: process.answeredAfter,
  }))
}

function nodeOf({ id, location, addresses, seen_at, report }: EdgeProcess) {
  return {
    id,
    location,
    addresses: z.parse(z.array(z.string()), JSON.parse(addresses)),
    seen_at: new Date(seen_at).toISOString(),
    form: reportOf({ report })?.form ?? null,
  }
}

/** A node of another version may answer in another form: that's no answer. */
function answerIn<S extends z.ZodMiniType>(text: string | null, schema: S): z.output<S> | null {
  if (text === null) return null
  const read = z.safeParse(schema, JSON.parse(text))
  return read.success ? read.data : null
}
