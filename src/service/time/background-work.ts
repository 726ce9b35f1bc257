import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { stepLimits } from './limits.ts'
import type { Database } from '../database/index.ts'
import { Lease } from './lease.ts'
import { Poller } from '../../shared/poller.ts'
import type { Clock } from '../world/world.ts'

/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000
/** How long it works before it lets others read and write. */
const stepMs = 10

/** What background work needs of the service. */
export interface BackgroundParts {
  readonly database: Database
  readonly world: { readonly clock: Clock }
  readonly log: Pick<Logger, 'error'>
}

/** Lets others read and write before the next step. @throws if there must be none */
export type NextStep = () => Promise<void>

export interface Steps {
  readonly next: NextStep
  /** The same, but only once it has worked for some milliseconds. */
  readonly nextIfLong: NextStep
}

interface Options<T> {
  /** Of the lease. */
  readonly name: string
  readonly intervalMs: number
  /** How long it waits after the start, until everything else has started; default 0. */
  readonly startDelayMs?: number
  /** How long to let others read and write between two steps, where that isn't the usual time. */
  readonly pauseMs?: number | undefined
  /** What to log when the work fails. It's tried again after the interval. */
  readonly failure: string
  /** What a run counts, before it has done anything. */
  readonly counts: () => T
  /** Does everything that is due, and counts it. */
  readonly work: (steps: Steps, counts: T) => Promise<void>
}

/** This process is stopping, or another one has taken over. */
class Stopped extends Error {}

/** Work that is done at every interval, in short steps, by one process on a database at a time. */
export class BackgroundWork<T> {
  readonly #options: Options<T>
  readonly #lease: Lease
  readonly #poller: Poller

  constructor({ database, world: { clock }, log }: BackgroundParts, options: Options<T>) {
    const { name, intervalMs, failure } = options
    this.#options = options
    this.#lease = new Lease(name, database, clock, leaseMs)
    const work = async () => void (await this.run())
    this.#poller = new Poller({ clock, log, intervalMs, work, failure })
  }

  start(): void {
    this.#poller.start(this.#options.startDelayMs)
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Does everything that is due, unless another process is doing so. @returns what was done before it was stopped */
  async run(): Promise<T> {
    const { counts: begin, work, pauseMs = stepLimits.pause } = this.#options
    const counts = begin()
    if (!(await this.#lease.hold())) return counts
    const next = async () => {
      await setTimeout(pauseMs)
      if (this.#poller.stopped || !(await this.#lease.hold())) throw new Stopped()
    }
    let began = performance.now()
    const nextIfLong = async () => {
      if (performance.now() - began < stepMs) return
      await next()
      began = performance.now()
    }
    try {
      await work({ next, nextIfLong }, counts)
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    } finally {
      await this.#lease.release()
    }
    return counts
  }
}
