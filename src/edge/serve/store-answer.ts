import { cacheLimits } from '../limits.ts'
import { type Address, type Entry, entryOf, labelsOf, usabilityOf, without } from '../cache/index.ts'
import { pageRule } from '../optimize/anonymous-pages.ts'
import { compress } from '../optimize/compress.ts'
import { keptLines } from '../exchange/to-nginx.ts'
import { mayKeepFirst } from './nginx-may-keep.ts'
import { learnHints } from '../optimize/early-hints.ts'
import { speculationLines } from '../optimize/speculation.ts'
import type { OriginAnswer } from '../origin/ask.ts'
import { BodyCopy } from './body-copy.ts'
import { cacheStatus } from './cache-status.ts'
import { type Exchange, recordAction, sendHead } from '../exchange/exchange.ts'
import type { Course, Fetching } from './fetch-and-store.ts'
import { forwardable } from './forward.ts'
import { otherForms } from './other-forms.ts'
import type { EdgeContext } from './edge-context.ts'
import { isOfRequest, judge } from './judge-answer.ts'
import { Feed } from './feed.ts'
import { collect, relay } from './relay.ts'
import { streamedForm } from './streamed-form.ts'

/** Sends an answer to the visitor, and stores it if that's allowed. */
export async function storeWhileSending(
  exchange: Exchange,
  context: EdgeContext,
  { address, forwarded, isBehind = false }: Fetching,
  { moment, land }: Course,
  answer: OriginAnswer,
): Promise<void> {
  const { status, responseTime } = answer
  const lines = forwardable(exchange, answer)
  const judgement = judge(exchange, answer, lines)
  const { received, isGoverned, lifetime, reason, onlyWith, withheld } = judgement
  const kept = without(lines, withheld)
  const notStored = (why: string) => context.notStored.set(address.key, { reason: why, status, at: responseTime })
  learnHints(exchange, context.hints, address, received, moment)
  const alone = () => {
    // most visitors have cookies: they needn't wait for one another
    const isRare = isOfRequest(reason) && reason !== 'cookie in the request'
    if (!isRare && pageRule(exchange)?.hasSession !== true) context.uncacheable.add(address.key, responseTime)
    land({ kind: 'alone' })
  }
  const isShared = reason === undefined && usabilityOf(lifetime, responseTime, Date.now()) !== 'validate'
  const forms = otherForms(exchange, status, received.fields)
  if (!isShared) alone()
  if (reason !== undefined) notStored(reason)
  const giveUp = () => {
    notStored('too large')
    alone()
  }
  const copy = reason === undefined ? new BodyCopy(context.store, giveUp) : undefined

  let isWhole: boolean
  let feed: Feed | undefined
  if (isBehind) {
    isWhole = copy ? await collect(answer.body, copy) : false
    answer.body.destroy()
  } else {
    const form = streamedForm(exchange, context, { status, fields: received.fields }, lines)
    // nginx would keep what's for this visitor only
    const isForAll = isShared && kept.length === lines.length
    const mayKeep = isForAll && mayKeepFirst(exchange, { ...received, isGoverned, lifetime, onlyWith })
    sendHead(
      exchange,
      status,
      answer.message,
      [
        ...form.lines,
        ...speculationLines(exchange, status, received.fields),
        'Cache-Status',
        cacheStatus({ hit: false, forwarded, stored: reason === undefined, detail: reason }),
      ],
      mayKeep ? keptLines(exchange, { lifetime, responseTime }, ['cache']) : undefined,
    )
    feed = new Feed(form.open(), context)
    isWhole = await relay(answer.body, feed, copy)
  }
  // the connection may serve another request now
  exchange.meter?.answered()
  const body = isWhole ? copy?.take() : copy?.drop()
  if (!isWhole && copy) notStored('incomplete')
  if (!body) return
  // the copy in parts isn't needed any more
  feed?.continueFrom(body)
  const labels = labelsOf(answer.fields, cacheLimits)
  const entry = entryOf(exchange.fields, { ...judgement, lines: withLength(kept, body, status), body, moment, labels })
  if (forms.codings) await compress(entry, ['br', 'gzip'])
  keep(context, address, entry)
  feed?.recordStored()
  recordAction(exchange, entry.isGoverned ? 'htmlCache' : 'cache')
  if (isShared) land({ kind: 'stored' })
}

/** Stores an entry, unless what it was made from has been purged since. */
export function keep(context: EdgeContext, address: Address, entry: Entry): void {
  const { store, purges, uncacheable, notStored, partsAsked } = context
  partsAsked.forget(address.key)
  if (!purges.isCurrent(entry.moment, address, entry.labels)) return
  notStored.delete(address.key)
  if (usabilityOf(entry.lifetime, entry.responseTime, Date.now()) !== 'validate') uncacheable.remove(address.key)
  store.put(address.key, entry)
}

const framing: ReadonlySet<string> = new Set(['trailer', 'content-length'])

/** A stored body has a known length, and no trailers. */
function withLength(lines: readonly string[], body: Buffer, status: number): string[] {
  const kept = without(lines, framing)
  if (status !== 204) kept.push('Content-Length', String(body.length))
  return kept
}
