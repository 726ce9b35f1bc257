import { LruMap } from '../../shared/lru-map.ts'

/**
 * Addresses whose latest answer couldn't be shared. Their visitors don't wait for one another, and their conditional
 * requests go to the origin as they are.
 */
export class Uncacheable {
  readonly #rememberMs: number
  readonly #until: LruMap<string, number>

  /** @param rememberMs how long an address is remembered, ms */
  constructor(maxKeys: number, rememberMs: number) {
    this.#rememberMs = rememberMs
    this.#until = new LruMap(maxKeys)
  }

  add(key: string, now: number): void {
    this.#until.set(key, now + this.#rememberMs)
  }

  has(key: string, now: number): boolean {
    return (this.#until.get(key) ?? 0) > now
  }

  remove(key: string): void {
    this.#until.delete(key)
  }
}
