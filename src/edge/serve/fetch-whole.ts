import { cacheLimits } from '../limits.ts'
import { type Address, type Fields, usabilityOf } from '../cache/index.ts'
import type { OriginAnswer } from '../origin/ask.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { forwardable } from './forward.ts'
import { judge } from './judge-answer.ts'
import type { EdgeContext } from './edge-context.ts'

/**
 * Whether the whole should be fetched after an answer with a part of it: when a part is asked for the second time, and the
 * whole could be stored. The fields of a part say so (RFC 9110, section 15.3.7). Once is enough for a while, so that
 * strangers can't have an origin send much for little.
 */
export function isWholeWanted(
  exchange: Exchange,
  context: EdgeContext,
  { key }: Address,
  answer: OriginAnswer,
): boolean {
  const { status, fields, responseTime } = answer
  if (status !== 206 || (wholeLength(fields) ?? 0) > cacheLimits.object) return false
  if (context.uncacheable.has(key, responseTime)) return false
  const { lifetime, reason } = judge(exchange, { ...answer, status: 200 }, forwardable(exchange, answer))
  if (reason !== undefined || usabilityOf(lifetime, responseTime, responseTime) === 'validate') return false
  return context.partsAsked.count(key, responseTime) === 2
}

/** The length of the whole, in bytes, where a part tells it (RFC 9110, section 14.4). */
function wholeLength(fields: Fields): number | undefined {
  const [, length] = /\/(\d+)\s*$/.exec(fields['content-range'] ?? '') ?? []
  return length === undefined ? undefined : Number(length)
}
