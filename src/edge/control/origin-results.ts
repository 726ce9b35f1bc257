import { countLimits } from './limits.ts'
import { lifetimes } from '../../service/database/index.ts'
import type { OriginResult } from '../../service/database/index.ts'
import type { EdgeSite } from './site.ts'

const minuteMs = 60_000

type Waiting = { -readonly [Name in keyof OriginResult]: OriginResult[Name] }

/** Counts how requests to origins end, minute by minute, until that has been written to the database. */
export class OriginResults {
  readonly #waiting = new Map<string, Waiting>()
  readonly #now: () => number
  #failures = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Requests that failed since the start, of all sites together. */
  get failures(): number {
    return this.#failures
  }

  /**
   * @param problem why the request failed, as the cause of an incident; null if it didn't
   * @returns whether it's the first of its minute that failed so
   */
  record({ id: siteId, host }: Pick<EdgeSite, 'id' | 'host'>, problem: string | null): boolean {
    const minute = Math.floor(this.#now() / minuteMs) * minuteMs
    const failed = problem === null ? 0 : 1
    this.#failures += failed
    const key = keyOf({ siteId, host, minute })
    const known = this.#waiting.get(key)
    if (!known) {
      this.#waiting.set(key, { siteId, host, minute, asked: 1, failed, problem })
      return problem !== null
    }
    const isNew = problem !== null && known.problem !== problem
    known.asked++
    known.failed += failed
    known.problem = problem ?? known.problem
    return isNew
  }

  /** Everything counted and not yet written. Pass it to `written` once it is. */
  waiting(): readonly OriginResult[] {
    // what couldn't be written for so long is of no use any more
    const before = this.#now() - lifetimes.originResults
    for (const [key, { minute }] of this.#waiting)
      if (minute < before || this.#waiting.size > countLimits.originResults) this.#waiting.delete(key)
    return [...this.#waiting.values()].map((result) => ({ ...result }))
  }

  /** Forgets what has been written, but not what was counted since. */
  written(results: readonly OriginResult[]): void {
    for (const done of results) {
      const key = keyOf(done)
      const known = this.#waiting.get(key)
      if (!known) continue
      known.asked -= done.asked
      known.failed -= done.failed
      if (known.asked === 0) this.#waiting.delete(key)
    }
  }
}

const keyOf = ({ siteId, host, minute }: Pick<OriginResult, 'siteId' | 'host' | 'minute'>) =>
  `${siteId} ${host} ${minute}`
