/**
 * Addresses whose latest answer couldn't be shared. Their visitors don't wait for one another, and their conditional
 * requests go to the origin as they are.
 */
export class Uncacheable {
  readonly #maxKeys: number
  readonly #rememberMs: number
  readonly #until = new Map<string, number>()

  /** @param rememberMs how long an address is remembered, ms */
  constructor(maxKeys: number, rememberMs: number) {
    this.#maxKeys = maxKeys
    this.#rememberMs = rememberMs
  }

  add(key: string, now: number): void {
    this.#until.delete(key)
    this.#until.set(key, now + this.#rememberMs)
    if (this.#until.size <= this.#maxKeys) return
    for (const oldest of this.#until.keys()) {
      this.#until.delete(oldest)
      break
    }
  }

  has(key: string, now: number): boolean {
    return (this.#until.get(key) ?? 0) > now
  }

  remove(key: string): void {
    this.#until.delete(key)
  }
}
