import type { FieldLines } from '../cache/index.ts'
import type { Origin } from '../control/site.ts'
import { OriginAgent } from '../origin/agent.ts'
import type { DialOptions } from '../origin/dial.ts'
import { askOrigin, type OriginHead } from '../origin/ask.ts'
import { OriginFailure } from '../origin/failure.ts'

export interface HeadRequest {
  readonly origin: Origin
  /** Path and query. */
  readonly target: string
  readonly lines: FieldLines
  readonly signal: AbortSignal
}

/** Customers' servers, to be asked what they would answer a visitor. */
export interface Origins {
  /**
   * The head of the answer to a GET. The body isn't read.
   * @throws {OriginFailure} if there is no answer
   */
  head(wanted: HeadRequest): Promise<OriginHead>
}

interface OriginsOptions extends DialOptions {
  /** How long an answer may take, ms. */
  readonly timeoutMs: number
}

/** Customers' servers on the network, as far as the guard allows. */
export function createOrigins({ timeoutMs, ...dial }: OriginsOptions): Origins {
  const agent = new OriginAgent(dial)
  return {
    async head({ signal, ...wanted }) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await askOrigin(agent, {
          ...wanted,
          method: 'GET',
          signal: AbortSignal.any([signal, timeout]),
        })
        answer.body.destroy()
        return answer
      } catch (error) {
        throw timeout.aborted ? new OriginFailure('http_response_timeout', { cause: error }) : error
      }
    },
  }
}
