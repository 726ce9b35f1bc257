import { LruMap } from '../../shared/lru-map.ts'

/** How often a part was asked for of each address that could be stored as a whole. Those asked for last are remembered. */
export class PartsAsked {
  readonly #rememberMs: number
  readonly #asked: LruMap<string, { readonly since: number; readonly times: number }>

  /** @param rememberMs after how long the requests of an address are counted anew, ms */
  constructor(maxKeys: number, rememberMs: number) {
    this.#rememberMs = rememberMs
    this.#asked = new LruMap(maxKeys)
  }

  /** Counts a request. @returns how many there have been, with this one */
  count(key: string, now: number): number {
    const known = this.#asked.get(key)
    const asked =
      known && now - known.since < this.#rememberMs ? { ...known, times: known.times + 1 } : { since: now, times: 1 }
    this.#asked.set(key, asked)
    return asked.times
  }

  /** Counts an address anew. */
  forget(key: string): void {
    this.#asked.delete(key)
  }
}
