/** What a `LoopDelay` is computed from. Durations are in ms, and all but `now` are totals since some moment. */
export interface LoopSource {
  now(): number
  /** How long the event loop has waited for something to happen. */
  idle(): number
  /** How long the thread has waited for a processor; always 0 where the system doesn't tell. */
  waited(): number
  /** Calls back at the end of a turn of the event loop, without keeping the loop from waiting. */
  atEndOfTurn(call: () => void): void
}

/** The event loop has waited in this turn if it did so for this long, ms. */
const minIdle = 0.05
/** How often to ask how long the thread has waited for a processor, ms. Each question costs a system call. */
const waitInterval = 5

/**
 * How long it took the event loop to notice what has just happened: because it was still running something else, or because
 * its thread had to wait for a processor. Costs a few microseconds for each turn of the event loop while something is being
 * measured, and nothing otherwise.
 */
export class LoopDelay {
  readonly #source: LoopSource
  #measuring = 0
  #isWatching = false
  /** As of the end of the last turn. */
  #at = 0
  #idle = 0
  #waited = 0
  /** When `#waited` was read. */
  #waitedAt = 0
  /** How long the last turn was busy. */
  #lastTurn = 0
  #wasAsked = false

  constructor(source: LoopSource) {
    this.#source = source
  }

  /** Begins to watch the event loop, for as long as any measurement needs it. @returns a function that ends it */
  begin(): () => void {
    this.#measuring++
    if (!this.#isWatching) {
      this.#isWatching = true
      this.#lastTurn = 0
      this.#at = this.#waitedAt = this.#source.now()
      this.#idle = this.#source.idle()
      this.#waited = this.#source.waited()
      this.#source.atEndOfTurn(this.#endTurn)
    }
    return () => {
      this.#measuring--
    }
  }

  now(): number {
    return this.#source.now()
  }

  /** How long ago, in ms, what this turn of the event loop reports can have happened. */
  lag(): number {
    const now = this.#source.now()
    const idle = this.#source.idle() - this.#idle
    const busy = now - this.#at - idle
    this.#wasAsked = true
    // unless the loop had to wait for it, it can have happened while the last turn was still busy
    return Math.max(0, busy) + (idle < minIdle ? this.#lastTurn : 0) + this.#source.waited() - this.#waited
  }

  readonly #endTurn = (): void => {
    const now = this.#source.now()
    const idle = this.#source.idle()
    this.#lastTurn = Math.max(0, now - this.#at - (idle - this.#idle))
    this.#at = now
    this.#idle = idle
    if (this.#wasAsked || now - this.#waitedAt > waitInterval) {
      this.#waited = this.#source.waited()
      this.#waitedAt = now
      this.#wasAsked = false
    }
    this.#isWatching = this.#measuring > 0
    if (this.#isWatching) this.#source.atEndOfTurn(this.#endTurn)
  }
}
