import type { Logger } from 'pino'
import type { Clock } from '../world/world.ts'

interface PollerOptions {
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  readonly intervalMs: number
  readonly work: () => Promise<void>
  /** What to log when the work fails. The poller goes on. */
  readonly failure: string
  /** At least this long after the work has ended, it begins again, however often it is woken, ms of real time; default 0. */
  readonly pauseMs?: number
}

/** Does its work at every interval, and at once when woken. It never runs twice at the same time. */
export class Poller {
  readonly #options: PollerOptions
  #state: 'new' | 'started' | 'stopped' = 'new'
  #isDue = false
  #isPolling = false
  #endedAt = -Infinity
  #polling: Promise<void> = Promise.resolve()
  #cancelTimer: (() => void) | undefined

  constructor(options: PollerOptions) {
    this.#options = options
  }

  get stopped(): boolean {
    return this.#state === 'stopped'
  }

  /** Polls for the first time. Does nothing after `stop`. */
  start(): void {
    if (this.#state === 'new') this.#state = 'started'
    this.wake()
  }

  /** Polls now, or once more if a poll is under way. Does nothing before `start` and after `stop`. */
  wake(): void {
    if (this.#state !== 'started') return
    this.#isDue = true
    if (!this.#isPolling) this.#polling = this.#poll()
  }

  /** Stops for good, and waits for a poll that is under way. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#cancelTimer?.()
    await this.#polling
  }

  async #poll(): Promise<void> {
    const { clock, log, intervalMs, work, failure, pauseMs = 0 } = this.#options
    this.#isPolling = true
    this.#cancelTimer?.()
    while (this.#isDue && !this.stopped) {
      const pause = this.#endedAt + pauseMs - performance.now()
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      if (this.stopped) break
      this.#isDue = false
      try {
        await work()
      } catch (error) {
        log.error({ err: error }, failure)
      }
      this.#endedAt = performance.now()
    }
    this.#isPolling = false
    if (!this.stopped) this.#cancelTimer = clock.after(intervalMs, () => this.wake())
  }
}
