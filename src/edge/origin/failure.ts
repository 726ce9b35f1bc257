import type { OriginProblem } from '../../contract/origin-problems.ts'

const timeouts: ReadonlySet<OriginProblem> = new Set(['connection_timeout', 'http_response_timeout'])

/** The origin gave no answer. */
export class OriginFailure extends Error {
  readonly problem: OriginProblem
  /** The status for the visitor (RFC 9110, sections 15.5.9 and 15.6.3 to 15.6.5). */
  readonly status: 408 | 502 | 503 | 504

  constructor(problem: OriginProblem, options?: ErrorOptions & { readonly status?: 408 | 503 }) {
    super(`The origin gave no answer: ${problem}.`, options)
    this.problem = problem
    this.status = options?.status ?? (timeouts.has(problem) ? 504 : 502)
  }
}

/** There is no answer because of what the visitor did: nothing is wrong with the origin. */
export class VisitorFault extends OriginFailure {
  /** @param status 408 for a body that comes too slowly, 503 for too many requests at a time */
  constructor(status: 408 | 503) {
    super('connection_terminated', { status })
  }
}
