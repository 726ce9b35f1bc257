import * as z from 'zod/mini'

/** The body of every error. Only a 422 has `fields`, which says what is wrong with each field. */
export const errorBody = z.looseObject({
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type ErrorBody = z.output<typeof errorBody>

/** What each status means in this API. */
export const statusMeaning = {
  400: 'The request is malformed.',
  401: 'The API key is missing or invalid, or the session has ended.',
  403: 'Access denied.',
  404: "This doesn't exist, or it isn't yours.",
  405: "The path doesn't support this method; `Allow` lists the ones it does.",
  406: "The requested format isn't available.",
  409: "The current state doesn't allow it.",
  413: 'The body is larger than 256 KiB.',
  415: "The operation doesn't accept this type of body.",
  422: 'One or more fields are invalid; `fields` says which and why.',
  429: 'Too many requests; `Retry-After` says how many seconds to wait.',
  500: 'The service failed; quote the request ID when you report it.',
  501: "The service doesn't support this operation yet.",
  503: 'The service is unavailable.',
} as const

export type ErrorStatus = keyof typeof statusMeaning

export const headers = {
  key: 'SERVICE-API-KEY',
  /** The key of a partner that uses an account's key, so that the log names it. An extension. */
  partnerKey: 'SERVICE-PARTNER-KEY',
  /** The account that a request with a session is about. An extension. */
  account: 'SERVICE-ACCOUNT-ID',
  requestId: 'X-Request-Id',
  /** With it, a POST takes effect once (draft-ietf-httpapi-idempotency-key-header-07). An extension. */
  idempotencyKey: 'Idempotency-Key',
} as const
/** The query parameter that can carry the key instead of the header. */
export const keyParameter = 'service_api_key'
export const maxBodyBytes = 256 * 1024

/** The end of the sentence of a 429, which says what its `Retry-After` says. */
export function tryAgainIn(seconds: number): string {
  return `Try again in ${seconds} s.`
}

/** What `tryAgainIn` has been added to, for a program that counts the seconds itself. */
export function withoutWait(sentence: string): string {
  return sentence.replace(/ ?Try again in \d+ s\.$/, '')
}
