import { channel } from 'node:diagnostics_channel'

/** A recurring event of this process, for whoever measures it. Without a subscriber, recording it costs nothing. */
class Observed<T extends object> {
  readonly #channel: ReturnType<typeof channel>

  constructor(name: string) {
    this.#channel = channel(`site-performance:${name}`)
  }

  record(event: T): void {
    if (this.#channel.hasSubscribers) this.#channel.publish(event)
  }

  /** @returns a function that stops it */
  watch(listener: (event: T) => void): () => void {
    const received = (event: unknown) => listener(event as T)
    this.#channel.subscribe(received)
    return () => {
      this.#channel.unsubscribe(received)
    }
  }
}

/** A request to the API has been answered. */
export const requests = new Observed<{
  /** The endpoint's id, or `unknown`. */
  readonly operation: string
  readonly status: number
  readonly ms: number
}>('request')

/** A check has been made. */
export const checks = new Observed<{
  readonly type: 'HTTP' | 'WEBPAGE'
  /** How long after it was due it began, ms. */
  readonly lateMs: number
  readonly ms: number
  /** The severity of its worst sample. */
  readonly severity: string
}>('check')

/** A check has been made, by a runner that measures its own delay. */
export const runnerDelays = new Observed<{
  readonly type: 'HTTP' | 'WEBPAGE'
  /** The delay of its worst sample, ms. */
  readonly ms: number
  /** Whether a sample isn't judged because of it. */
  readonly isBusy: boolean
}>('runner-delay')

/** A statement of this process has ended, if the database was opened to be measured. */
export const queries = new Observed<{ readonly ms: number; readonly failed: boolean }>('query')
