import type { ErrorStatus } from '../contract/index.ts'

/** A refusal that a handler throws: the reply's status, its sentence and, for 422, what is wrong in which field. */
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

/** 404, for an id that is unknown or somebody else's alike. */
export function notFound(what: string): HttpError {
  return new HttpError(404, `There is no such ${what}.`)
}

/** 409: a rule about the present state. */
export function conflict(sentence: string): HttpError {
  return new HttpError(409, sentence)
}

/** 422: one or more fields are wrong. */
export function invalid(fields: Record<string, string>): HttpError {
  const [first] = Object.entries(fields)
  return new HttpError(422, first ? sentenceOf(first) : 'The request is not valid.', { fields })
}

function sentenceOf([path, problem]: [string, string]): string {
  return `${path || 'The request'} ${problem}.`
}
