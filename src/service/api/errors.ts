import { type Endpoint, type ErrorStatus, tryAgainIn } from '../../contract/index.ts'

/** An error reply that a handler throws: its status, a sentence and, for 422, what is wrong with each field. */
export class HttpError extends Error {
  readonly status: ErrorStatus
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: ErrorStatus,
    sentence: string,
    more: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(sentence)
    this.status = status
    this.fields = more.fields
    this.headers = more.headers ?? {}
  }
}

/** 404, both for an unknown id and for someone else's. */
export function notFound(what: string): HttpError {
  return new HttpError(404, `This ${what} doesn't exist.`)
}

/** 409: the current state doesn't allow it. */
export function conflict(sentence: string): HttpError {
  return new HttpError(409, sentence)
}

/** 429: the same request may succeed after this many seconds. */
export function tooMany(sentence: string, seconds: number): HttpError {
  return new HttpError(429, `${sentence} ${tryAgainIn(seconds)}`, { headers: { 'Retry-After': String(seconds) } })
}

/** 422: one or more fields are wrong. */
export function invalid(fields: Record<string, string>): HttpError {
  const [first] = Object.entries(fields)
  return new HttpError(422, first ? sentenceOf(first) : "The request isn't valid.", { fields })
}

/** What an operation does, to go on after `can`: `list the monitors`. */
export const asVerb = ({ summary }: Endpoint): string => summary.charAt(0).toLowerCase() + summary.slice(1)

function sentenceOf([path, problem]: [string, string]): string {
  return `${path || 'The request'} ${problem}.`
}
