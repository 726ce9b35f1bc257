import type { Labels } from './labels.ts'

/** Where responses are stored: at a site, one path of it with all queries, or one address. */
export interface Address {
  readonly siteId: string
  /** Without the query. */
  readonly path: string
  /** The key under which its responses are stored. */
  readonly key: string
}

/** Names responses of a site by more than an address. */
export interface Pattern {
  /** A pattern with the same id takes its place. */
  readonly id: string
  /**
   * Whether it names a response.
   * @param labels undefined while the response is still on its way
   * @param spend takes the steps of a search before they are made; throws where they are too many, which counts as named
   */
  readonly names: (address: Address, labels: Labels | undefined, spend: (steps: number) => void) => boolean
}

/** What was purged. */
export type Purge =
  | { readonly scope: 'site'; readonly siteId: string }
  | { readonly scope: 'path'; readonly siteId: string; readonly path: string }
  | { readonly scope: 'address'; readonly key: string }
  /** Some responses of a site, which only their labels or addresses tell. */
  | { readonly scope: 'some'; readonly siteId: string }
  /** Everything there was. */
  | { readonly scope: 'all' }

/** How many purges are remembered. */
export interface PurgeBounds {
  /** Of sites, paths, addresses and tags; beyond that, everything older counts as purged. */
  readonly purges: number
  /** Of patterns at a site; beyond that, what is older at the site counts as purged. */
  readonly patternsOfSite: number
  /** Of patterns at all sites; beyond that, the site whose last pattern is the oldest counts as purged. */
  readonly patterns: number
  /** Of steps that a response is compared with all patterns of its site; beyond that, it counts as purged. */
  readonly patternSteps: number
}

/**
 * Purges in O(1), however much is cached. Time is counted in purges: a request keeps the number of purges so far as the
 * moment at which it came in, and each purge records its own number for what it names. A response is outdated if its
 * request came in before the last purge that names it, even if it's still on its way. One that isn't outdated now might
 * as well have been asked for now: whoever uses it keeps that as its moment, so that it's compared with each pattern once.
 */
export class Purges {
  readonly #bounds: PurgeBounds
  readonly #onPurge: (purge: Purge) => void
  #now = 0
  /** Everything requested before this moment is outdated. */
  #floor = 0
  /** When each site, path, address and tag was last purged. */
  readonly #purgedAt = new Map<string, number>()
  /** The patterns of each site, and when each was last purged. Sites and patterns that were purged last come last. */
  readonly #patterns = new Map<string, Map<string, Pattern & { readonly at: number }>>()
  #patternCount = 0

  /** @param onPurge called for every purge */
  constructor(bounds: PurgeBounds, onPurge: (purge: Purge) => void = () => undefined) {
    this.#bounds = bounds
    this.#onPurge = onPurge
  }

  /** The current moment. */
  now(): number {
    return this.#now
  }

  purgeSite(siteId: string): void {
    this.#record(`s${siteId}`)
    this.#dropPatterns(siteId)
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

  /** Purges the responses of a site that have a tag, in lower case. */
  purgeTag(siteId: string, tag: string): void {
    this.#record(`t${siteId} ${tag}`)
    // for those whose tags aren't known
    this.#record(`t${siteId}`)
    this.#onPurge({ scope: 'some', siteId })
  }

  purgePattern(siteId: string, pattern: Pattern): void {
    const patterns = this.#patterns.get(siteId) ?? new Map<string, Pattern & { at: number }>()
    this.#patternCount -= patterns.size
    this.#patterns.delete(siteId)
    patterns.delete(pattern.id)
    patterns.set(pattern.id, { ...pattern, at: ++this.#now })
    this.#patterns.set(siteId, patterns)
    for (const [id, { at }] of patterns) {
      if (patterns.size <= this.#bounds.patternsOfSite) break
      patterns.delete(id)
      this.#raise(`s${siteId}`, at)
    }
    this.#patternCount += patterns.size
    this.#onPurge({ scope: 'some', siteId })
    for (const oldest of this.#patterns.keys()) {
      if (this.#patternCount <= this.#bounds.patterns) break
      this.purgeSite(oldest)
    }
  }

  /** Purges everything. */
  purgeAll(): void {
    this.#now++
    this.#floor = this.#now
    this.#purgedAt.clear()
    this.#patterns.clear()
    this.#patternCount = 0
    this.#onPurge({ scope: 'all' })
  }

  /**
   * Whether a response that was requested at that moment may still be used.
   * @param labels undefined while it's on its way: then it's outdated by whatever may name it
   */
  isCurrent(moment: number, address: Address, labels: Labels | undefined): boolean {
    // nothing has been purged since
    if (moment === this.#now) return true
    if (moment < this.#floor) return false
    const { siteId, path, key } = address
    return (
      !this.#isPurgedSince(moment, `s${siteId}`) &&
      !this.#isPurgedSince(moment, `p${siteId} ${path}`) &&
      !this.#isPurgedSince(moment, `a${key}`) &&
      !this.#isTagPurgedSince(moment, siteId, labels?.tags) &&
      !this.#isPatternPurgedSince(moment, address, labels)
    )
  }

  #isPurgedSince(moment: number, scope: string): boolean {
    return moment < (this.#purgedAt.get(scope) ?? 0)
  }

  #isTagPurgedSince(moment: number, siteId: string, tags: readonly string[] | undefined): boolean {
    if (!this.#isPurgedSince(moment, `t${siteId}`)) return false
    return tags?.some((tag) => this.#isPurgedSince(moment, `t${siteId} ${tag}`)) ?? true
  }

  #isPatternPurgedSince(moment: number, address: Address, labels: Labels | undefined): boolean {
    const patterns = this.#patterns.get(address.siteId)
    if (!patterns) return false
    let left = this.#bounds.patternSteps
    const spend = (steps: number) => {
      left -= steps
      if (left < 0) throw new Error('too many steps')
    }
    for (const { at, names } of patterns.values()) {
      if (moment >= at) continue
      try {
        if (names(address, labels, spend)) return true
      } catch {
        // too much may be purged, but not too little
        return true
      }
    }
    return false
  }

  #record(scope: string): void {
    this.#raise(scope, ++this.#now)
  }

  #raise(scope: string, moment: number): void {
    const before = this.#purgedAt.get(scope) ?? 0
    // the latest go last
    this.#purgedAt.delete(scope)
    this.#purgedAt.set(scope, Math.max(before, moment))
    if (this.#purgedAt.size <= this.#bounds.purges) return
    for (const [oldest, at] of this.#purgedAt) {
      if (this.#purgedAt.size <= this.#bounds.purges / 2) break
      this.#purgedAt.delete(oldest)
      this.#floor = Math.max(this.#floor, at)
    }
    this.#onPurge({ scope: 'all' })
  }

  #dropPatterns(siteId: string): void {
    this.#patternCount -= this.#patterns.get(siteId)?.size ?? 0
    this.#patterns.delete(siteId)
  }
}
