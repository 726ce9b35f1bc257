import { originLimits } from './limits.ts'
import { VisitorFault } from './failure.ts'

interface Share {
  taken: number
  readonly waiting: Set<() => void>
}

interface Limits {
  /** Requests that a visitor's network may have at a site's origin at a time. */
  readonly share: number
  /** How many more may wait, and for how long, ms. */
  readonly waiting: number
  readonly turn: number
}

const limitsOfOrigins: Limits = { share: originLimits.share, waiting: originLimits.waiting, turn: originLimits.turn }

/** Sees to it that no visitor takes all connections to a site's origin. */
export class Shares {
  readonly #limits: Limits
  readonly #shares = new Map<string, Share>()

  constructor(limits: Limits = limitsOfOrigins) {
    this.#limits = limits
  }

  /** Requests under way of a share. */
  taken(key: string): number {
    return this.#shares.get(key)?.taken ?? 0
  }

  /**
   * Waits until a request of a share may be sent.
   * @param signal takes the request back
   * @returns gives its place to the next one; only the first call counts
   * @throws {VisitorFault} if too many wait, or for too long
   */
  async take(key: string, signal?: AbortSignal): Promise<() => void> {
    const share = this.#shares.get(key) ?? { taken: 0, waiting: new Set() }
    this.#shares.set(key, share)
    if (share.taken < this.#limits.share) share.taken++
    else await this.#turn(share, signal)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const [next] = share.waiting
      if (next) next()
      else share.taken--
      if (share.taken === 0) this.#shares.delete(key)
    }
  }

  /** Waits for the place of another one. */
  #turn({ waiting }: Share, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(proceed)
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      leave()
      reject(new VisitorFault(503))
    }
    const proceed = () => {
      leave()
      resolve()
    }
    const timer = setTimeout(giveUp, this.#limits.turn)
    if (signal?.aborted || waiting.size >= this.#limits.waiting) giveUp()
    else {
      waiting.add(proceed)
      signal?.addEventListener('abort', giveUp)
    }
    return promise
  }
}
