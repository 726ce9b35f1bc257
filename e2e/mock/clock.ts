import type { Clock } from '../../src/service/world/world.ts'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** A clock that only a test advances. Timers fire in order as it passes them. */
export class ScriptedClock implements Clock {
  #now: number
  readonly #timers = new Set<Timer>()

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  after(ms: number, call: () => void): () => void {
    const timer = { at: this.#now + ms, call }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Advances, and lets the work of each timer settle before the next one fires. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#now = end
  }
}
