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
 * Purges in O(1), whatever the cache holds. Every request gets the number of the moment at which it came in, and a purge
 * marks what it concerns with the next number. What was asked for before its mark is outdated, including answers that
 * are still on their way.
 */
export class Generations {
  readonly #maxMarks: number
  readonly #onPurge: (purge: Purge) => void
  #now = 0
  /** Everything from before this is outdated. */
  #floor = 0
  readonly #marks = new Map<string, number>()

  /**
   * @param maxMarks marks kept; beyond this, everything older counts as purged
   * @param onPurge called for every purge
   */
  constructor(maxMarks: number, onPurge: (purge: Purge) => void = () => undefined) {
    this.#maxMarks = maxMarks
    this.#onPurge = onPurge
  }

  /** The number of this moment. */
  now(): number {
    return this.#now
  }

  purgeSite(siteId: string): void {
    this.#mark(`s${siteId}`)
    this.#onPurge({ scope: 'site', siteId })
  }

  /** Purges a path with all its queries. */
  purgePath(siteId: string, path: string): void {
    this.#mark(`p${siteId} ${path}`)
    this.#onPurge({ scope: 'path', siteId, path })
  }

  purgeAddress(key: string): void {
    this.#mark(`a${key}`)
    this.#onPurge({ scope: 'address', key })
  }

  /** Purges everything. */
  purgeAll(): void {
    this.#now++
    this.#floor = this.#now
    this.#marks.clear()
    this.#onPurge({ scope: 'all' })
  }

  /** Whether what was asked for at that moment may still be used. */
  holds(moment: number, { siteId, path, key }: Address): boolean {
    // nothing has been purged since
    if (moment === this.#now) return true
    if (moment < this.#floor) return false
    const marks = this.#marks
    return (
      moment >= (marks.get(`s${siteId}`) ?? 0) &&
      moment >= (marks.get(`p${siteId} ${path}`) ?? 0) &&
      moment >= (marks.get(`a${key}`) ?? 0)
    )
  }

  #mark(scope: string): void {
    this.#now++
    // the latest go last
    this.#marks.delete(scope)
    this.#marks.set(scope, this.#now)
    if (this.#marks.size <= this.#maxMarks) return
    for (const [oldest, moment] of this.#marks) {
      if (this.#marks.size <= this.#maxMarks / 2) break
      this.#marks.delete(oldest)
      this.#floor = moment
    }
    this.#onPurge({ scope: 'all' })
  }
}
