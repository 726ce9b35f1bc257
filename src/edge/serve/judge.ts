import { bounds } from '../../service/bounds.ts'
import { type FieldLines, type Fields, fieldsOf, reasonNotToStore } from '../cache/index.ts'
import { governing } from '../optimize/anonymous-pages.ts'
import type { OriginHead } from '../origin/ask.ts'
import type { VisitorRequest } from './exchange.ts'

/** An answer of the origin as the rules of caching see it. */
interface Judgement {
  /** Changes the fields by which the answer is kept, where the site's settings do. */
  readonly govern: (status: number, fields: Fields) => Fields
  /** Whether they do. */
  readonly isGoverned: boolean
  readonly received: { status: number; fields: Fields; requestTime: number; responseTime: number }
  /** Why it can't be stored, undefined if it can. */
  readonly reason: string | undefined
}

/**
 * Decides whether an answer may be stored.
 * @param lines those of the answer that may be passed on
 */
export function judge(visit: VisitorRequest, answer: OriginHead, lines: FieldLines): Judgement {
  const { status, requestTime, responseTime } = answer
  const govern = governing(visit)
  const own = fieldsOf(lines)
  const received = { status, fields: govern(status, own), requestTime, responseTime }
  return {
    govern,
    isGoverned: received.fields !== own,
    received,
    reason: reasonNotToStore(visit.fields, received) ?? tooLarge(answer),
  }
}

function tooLarge({ fields }: OriginHead): string | undefined {
  return Number(fields['content-length'] ?? 0) > bounds.cache.object ? 'too large' : undefined
}
