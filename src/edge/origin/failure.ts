import type { OriginProblem } from '../../contract/origin-problems.ts'

const timeouts: ReadonlySet<OriginProblem> = new Set(['connection_timeout', 'http_response_timeout'])

/** The origin gave no answer. */
export class OriginFailure extends Error {
  readonly problem: OriginProblem
  /** The status for the visitor (RFC 9110, sections 15.6.3 and 15.6.5). */
  readonly status: 502 | 504

  constructor(problem: OriginProblem, options?: ErrorOptions) {
    super(`The origin gave no answer: ${problem}.`, options)
    this.problem = problem
    this.status = timeouts.has(problem) ? 504 : 502
  }
}
