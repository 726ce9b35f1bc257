/** What can be purged at once: a site, one path of it with all queries, or one address. */
export interface Address {
  readonly siteId: string
  /** Without the query. */
  readonly path: string
  /** The key under which its responses are stored. */
  readonly key: string
}

/** What was purged. */
export type Purge =
  | { readonly scope: 'site'; readonly siteId: string }
  | { readonly scope: 'path'; readonly siteId: string; readonly path: string }
  | { readonly scope: 'address'; readonly key: string }
  /** Everything there was. */
  | { readonly scope: 'all' }

/**
 * Purges in O(1), however much is cached. Time is counted in purges: a request keeps the number of purges so far as the
 * moment at which it came in, and each purge records its own number for its site, path or address. A response is
 * outdated if its request came in before the last purge that covers it, even if it's still on its way.
 */
export class Purges {
  readonly #maxRemembered: number
  readonly #onPurge: (purge: Purge) => void
  #now = 0
  /** Everything requested before this moment is outdated. */
  #floor = 0
  /** When each site, path and address was last purged. */
  readonly #purgedAt = new Map<string, number>()

  /**
   * @param maxRemembered how many purged sites, paths and addresses are remembered; beyond that, everything older counts
   * as purged
   * @param onPurge called for every purge
   */
  constructor(maxRemembered: number, onPurge: (purge: Purge) => void = () => undefined) {
    this.#maxRemembered = maxRemembered
    this.#onPurge = onPurge
  }

  /** The current moment. */
  now(): number {
    return this.#now
  }

  purgeSite(siteId: string): void {
    this.#record(`s${siteId}`)
    this.#onPurge({ scope: 'site', siteId })
  }

  /** Purges a path with all its queries. */
  purgePath(siteId: string, path: string): void {
    this.#record(`p${siteId} ${path}`)
    this.#onPurge({ scope: 'path', siteId, path })
  }

  purgeAddress(key: string): void {
    this.#record(`a${key}`)
    this.#onPurge({ scope: 'address', key })
  }

  /** Purges everything. */
  purgeAll(): void {
    this.#now++
    this.#floor = this.#now
    this.#purgedAt.clear()
    this.#onPurge({ scope: 'all' })
  }

  /** Whether a response that was requested at that moment may still be used. */
  isCurrent(moment: number, { siteId, path, key }: Address): boolean {
    // nothing has been purged since
    if (moment === this.#now) return true
    if (moment < this.#floor) return false
    const purgedAt = this.#purgedAt
    return (
      moment >= (purgedAt.get(`s${siteId}`) ?? 0) &&
      moment >= (purgedAt.get(`p${siteId} ${path}`) ?? 0) &&
      moment >= (purgedAt.get(`a${key}`) ?? 0)
    )
  }

  #record(scope: string): void {
    this.#now++
    // the latest go last
    this.#purgedAt.delete(scope)
    this.#purgedAt.set(scope, this.#now)
    if (this.#purgedAt.size <= this.#maxRemembered) return
    for (const [oldest, moment] of this.#purgedAt) {
      if (this.#purgedAt.size <= this.#maxRemembered / 2) break
      this.#purgedAt.delete(oldest)
      this.#floor = moment
    }
    this.#onPurge({ scope: 'all' })
  }
}
