import { setTimeout as delay } from 'node:timers/promises'
import { LruMap } from '../../shared/lru-map.ts'
import { SharedRound } from './shared-round.ts'

interface Limits {
  /** From one look into the database to the next, ms. */
  readonly pause: number
  /** How long a visitor waits, ms. */
  readonly time: number
  /** Visitors that wait at a time. */
  readonly waiting: number
  /** Hosts that aren't looked up again for a while. */
  readonly remembered: number
}

/** Nodes read all changes once a second, so a host that is still unknown then was made later. */
const forgottenMs = 1000

/**
 * Looks into the database for a host that no site has: it may be that of a site that was made a moment ago. However many
 * unknown hosts are asked for, the database is read no more often than once in each pause.
 */
export class UnknownHosts {
  readonly #limits: Limits
  readonly #rounds: SharedRound
  /** When each was looked up. */
  readonly #asked: LruMap<string, number>
  #waiting = 0

  /** @param follow reads the sites that have changed */
  constructor(follow: () => Promise<void>, limits: Limits) {
    this.#rounds = new SharedRound(follow, limits.pause)
    this.#limits = limits
    this.#asked = new LruMap(limits.remembered)
  }

  /** @returns whether it was looked up, so that a site may have it now */
  async lookUp(hostname: string): Promise<boolean> {
    const now = performance.now()
    if (this.#waiting >= this.#limits.waiting || now - (this.#asked.get(hostname) ?? -Infinity) < forgottenMs)
      return false
    this.#asked.set(hostname, now)
    this.#waiting++
    const waited = new AbortController()
    try {
      const late = delay(this.#limits.time, undefined, { signal: waited.signal })
      await Promise.race([this.#rounds.join(), late])
      return true
    } catch {
      return false
    } finally {
      waited.abort()
      this.#waiting--
    }
  }
}
