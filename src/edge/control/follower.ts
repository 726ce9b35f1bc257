import type { Problems } from './problems.ts'

interface FollowerOptions {
  /** Called before the first read, until it succeeds. */
  readonly prepare: () => Promise<void>
  readonly purges: { follow(): Promise<void> }
  readonly sites: { follow(): Promise<void>; missed(): void }
  readonly problems: Problems
  /** The machine's time, UNIX ms. */
  readonly now: () => number
}

/**
 * Keeps this node in step with the database. Purges come before sites: a site that comes back from maintenance must not be
 * served from what was purged meanwhile. Only a round that reads both to the end counts.
 */
export class Follower {
  readonly #options: FollowerOptions
  #isPrepared = false
  #caughtUpAt: number | null = null

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** When the last round began that read everything, UNIX ms; null if none has. */
  get caughtUpAt(): number | null {
    return this.#caughtUpAt
  }

  /** Carries out new purges, and takes over changed sites. A failure is a problem of the node. */
  async follow(): Promise<void> {
    const { problems } = this.#options
    try {
      await this.read()
    } catch (error) {
      const reason = error instanceof Error && error.message ? error.message : String(error)
      problems.begin('database', `The database can’t be read: ${reason}`)
      throw error
    }
    problems.end('database')
  }

  /** The same, where a failure is the caller's business. */
  async read(): Promise<void> {
    const { prepare, purges, sites, now } = this.#options
    const at = now()
    try {
      if (!this.#isPrepared) await prepare()
      this.#isPrepared = true
      await purges.follow()
      await sites.follow()
    } catch (error) {
      sites.missed()
      throw error
    }
    this.#caughtUpAt = at
  }
}
