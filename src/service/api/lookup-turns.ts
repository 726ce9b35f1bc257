import { callerLimits } from './limits.ts'
import { tooMany } from './errors.ts'
import { networkOf } from '../../shared/client-address.ts'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Lets each caller ask DNS and the network about a few hosts at a time. The rest of its requests wait, so that hosts that
 * don't answer delay only the caller that named them.
 */
export class LookupTurns {
  readonly #lines = new Map<string, Line>()

  /**
   * @param caller a partner's or an account's id, or the client's address
   * @throws {HttpError} 429 if too many requests of the caller are waiting; what `work` throws
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const name = networkOf(caller)
    const line = this.#lines.get(name) ?? { running: 0, waiting: [] }
    if (line.waiting.length >= callerLimits.waitingLookups) {
      throw tooMany('Too many of your requests are waiting for DNS.', 5)
    }
    this.#lines.set(name, line)
    if (line.running < callerLimits.lookups) line.running++
    // whoever ends passes on its place
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) this.#lines.delete(name)
    }
  }
}
