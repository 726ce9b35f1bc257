import type { NodeForm } from '../../contract/node-forms.ts'
import { databaseTime, type Database, type NodeReport } from '../../service/database/index.ts'
import type { Follower } from './follower.ts'
import type { OriginResults } from './origin-results.ts'
import type { Problems } from './problems.ts'
import { Recent } from './recent.ts'
import type { SitesTable } from './sites-table.ts'
import type { TrafficCounter } from './traffic.ts'

/** By how much the machine's clock may be off, ms. */
const maxClockErrorMs = 5000

interface ReporterOptions {
  readonly form: NodeForm
  readonly version: string
  readonly port: number
  readonly sites: SitesTable
  readonly follower: Follower
  readonly traffic: TrafficCounter
  readonly originResults: OriginResults
  readonly problems: Problems
  readonly storedBytes: () => number
  /** How many it has, null without https. */
  readonly certificates: () => number | null
  /** When the sites were read that it runs with, if they come from a snapshot, UNIX ms. */
  readonly snapshotAt: () => number | null
}

/** Says how this node is, for its operator. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #startedAt = Date.now()
  readonly #recent = new Recent()

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  report(): NodeReport {
    const { form, version, port, sites, follower, traffic, originResults, problems } = this.#options
    const { serviceRequests: requests, hits, misses } = traffic.totals()
    return {
      form,
      version,
      port,
      started_at: this.#startedAt,
      sites: sites.size,
      stored_bytes: this.#options.storedBytes(),
      requests,
      minute_requests: this.#recent.look(Date.now(), requests),
      hits,
      misses,
      origin_failures: originResults.failures,
      caught_up_at: follower.caughtUpAt,
      snapshot_at: this.#options.snapshotAt(),
      certificates: this.#options.certificates(),
      problems: [...problems.list()],
    }
  }

  /** Compares the machine's clock with the database's. */
  async checkClock(database: Database): Promise<void> {
    const asked = Date.now()
    const theirs = await databaseTime(database)
    const answered = Date.now()
    // it was theirs at some time between
    const ms = theirs < asked ? asked - theirs : theirs > answered ? answered - theirs : 0
    const { problems } = this.#options
    if (Math.abs(ms) <= maxClockErrorMs) problems.end('clock')
    else {
      const seconds = Math.round(Math.abs(ms) / 1000)
      problems.begin('clock', `This machine’s clock is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} the database’s.`)
    }
  }
}
