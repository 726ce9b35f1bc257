/** Why an answer wasn't stored. */
export interface NotStoredReason {
  /** As in Cache-Status. */
  readonly reason: string
  readonly status: number
  /** UNIX ms. */
  readonly at: number
}

/** The addresses whose latest answer wasn't stored, and why, for those who look into the cache. The oldest go first. */
export class NotStored {
  readonly #maxKeys: number
  readonly #reasons = new Map<string, NotStoredReason>()

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get(key: string): NotStoredReason | undefined {
    return this.#reasons.get(key)
  }

  set(key: string, reason: NotStoredReason): void {
    this.#reasons.delete(key)
    this.#reasons.set(key, reason)
    if (this.#reasons.size <= this.#maxKeys) return
    for (const oldest of this.#reasons.keys()) {
      this.#reasons.delete(oldest)
      break
    }
  }

  delete(key: string): void {
    this.#reasons.delete(key)
  }
}
