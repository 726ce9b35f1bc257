/** How long it is remembered that an answer was for one visitor only, ms. */
const rememberMs = 60_000
const maxKeys = 20_000

/**
 * Addresses whose latest answer couldn't be shared. Their visitors don't wait for one another, and their conditional
 * requests go to the origin as they are.
 */
export class Uncacheable {
  readonly #until = new Map<string, number>()

  add(key: string, now: number): void {
    this.#until.delete(key)
    this.#until.set(key, now + rememberMs)
    if (this.#until.size <= maxKeys) return
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
