/** What can be made up for at once, ms: by this much, Node's timers are late on an idle machine. */
const timerMs = 2

/** What went one way since something last went the other way. Times are in ms. */
interface Turn {
  readonly way: object | string
  readonly last: number
  readonly worst: number
}

/**
 * How late a throttled connection runs. What is passed on late is made up for: the answer to it is passed on that much
 * earlier, so that delays don't add up over the turns of a connection.
 */
export class Lateness {
  #lost = 0
  #arrived: Turn | undefined
  #passedOn: Turn | undefined

  /** By how much something can have come too late at its end, ms. */
  get total(): number {
    return this.#lost + (this.#passedOn?.worst ?? 0)
  }

  /** Something was passed on `late` ms later than the line asks for. */
  passOn(way: object | string, late: number): void {
    this.#passedOn = next(this.#passedOn, way, late)
  }

  /**
   * Something has arrived on its way, which can have been `lag` ms ago.
   * @returns how much earlier it would have arrived, in ms, had nothing been passed on late
   */
  arrive(way: object | string, lag: number): number {
    const arrived = next(this.#arrived, way, lag)
    this.#lost += arrived.worst - (this.#arrived?.way === way ? this.#arrived.worst : 0)
    this.#arrived = arrived
    // only what comes from the other way can be an answer
    if (!this.#passedOn || this.#passedOn.way === way) return 0
    const { last } = this.#passedOn
    const madeUp = Math.min(last, timerMs)
    this.#passedOn = undefined
    this.#lost += last - madeUp
    return madeUp
  }
}

function next(turn: Turn | undefined, way: object | string, ms: number): Turn {
  return { way, last: ms, worst: turn?.way === way ? Math.max(turn.worst, ms) : ms }
}
