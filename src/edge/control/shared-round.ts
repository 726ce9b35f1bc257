/** Does the same work for all who ask, so that it costs no more the more of them there are. */
export class SharedRound {
  readonly #work: () => Promise<void>
  readonly #pauseMs: number
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param pauseMs from the end of one round to the beginning of the next */
  constructor(work: () => Promise<void>, pauseMs: number) {
    this.#work = work
    this.#pauseMs = pauseMs
  }

  /** Resolves once a round is over that began after this call. Rejects where its work does. */
  join(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const round = this.#work()
      const pause = () => new Promise<void>((resolve) => void setTimeout(resolve, this.#pauseMs))
      this.#running = round.then(pause, pause)
      return round
    })
    return this.#next
  }
}
