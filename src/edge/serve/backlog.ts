/** What waits to be sent to one visitor. */
interface Waiting {
  /** Gives it up, and the connection with it. */
  drop(): void
}

/**
 * Counts what waits for visitors in all, in bytes. Beyond the limit, whoever has taken nothing for the longest time is let
 * go: those who do read go on, and take turns at the end of the line.
 */
export class Backlog {
  readonly #most: number
  readonly #sizes = new Map<Waiting, number>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  /** Whether so much waits that no more than has to should be added. */
  get isCrowded(): boolean {
    return this.#size > this.#most / 2
  }

  /** Sets how much waits for a visitor. */
  set(waiting: Waiting, size: number): void {
    this.#size += size - (this.#sizes.get(waiting) ?? 0)
    if (size > 0) this.#sizes.set(waiting, size)
    else this.#sizes.delete(waiting)
    for (const [longest] of this.#sizes) {
      if (this.#size <= this.#most) return
      longest.drop()
    }
  }

  /** The visitor has taken something. */
  progressed(waiting: Waiting): void {
    const size = this.#sizes.get(waiting)
    if (size === undefined) return
    this.#sizes.delete(waiting)
    this.#sizes.set(waiting, size)
  }
}
