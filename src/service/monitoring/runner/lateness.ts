import type { Logger } from 'pino'
import { lateAfter } from '../../../contract/index.ts'

/** Counts the checks that began late, for the operator. */
export class Lateness {
  readonly #log: Pick<Logger, 'warn'>
  #checks = 0
  #worstMs = 0

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log
  }

  /** @param lateMs how long after it was due a check began */
  record(lateMs: number): void {
    if (lateMs < lateAfter) return
    this.#checks++
    this.#worstMs = Math.max(this.#worstMs, lateMs)
  }

  /** Logs what was late since the last report, if anything was. */
  report(): void {
    if (this.#checks > 0)
      this.#log.warn({ checks: this.#checks, worstMs: Math.round(this.#worstMs) }, 'checks began late')
    this.#checks = 0
    this.#worstMs = 0
  }
}
