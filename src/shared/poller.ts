import type { Logger } from 'pino'

export interface Timer {
  /** Calls back after at least this many ms, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void
}

export const systemTimer: Timer = {
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

interface PollerOptions {
  /** By default the system's. */
  readonly clock?: Timer
  readonly log: Pick<Logger, 'error'>
  /** From the end of a poll to the next, ms. */
  readonly intervalMs: number | (() => number)
  readonly work: () => Promise<void>
  /** What to log when the work fails: once a minute while it lasts. The poller goes on. */
  readonly failure: string
  /** The shortest time from the end of a poll to the next, however often it is woken, ms of real time; default 0. */
  readonly pauseMs?: number
}

/** How often a failure that repeats is logged, ms. */
const logMs = 60_000

/** Does its work at every interval, and at once when woken. It never runs twice at the same time. */
export class Poller {
  readonly #options: PollerOptions
  #state: 'new' | 'started' | 'stopped' = 'new'
  #running: Promise<void> | undefined
  /** A poll that has been asked for and hasn't begun. */
  #next: Promise<void> | undefined
  #endedAt = -Infinity
  #loggedAt = -Infinity
  #cancelTimer: (() => void) | undefined

  constructor(options: PollerOptions) {
    this.#options = options
  }

  get stopped(): boolean {
    return this.#state === 'stopped'
  }

  /** Polls for the first time, now or after a while, ms. Does nothing after `stop`. */
  start(delayMs = 0): void {
    if (this.#state === 'new') this.#state = 'started'
    if (delayMs > 0) this.#schedule(delayMs)
    else this.wake()
  }

  /** Polls now, or once more if a poll is under way. Does nothing before `start` and after `stop`. */
  wake(): void {
    void this.now()
  }

  /** The same. @returns a promise for the end of a poll that begins after this call */
  now(): Promise<void> {
    if (this.#state !== 'started') return Promise.resolve()
    if (this.#next) return this.#next
    if (!this.#running && this.#pauseLeft() <= 0) return this.#poll()
    this.#next = this.#pollNext()
    return this.#next
  }

  /** Stops for good: waits for a poll that is under way, and then does one last thing. */
  async stop(last?: () => Promise<void>): Promise<void> {
    this.#state = 'stopped'
    this.#cancelTimer?.()
    await this.#next
    await this.#running
    if (last) await this.#attempt(last)
  }

  #pauseLeft(): number {
    return this.#endedAt + (this.#options.pauseMs ?? 0) - performance.now()
  }

  async #pollNext(): Promise<void> {
    await this.#running
    const pause = this.#pauseLeft()
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    this.#next = undefined
    if (!this.stopped) await this.#poll()
  }

  #poll(): Promise<void> {
    const { intervalMs, work } = this.#options
    this.#cancelTimer?.()
    this.#running = this.#attempt(work).then(() => {
      this.#running = undefined
      this.#endedAt = performance.now()
      this.#schedule(typeof intervalMs === 'number' ? intervalMs : intervalMs())
    })
    return this.#running
  }

  #schedule(ms: number): void {
    if (this.#state !== 'started') return
    const { clock = systemTimer } = this.#options
    this.#cancelTimer?.()
    this.#cancelTimer = clock.after(ms, () => this.wake())
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#loggedAt = -Infinity
    } catch (error) {
      if (performance.now() - this.#loggedAt < logMs) return
      this.#loggedAt = performance.now()
      this.#options.log.error({ err: error }, this.#options.failure)
    }
  }
}
