import {
  type Address,
  endToEnd,
  type Entry,
  entryOf,
  fieldsOf,
  freshened,
  labelsOf,
  type Landing,
  namesTags,
  renewedLifetime,
  standsInFor,
  tagFields,
  usabilityOf,
  validators,
  without,
  withoutFields,
} from '../cache/index.ts'
import { cacheLimits } from '../limits.ts'
import { tagsForOrigin } from '../optimize/forms.ts'
import type { OriginAnswer } from '../origin/ask.ts'
import { VisitorFault } from '../origin/failure.ts'
import { answerFrom, answerInstead } from './answer.ts'
import { ask } from './ask-origin.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { passOn } from './forward.ts'
import type { EdgeContext } from './edge-context.ts'
import { isOfRequest, judge } from './judge-answer.ts'
import { isWholeWanted } from './fetch-whole.ts'
import { keep, storeWhileSending } from './store-answer.ts'

/** A request to the origin whose answer may be stored. */
export interface Fetching {
  readonly address: Address
  /** What the origin is asked for. */
  readonly target: string
  /** A stored response to be validated. */
  readonly entry: Entry | undefined
  readonly forwarded: 'stale' | 'vary-miss' | 'uri-miss' | 'partial'
  /** No one else waits for the answer. */
  readonly isAlone?: boolean
  /** The visitor wants a part only, and gets the origin's own. */
  readonly isPart?: boolean
  /** The visitor is answered by other means. */
  readonly isBehind?: boolean
}

/** How a fetch ends for those who wait for it, and when it began. */
export interface Course {
  readonly moment: number
  readonly land: (landing: Landing) => void
}

