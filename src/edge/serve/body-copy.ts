import { cacheLimits } from '../limits.ts'
import type { Store } from '../cache/index.ts'

/** A copy of a body on its way to the visitor, in memory that the store sets aside for it. */
export class BodyCopy {
  readonly #store: Store
  readonly #onTooLarge: () => void
  #chunks: Buffer[] = []
  #reserved = 0
  #isWhole = true

  /** @param onTooLarge called if the copy is given up */
  constructor(store: Store, onTooLarge: () => void) {
    this.#store = store
    this.#onTooLarge = onTooLarge
  }

  /** Takes a part. @returns whether it goes on taking */
  add(chunk: Buffer): boolean {
    if (!this.#isWhole) return false
    const fits = this.#reserved + chunk.length <= cacheLimits.object && this.#store.reserve(chunk.length)
    if (fits) {
      this.#reserved += chunk.length
      this.#chunks.push(chunk)
      return true
    }
    this.#isWhole = false
    this.drop()
    this.#onTooLarge()
    return false
  }

  /** The whole body; undefined where it was given up. */
  take(): Buffer | undefined {
    const body = this.#isWhole ? Buffer.concat(this.#chunks) : undefined
    this.drop()
    return body
  }

  /** Gives the memory back. */
  drop(): void {
    this.#store.release(this.#reserved)
    this.#reserved = 0
    this.#chunks = []
  }
}
