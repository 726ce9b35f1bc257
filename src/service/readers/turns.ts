import { readerLimits } from './limits.ts'
import { tooMany } from '../api/errors.ts'

/** How many of an owner's reads may wait. Every key may have 50 requests open, so it's more than that. */

/** Gives each owner one turn at a time, in the order of asking, so that nobody's reads keep everybody else waiting. */
export class Turns {
  /** Who waits, for each owner whose turn it is. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /**
   * Waits for the owner's turn.
   * @returns ends the turn
   * @throws {HttpError} 429 if too many wait already; the signal's reason if it is aborted first
   */
  async take(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const waiting = this.#waiting.get(owner)
    if (!waiting) {
      this.#waiting.set(owner, [])
      return () => this.#pass(owner)
    }
    if (waiting.length >= readerLimits.waiting) {
      throw tooMany(`${readerLimits.waiting} requests like this are already waiting.`, 5)
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const place = waiting.indexOf(resolve)
      if (place === -1) return
      waiting.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(resolve)
    await promise.finally(() => signal.removeEventListener('abort', leave))
    return () => this.#pass(owner)
  }

  #pass(owner: string): void {
    const next = this.#waiting.get(owner)?.shift()
    if (next) next()
    else this.#waiting.delete(owner)
  }
}
