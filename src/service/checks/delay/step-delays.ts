import type { LoopDelay } from './loop-delay.ts'
import { delayOf, type RunnerDelay, type Step } from './rules.ts'

/** Notes how late each step of a measurement was noticed. */
export class StepDelays {
  readonly #loop: Pick<LoopDelay, 'lag' | 'now'>
  readonly #steps: Step[] = []
  #since: number

  constructor(loop: Pick<LoopDelay, 'lag' | 'now'>) {
    this.#loop = loop
    this.#since = loop.now()
  }

  /** A step is done. To be called at once, in the turn of the event loop that reports it. */
  record(): void {
    const now = this.#loop.now()
    const took = now - this.#since
    this.#since = now
    this.#steps.push({ took, late: Math.min(took, this.#loop.lag()) })
  }

  /** Adds a delay, in ms, that may be part of any step. */
  add(late: number): void {
    this.#steps.unshift({ took: 0, late })
  }

  total(): RunnerDelay {
    return delayOf(this.#steps)
  }
}
