import { countLimits } from './limits.ts'
import { addOriginResults, addTraffic, type Database, recordActionTimes } from '../../service/database/index.ts'
import type { ActionTimes } from './action-times.ts'
import type { OriginResults } from './origin-results.ts'
import type { Problems } from './problems.ts'
import type { TrafficCounter } from './traffic.ts'

/** How often counts are written at most: a crash loses at most this much, ms. */
const leastMs = 5000
/** And at least, where writing takes long, ms. */
const mostMs = 60_000
/** How much of the time may be spent on writing. */
const share = 0.02

interface Counts {
  readonly database: Database
  readonly traffic: TrafficCounter
  readonly originResults: OriginResults
  readonly actionTimes: ActionTimes
  readonly problems: Problems
}

/** Writes what was counted to the database, one kind after the other: a node takes one connection for that. */
export class CountWriter {
  readonly #counts: Counts
  /** How long the last two times took: one may have been slow by chance. */
  #tookMs: readonly [number, number] = [0, 0]

  constructor(counts: Counts) {
    this.#counts = counts
  }

  /** How long to wait before the next time, ms: the more there is to write, the more is added up first. */
  get intervalMs(): number {
    return Math.min(mostMs, Math.max(leastMs, Math.min(...this.#tookMs) / share))
  }

  /** Writes all kinds. @throws if one of them couldn't be written; it waits for the next time */
  async write(): Promise<void> {
    const begin = performance.now()
    const problems: unknown[] = []
    for (const one of [() => this.#traffic(), () => this.#originResults(), () => this.#actionTimes()])
      await one().catch((error: unknown) => problems.push(error))
    if (problems.length > 0) throw problems[0]
    this.#tookMs = [this.#tookMs[1], performance.now() - begin]
  }

  async #traffic(): Promise<void> {
    const { database, traffic, problems } = this.#counts
    const limited = await traffic.limit()
    if (limited === 'dropped')
      problems.begin('lost traffic', 'Too much traffic waits to be written, so the oldest is lost.')
    else if (limited !== 'nothing')
      problems.begin('traffic', `Much traffic waits to be written, so it’s added up ${limited}.`)
    // what is counted meanwhile has time until the next round
    for (let left = traffic.rows + 1; left > 0; left -= countLimits.rows) {
      const counted = traffic.waiting(countLimits.rows)
      await addTraffic(database.db, counted)
      traffic.written(counted)
    }
    problems.end('traffic')
    problems.end('lost traffic')
  }

  async #originResults(): Promise<void> {
    const { database, originResults } = this.#counts
    const results = originResults.waiting()
    await addOriginResults(database.db, results)
    originResults.written(results)
  }

  async #actionTimes(): Promise<void> {
    const { database, actionTimes } = this.#counts
    const times = actionTimes.waiting()
    await recordActionTimes(database.db, times)
    actionTimes.written(times)
  }
}
