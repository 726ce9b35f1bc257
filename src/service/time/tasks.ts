/** Work that goes on after the request that began it was answered, until it's done or the service stops. */
export class Tasks {
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  /** @param work handles its own errors, and ends soon after the signal */
  start(work: (signal: AbortSignal) => Promise<void>): void {
    const done = work(this.#stopping.signal).finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }
}
