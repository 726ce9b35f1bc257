/**
 * The parameters requested of a page's address but not shown yet. React may show the address of one change after the next
 * was made, so a change that was built on what is shown could undo another.
 */
export class PendingAddress {
  #pathname = ''
  /** What is shown, and of each change since, the latest last. */
  #requested: string[] = []

  /** What the next change builds on. */
  latest(pathname: string, shown: URLSearchParams): URLSearchParams {
    const requested = pathname === this.#pathname ? this.#requested.at(-1) : undefined
    return new URLSearchParams(requested ?? shown)
  }

  request(pathname: string, shown: URLSearchParams, params: URLSearchParams): void {
    if (pathname !== this.#pathname || this.#requested.length === 0) this.#requested = [shown.toString()]
    this.#pathname = pathname
    const next = params.toString()
    if (next !== this.#requested.at(-1)) this.#requested.push(next)
  }

  /**
   * Call this for each address shown, as often as you like: it's one of those requested, or a navigation that overtook
   * them all.
   */
  show(pathname: string, shown: URLSearchParams): void {
    const at = pathname === this.#pathname ? this.#requested.lastIndexOf(shown.toString()) : -1
    this.#requested = at === -1 ? [] : this.#requested.slice(at)
  }
}
