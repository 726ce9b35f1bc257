/** Where the clock was set back, there may be more than a minute's. */
const maxLooks = 100

/** How far a counter came in the last minute, from a look at it every few seconds. */
export class Recent {
  readonly #looks: { readonly at: number; readonly count: number }[] = []

  /**
   * @param at UNIX ms
   * @returns by how much it has grown within a minute
   */
  look(at: number, count: number): number {
    // the last look that is a minute ago stays, to count from
    while ((this.#looks[1]?.at ?? Infinity) <= at - 60_000 || this.#looks.length > maxLooks) this.#looks.shift()
    this.#looks.push({ at, count })
    return count - (this.#looks[0]?.count ?? 0)
  }
}