/** Asks the origin on behalf of everyone who wants the same, and stores the answer if that's allowed. */
export async function fetchAndStore(exchange: Exchange, context: EdgeContext, fetching: Fetching): Promise<void> {
  const { flights, purges } = context
  const { key } = fetching.address
  const moment = purges.now()
  const flight = fetching.isAlone ? undefined : flights.begin(key, moment)
  const land = (landing: Landing) => flight && flights.end(key, flight, landing)
  try {
    await fetchFor(exchange, context, fetching, { moment, land })
  } catch (error) {
    // others have a share of their own
    if (error instanceof VisitorFault) land({ kind: 'alone' })
    land({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    if (fetching.isBehind) throw error
    answerInstead(exchange, context, fetching.entry, error, fetching.forwarded)
  } finally {
    land({ kind: 'alone' })
    exchange.meter?.answered()
  }
}

/**
 * Fetches a response for those who come next: to renew a stale one that has just been used (RFC 5861, section 3), or
 * because only a part of it was sent. Once, however many would have it fetched.
 */
export function fetchBehind(
  exchange: Exchange,
  context: EdgeContext,
  { address, target, entry, forwarded }: Pick<Fetching, 'address' | 'target' | 'entry' | 'forwarded'>,
): void {
  const flight = context.flights.get(address.key)
  if (flight && context.purges.isCurrent(flight.moment, address, undefined)) return
  const meter = exchange.meter && context.traffic.begin(exchange.site.id)
  const fields = withoutFields(exchange.fields, ['range', 'if-range'])
  fetchAndStore({ ...exchange, fields, meter }, context, { address, target, entry, forwarded, isBehind: true })
    .catch((error: unknown) => {
      context.log.debug({ err: error, site: exchange.site.id }, 'fetching a response to store failed')
    })
    .finally(() => meter && context.traffic.end(meter))
}

async function fetchFor(exchange: Exchange, context: EdgeContext, fetching: Fetching, course: Course): Promise<void> {
  const { address, entry, forwarded, isAlone = false, isBehind = false, isPart = false } = fetching
  const answer = await ask(exchange, context, {
    method: 'GET',
    lines: requestLines(exchange, fetching),
    target: fetching.target,
    forOthers: !isAlone,
  })
  const now = Date.now()
  if (entry && answer.status === 304) {
    answer.body.resume()
    const { renewed, reason, own } = renewedEntry(exchange, entry, answer, course.moment)
    const stored = reason === undefined
    if (stored) keep(context, fetching.address, renewed)
    else if (!isOfRequest(reason)) drop(context, fetching.address, entry, reason)
    const isShared = stored && usabilityOf(renewed.lifetime, renewed.responseTime, now) !== 'validate'
    course.land({ kind: isShared ? 'stored' : 'alone' })
    const status = { hit: false, forwarded, originStatus: 304, stored, detail: reason } as const
    if (!isBehind) answerFrom(exchange, context, renewed, now, status, own)
    return
  }
  if (entry && standsInFor(answer.status, entry.lifetime, entry.responseTime, now)) {
    answer.body.resume()
    if (!isBehind) answerFrom(exchange, context, entry, now, { hit: false, forwarded, originStatus: answer.status })
    return
  }
  // a server that ignores ranges sends the whole. Errors may be about the range, and some servers send a part as 200.
  if (isPart && (answer.status !== 200 || answer.fields['content-range'] !== undefined)) {
    const sent = passOn(exchange, context, answer, { hit: false, forwarded: 'partial' })
    if (isWholeWanted(exchange, context, address, answer)) fetchBehind(exchange, context, fetching)
    return sent
  }
  await storeWhileSending(exchange, context, fetching, course, answer)
}

const replaced: ReadonlySet<string> = new Set([
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'range',
])

/**
 * The lines to the origin. Where others may wait for the answer it has to be whole, so the visitor's own conditions are
 * left out; where no one does, the origin may answer that nothing has changed.
 */
function requestLines({ request, fields }: Exchange, { entry, isAlone = false, isPart }: Fetching): string[] {
  const lines = without(request.lines, replaced)
  if (fields['accept-encoding'] !== undefined) lines.push('Accept-Encoding', fields['accept-encoding'])
  const { range, 'if-range': ifRange } = fields
  if (isPart && range !== undefined) lines.push('Range', range)
  if (isPart && ifRange !== undefined) lines.push('If-Range', ifRange)
  if (entry) return [...lines, ...validators(entry)]
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = fields
  if (isAlone && noneMatch !== undefined) lines.push('If-None-Match', tagsForOrigin(noneMatch))
  if (isAlone && modifiedSince !== undefined) lines.push('If-Modified-Since', modifiedSince)
  return lines
}

/**
 * The stored response after the origin has confirmed it (RFC 9111, section 4.3.4), why it can't stay stored, undefined if
 * it can, and the lines that are for the one who asked only.
 */
function renewedEntry(exchange: Exchange, entry: Entry, answer: OriginAnswer, moment: number) {
  const { requestTime, responseTime } = answer
  const { status, body } = entry
  const all = without(freshened(entry.lines, answer.lines, answer.fields), tagFields)
  const judgement = judge(exchange, { status, lines: all, fields: fieldsOf(all), requestTime, responseTime }, all)
  const lines = without(all, judgement.withheld)
  const onlyWith = [...new Set([...entry.onlyWith, ...judgement.onlyWith])]
  const lifetime = renewedLifetime(entry.lifetime, judgement.lifetime)
  const { tags } = namesTags(answer.fields) ? labelsOf(answer.fields, cacheLimits) : entry.labels
  const labels = { ...labelsOf(judgement.received.fields, cacheLimits), tags }
  const renewed = entryOf(exchange.fields, { ...judgement, lifetime, onlyWith, lines, body, moment, labels })
  for (const [coding, encoded] of entry.encodings) renewed.encodings.set(coding, encoded)
  const own = endToEnd(answer.lines, answer.fields, (name) => tagFields.has(name) || !judgement.withheld.has(name))
  return { renewed, reason: judgement.reason, own }
}

/** Stores a response no longer, because the origin has said since that it isn't for everyone. */
function drop({ store, notStored }: EdgeContext, { key }: Address, entry: Entry, reason: string): void {
  store.remove(key, entry)
  notStored.set(key, { reason, status: entry.status, at: Date.now() })
}
