import { setTimeout } from 'node:timers/promises'
import { runnerLimits } from '../limits.ts'
import type { Services } from '../../api/services.ts'
import { type FinishedCheck, type PackedCheck, packSamples, storeSamples } from './store-samples.ts'

interface Waiting {
  readonly check: PackedCheck
  readonly resolve: (isStored: boolean) => void
  readonly reject: (reason: unknown) => void
}

/** Stores the samples of checks that end within a moment in one transaction: one for each would cost several times as much. */
export class SampleWriter {
  readonly #services: Services
  readonly #runner: string
  #waiting: Waiting[] = []
  #isWriting = false

  /** @param runner the id of the runner that holds the checks */
  constructor(services: Services, runner: string) {
    this.#services = services
    this.#runner = runner
  }

  /** Resolves after the write: false if another runner has taken over the check, so that nothing was stored. */
  async store(finished: FinishedCheck): Promise<boolean> {
    const check = await packSamples(finished)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    this.#waiting.push({ check, resolve, reject })
    if (!this.#isWriting) void this.#write()
    return promise
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    let wait: number = runnerLimits.batchTime
    while (this.#waiting.length > 0) {
      await setTimeout(wait)
      await this.#store(this.#waiting.splice(0, runnerLimits.batch))
      // checks end all the time: fewer, larger transactions
      wait = runnerLimits.busyBatchTime
    }
    this.#isWriting = false
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const checks = batch.map(({ check }) => check)
      const stored = await storeSamples(checks, this.#runner, this.#services)
      for (const { check, resolve } of batch) resolve(stored.has(check.check.id))
    } catch (error) {
      const [only, ...others] = batch
      if (others.length === 0) only?.reject(error)
      // one that can't be stored doesn't take the others with it
      else for (const one of batch) await this.#store([one])
    }
  }
}
