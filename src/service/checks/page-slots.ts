/** How many pages are measured at once: fewer while pages show that the runner is busy, and more again once they don't. */
export class PageSlots {
  readonly #max: number
  #now: number

  constructor(max: number) {
    this.#max = max
    this.#now = max
  }

  get now(): number {
    return this.#now
  }

  /** A page has been measured. */
  record(isBusy: boolean): void {
    this.#now = isBusy ? Math.max(1, Math.floor(this.#now / 2)) : Math.min(this.#max, this.#now + 1)
  }
}
