import { endToEnd, invalidatedBy, tagFields, without } from '../cache/index.ts'
import { OriginFailure } from '../origin/failure.ts'
import type { OriginAnswer } from '../origin/ask.ts'
import { withTagsForOrigin } from '../optimize/forms.ts'
import { learnHints, sendHints } from '../optimize/early-hints.ts'
import { storedTarget, storedTargets } from '../optimize/ignored-parameters.ts'
import { speculationLines } from '../optimize/speculation.ts'
import { ask } from './ask-origin.ts'
import { cacheStatus, type CacheStatus } from './cache-status.ts'
import { type Exchange, sendHead } from '../exchange/exchange.ts'
import { addressesOf, addressOf } from '../exchange/cache-key.ts'
import { failurePage, sendPage } from './pages.ts'
import type { EdgeContext } from './edge-context.ts'
import { Feed } from './feed.ts'
import { relay } from './relay.ts'
import { streamedForm } from './streamed-form.ts'

/** Forwards a request and its answer unchanged. */
export async function forward(exchange: Exchange, context: EdgeContext): Promise<void> {
  await pass(exchange, context)
}

/** Forwards a request that the cache can't answer, and drops what it makes outdated. */
export async function forwardPastCache(exchange: Exchange, context: EdgeContext, status: CacheStatus): Promise<void> {
  const { method, target, site, scheme } = exchange
  const stored = storedTarget(exchange, target)
  const address = addressOf(site.id, stored, scheme)
  const moment = context.purges.now()
  sendHints(exchange, context.hints, address)
  await pass(exchange, context, status, async (answer) => {
    if (stored === target) learnHints(exchange, context.hints, address, answer, moment)
    const outdated = invalidatedBy(method, target, site.host, answer)
    for (const one of outdated.flatMap((named) => storedTargets(named, site.ignoredParameters())))
      for (const { key } of addressesOf(site.id, one)) context.purges.purgeAddress(key)
    // the visitor's next request mustn't find them
    if (outdated.length > 0) await context.purgesArrived()
  })
}

async function pass(
  exchange: Exchange,
  context: EdgeContext,
  status?: CacheStatus,
  onAnswer?: (answer: OriginAnswer) => Promise<void>,
): Promise<void> {
  let answer: OriginAnswer
  try {
    // where it's only forwarded, the origin's own tags came to the visitor
    answer = await ask(exchange, context, status ? { lines: withTagsForOrigin(exchange.request.lines) } : {})
  } catch (error) {
    failed(exchange, error, status)
    return
  }
  await onAnswer?.(answer)
  await passOn(exchange, context, answer, status)
}

/** Sends an answer to the visitor that isn't stored. */
export async function passOn(
  exchange: Exchange,
  context: EdgeContext,
  answer: OriginAnswer,
  status?: CacheStatus,
): Promise<void> {
  const lines = forwardable(exchange, answer)
  const form = status ? streamedForm(exchange, context, answer, lines) : { lines, open: () => exchange.response }
  sendHead(exchange, answer.status, answer.message, [
    ...form.lines,
    ...(status
      ? ['Cache-Status', cacheStatus(status), ...speculationLines(exchange, answer.status, answer.fields)]
      : []),
  ])
  await relay(answer.body, new Feed(form.open(), context))
  exchange.meter?.answered()
}

const trailer: ReadonlySet<string> = new Set(['trailer'])
/** A 204 has no length (RFC 9110, section 8.6): clients of HTTP/2 take one for an error. */
const notIn204: ReadonlySet<string> = new Set([...trailer, 'content-length'])

/** The lines of an answer that may be passed on. */
export function forwardable({ request, method }: Exchange, { lines, fields, status }: OriginAnswer): string[] {
  const kept = endToEnd(lines, fields, (name) => tagFields.has(name))
  // trailers can only follow chunks
  const isChunked =
    request.httpVersion !== '1.0' &&
    fields['content-length'] === undefined &&
    method !== 'HEAD' &&
    status !== 204 &&
    status !== 304
  return isChunked ? kept : without(kept, status === 204 ? notIn204 : trailer)
}

/** Tells the visitor that the origin gave no answer. @throws what isn't a failure of the origin */
export function failed(exchange: Exchange, error: unknown, status?: CacheStatus): void {
  if (!(error instanceof OriginFailure)) throw error
  if (exchange.response.destroyed) return
  sendPage(exchange, failurePage(error), status ? ['Cache-Status', cacheStatus(status)] : [])
}
