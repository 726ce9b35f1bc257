import { cacheLimits } from '../limits.ts'
import {
  type FieldLines,
  fieldsOf,
  type Lifetime,
  lifetimeOf,
  listedByConnection,
  type Received,
  reasonNotToStore,
  responseDirectives,
  variesBy,
  withheldFields,
} from '../cache/index.ts'
import { governing } from '../optimize/anonymous-pages.ts'
import type { OriginHead } from '../origin/ask.ts'
import { apartNames, selectingNames } from '../origin/request-names.ts'
import type { VisitorRequest } from '../exchange/exchange.ts'

/** An answer of the origin as the rules of caching see it. */
interface Judgement {
  /** With the fields by which it's kept. */
  readonly received: Received
  /** Whether the site's settings have changed them. */
  readonly isGoverned: boolean
  readonly lifetime: Lifetime
  /** The request fields that select it. */
  readonly selectedBy: readonly string[]
  /** The further ones that a request must have to get it. */
  readonly onlyWith: readonly string[]
  /** The names of lines that aren't stored, in lower case: only the one who asked gets them. */
  readonly withheld: ReadonlySet<string>
  /** Why it can't be stored, undefined if it can. */
  readonly reason: string | undefined
}

/**
 * Decides whether an answer may be stored.
 * @param lines those of the answer that may be passed on
 */
export function judge(visit: VisitorRequest, answer: OriginHead, lines: FieldLines): Judgement {
  const { status, requestTime, responseTime } = answer
  const own = listedByConnection(answer.fields).length === 0 ? answer.fields : fieldsOf(lines)
  const received = { status, fields: governing(visit)(status, own), requestTime, responseTime }
  const directives = responseDirectives(received.fields)
  const lifetime = lifetimeOf(received, directives, visit.fields)
  const vary = variesBy(received.fields)
  const selectedBy = vary === '*' ? nothing : selectingNames(vary)
  const reason =
    reasonNotToStore(visit.fields, received, directives, lifetime) ??
    (selectedBy ? unfit(answer) : 'vary x-forwarded-for')
  return {
    received,
    isGoverned: received.fields !== own,
    lifetime,
    selectedBy: selectedBy ?? nothing,
    withheld: withheldFields(directives.directives),
    onlyWith: apartNames(visit.fields).filter((name) => !selectedBy?.includes(name)),
    reason,
  }
}

const nothing: readonly string[] = []

/** Types of answers that go on for as long as someone listens (HTML, section 9.2; the stills of cameras). */
const endlessType = /^\s*(?:text\/event-stream|multipart\/x-mixed-replace)\s*(?:;|$)/i

/** Why a body can't be stored. */
function unfit({ fields }: OriginHead): string | undefined {
  if (endlessType.test(fields['content-type'] ?? '')) return 'endless'
  return Number(fields['content-length'] ?? 0) > cacheLimits.object ? 'too large' : undefined
}

/** Whether an answer wasn't stored because of the request, so that another one's may be. */
export function isOfRequest(reason: string | undefined): boolean {
  return reason === 'authorization' || reason === 'no-store in the request' || reason === 'cookie in the request'
}
