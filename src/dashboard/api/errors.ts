import * as z from 'zod/mini'
import { errorBody, headers } from '../../contract/index.ts'

export type ErrorKind =
  /** 401 */
  | 'refused-key'
  /** 403 */
  | 'denied'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'too-many'
  /** No answer: the network, or 30 seconds without one. */
  | 'unreachable'
  /** An answer that is not this API's. */
  | 'malformed'
  /** 5xx, and refusals that only a fault of ours can cause. */
  | 'failed'

interface Details {
  readonly kind: ErrorKind
  /** 0 where there was no answer. */
  readonly status: number
  readonly sentence: string
  /** What is wrong in which field, for 422. */
  readonly fields?: Readonly<Record<string, string>>
  readonly requestId?: string | undefined
  /** Seconds to wait, for 429 and 503. */
  readonly retryAfter?: number | undefined
}

/** How a call failed. Never holds the key, nor the address with its query. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ErrorKind
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

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

const unknownWords: Readonly<Record<ErrorKind, string>> = {
  'refused-key': 'The service refused the key.',
  denied: 'The service denied access.',
  'not-found': 'The service knows nothing at this address.',
  conflict: 'The present state forbids this.',
  invalid: 'The service did not take the request.',
  'too-many': 'The service asks to wait before the next request.',
  unreachable: 'The service does not answer.',
  malformed: 'The answer is not one of this API.',
  failed: 'The service failed to answer the request.',
}

/** Reads a reply outside 2xx. A 404 without this API's error body is from something else. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const body = z.safeParse(errorBody, await response.json().catch(() => undefined))
  const ours = body.success
  const kind = !ours && [404, 405].includes(response.status) ? 'malformed' : kindOf(response.status)
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    kind,
    status: response.status,
    sentence: ours ? asSentence(body.data.error) : unknownWords[kind],
    fields: (ours && body.data.fields) || {},
    requestId: response.headers.get(headers.requestId) ?? undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  })
}

export function unreachable(timedOut: boolean): ApiError {
  const sentence = timedOut ? 'The service did not answer within 30 seconds.' : 'The service cannot be reached.'
  return new ApiError({ kind: 'unreachable', status: 0, sentence })
}

export function malformed(response: Response): ApiError {
  const requestId = response.headers.get(headers.requestId) ?? undefined
  return new ApiError({ kind: 'malformed', status: response.status, sentence: unknownWords.malformed, requestId })
}

/** Whether an extension is missing: an endpoint that this service does not offer, or does not offer yet. */
export function isExtensionMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 405, 501].includes(error.status)
}

/** The service's `access denied` as a sentence: `Access denied.` */
export function asSentence(text: string): string {
  const words = text.trim()
  const capital = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
