/** What waits to be sent to one visitor. */
export interface Waiting {
  /** Bytes that have been sent on the visitor's connection so far. */
  readonly sent: number
  /** Gives it up, and the connection with it. */
  drop(): void
}

/** A visitor who has taken so much since the last look reads on: less may be what only keeps a connection open. */
const leastTaken = 4096

/**
 * Counts what waits for visitors in all, in bytes. Beyond the limit, whoever has taken nothing for the longest time is let
 * go: those who do read go on, and take turns at the end of the line.
 */
export class Backlog {
  readonly #most: number
  readonly #line = new Map<Waiting, { size: number; readonly sent: number }>()
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
    const place = this.#line.get(waiting)
    this.#size += size - (place?.size ?? 0)
    if (size === 0) this.#line.delete(waiting)
    else if (place) place.size = size
    else this.#line.set(waiting, { size, sent: waiting.sent })
    if (this.#size > this.#most) this.#shorten()
  }

  #shorten(): void {
    for (const [longest, { size, sent }] of this.#line) {
      if (this.#size <= this.#most) return
      if (longest.sent - sent < leastTaken) longest.drop()
      else {
        this.#line.delete(longest)
        this.#line.set(longest, { size, sent: longest.sent })
      }
    }
  }
}
