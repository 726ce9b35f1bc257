import * as z from 'zod/mini'
import { errorBody, headers, withoutWait } from '../contract/index.ts'

export type ErrorKind =
  /** 401 */
  | 'refused-key'
  /** 403 */
  | 'denied'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'too-many'
  /** The network failed, or no response came in time. */
  | 'unreachable'
  /** The response isn't from this API. */
  | 'malformed'
  /** 5xx, and any other status, which only a bug of ours can cause. */
  | 'failed'

interface Details {
  readonly kind: ErrorKind
  /** 0 if there was no response. */
  readonly status: number
  readonly sentence: string
  /** The error of each invalid field, for 422. */
  readonly fields?: Readonly<Record<string, string>>
  readonly requestId?: string | undefined
  /** Seconds to wait, for 429 and 503. */
  readonly retryAfter?: number | undefined
}

/** Why a call failed. Contains neither the key nor the request's URL, so it's safe to log and show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ErrorKind
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  /** UNIX ms. */
  readonly receivedAt = Date.now()
  /** Whether what failed is made once, however often it's asked for: whoever calls may keep its Idempotency-Key. */
  isSafeToRepeat = false

  constructor({ kind, status, sentence, fields = {}, requestId, retryAfter }: Details) {
    super(sentence)
    this.kind = kind
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  get sentence(): string {
    return this.message
  }
}

export function kindOf(status: number): ErrorKind {
  switch (status) {
    case 401:
      return 'refused-key'
    case 403:
      return 'denied'
    case 404:
      return 'not-found'
    case 409:
      return 'conflict'
    case 400:
    case 413:
    case 422:
      return 'invalid'
    case 429:
      return 'too-many'
    default:
      return 'failed'
  }
}

export const unreachableSentence = 'Can’t reach the service.'

/** What an error says if the service didn't give a reason. */
const defaultSentences: Readonly<Record<ErrorKind, string>> = {
  'refused-key': 'The service refused the key.',
  denied: 'The service denied access.',
  'not-found': 'The service found nothing at this address.',
  conflict: 'This isn’t possible in the current state.',
  invalid: 'The service rejected the request.',
  'too-many': 'Too many requests.',
  unreachable: unreachableSentence,
  malformed: 'The response doesn’t match this API.',
  failed: 'The service couldn’t process the request.',
}

/**
 * The error for a response outside 2xx, by its JSON, undefined without one. A 404 or 405 without this API's error body
 * comes from another server.
 */
export function refusalOf(response: Response, json: unknown): ApiError {
  const body = z.safeParse(errorBody, json)
  const isOurs = body.success
  const kind = !isOurs && [404, 405].includes(response.status) ? 'malformed' : kindOf(response.status)
  const retryAfter = waitOf(response.headers)
  const message = isOurs ? body.data.error : ''
  // pages count down themselves
  const sentence = retryAfter === undefined ? message : withoutWait(message)
  return new ApiError({
    kind,
    status: response.status,
    sentence: sentence ? asSentence(sentence) : defaultSentences[kind],
    fields: (isOurs && body.data.fields) || {},
    requestId: response.headers.get(headers.requestId) ?? undefined,
    retryAfter,
  })
}

/**
 * The seconds that a response asks to wait: `Retry-After` (RFC 9110, 10.2.3), or else until the last of the limits that are
 * used up has room again, by `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
 * @param now UNIX ms
 */
export function waitOf(from: Headers, now = Date.now()): number | undefined {
  const after = from.get('retry-after')?.trim()
  if (after !== undefined) {
    if (/^\d+$/.test(after)) return Number(after)
    const at = Date.parse(after)
    return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
  }
  const used = (from.get('ratelimit') ?? '')
    .split(',')
    .filter((limit) => /;\s*r=0\s*(;|$)/.test(limit))
    .map((limit) => Number(/;\s*t=(\d+)/.exec(limit)?.[1] ?? 0))
  return used.length > 0 ? Math.max(...used) : undefined
}

/** No response came: within so many milliseconds, or at all. */
export function unreachable(timedOutMs?: number): ApiError {
  const sentence =
    timedOutMs === undefined ? unreachableSentence : `The service didn’t answer within ${timedOutMs / 1000} seconds.`
  return new ApiError({ kind: 'unreachable', status: 0, sentence })
}

/** A good reply that isn't what the contract says, such as that of another server. */
export function malformed(response?: Response): ApiError {
  const requestId = response?.headers.get(headers.requestId) ?? undefined
  return new ApiError({
    kind: 'malformed',
    status: response?.status ?? 200,
    sentence: defaultSentences.malformed,
    requestId,
  })
}

/** Whether a call failed because this service lacks the endpoint, an extension. */
export function isExtensionMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status)
}

/**
 * What is wrong with a field, as a sentence to stand at it: `must be text` becomes `This must be text.` The API's messages
 * follow a field's name, which the form already shows.
 */
export function asFieldError(message: string): string {
  const words = /^must be (at (most|least) \d+|from \d+ to \d+)$/.test(message)
    ? message.replace(/\d{5,}/g, (digits) => Number(digits).toLocaleString('en'))
    : message
  return asSentence(/^(must|is|isn['’]t|has|can['’]t|needs)\b/.test(words) ? `This ${words}` : words)
}

/** Turns the service's `it isn't there` into `It isn’t there.` A path or a host at the beginning stays as it is. */
export function asSentence(text: string): string {
  const words = text.trim().replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
  const capital = /^[^\s.]+\.[^\s.]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
