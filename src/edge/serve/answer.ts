import { visitorLimits } from './limits.ts'
import { ageOf, type Entry, type FieldLines, standsInFor } from '../cache/index.ts'
import type { ActionName } from '../../contract/settings-actions.ts'
import { keptLines } from '../exchange/to-nginx.ts'
import { keptVisit, mayKeepEntry } from './nginx-may-keep.ts'
import { OriginFailure } from '../origin/failure.ts'
import { cacheStatus, type CacheStatus } from './cache-status.ts'
import { type Exchange, sendHead } from '../exchange/exchange.ts'
import { Feed } from './feed.ts'
import { failed } from './forward.ts'
import type { EdgeContext } from './edge-context.ts'
import { storedAnswer } from './stored-answer.ts'

/**
 * Answers from a stored response (RFC 9111, section 4).
 * @param own further lines, for this visitor only
 */
export function answerFrom(
  exchange: Exchange,
  context: EdgeContext,
  entry: Entry,
  now: number,
  status: CacheStatus,
  own: FieldLines = [],
): void {
  const kept = status.hit && mayKeepEntry(exchange, entry, now)
  const acted: ActionName[] = []
  const visit = kept ? keptVisit(exchange, acted) : exchange
  const { status: code, lines, body } = storedAnswer(visit, entry)
  // RFC 9111, section 5.1
  const age = Math.floor(ageOf(entry.lifetime, entry.responseTime, now) / 1000)
  const sent = [...lines, ...own, 'Age', String(age), 'Cache-Status', cacheStatus(status)]
  sendHead(exchange, code, '', sent, kept ? keptLines(exchange, entry, acted) : undefined)
  const feed = new Feed(exchange.response, context)
  if (body && body.length > visitorLimits.plainBody) {
    feed.continueFrom(body)
    feed.end(() => exchange.response.end())
  } else feed.end(() => exchange.response.end(body))
}

/** Answers with a stored response where it may stand in for an origin that gave no answer, else with a page. */
export function answerInstead(
  exchange: Exchange,
  context: EdgeContext,
  entry: Entry | undefined,
  error: unknown,
  forwarded: 'stale' | 'vary-miss' | 'uri-miss' | 'partial',
): void {
  const now = Date.now()
  const mayStandIn = entry && standsInFor('unreachable', entry.lifetime, entry.responseTime, now)
  if (error instanceof OriginFailure && mayStandIn && !exchange.response.headersSent) {
    answerFrom(exchange, context, entry, now, { hit: false, forwarded, detail: error.problem })
    return
  }
  failed(exchange, error, { hit: false, forwarded })
}
