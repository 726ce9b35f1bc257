/** How the request of a flight's leader ended for those who wait. */
export type Landing =
  /** The answer is in the cache. */
  | { readonly kind: 'stored' }
  /** The answer was for the leader alone, or it takes too long. */
  | { readonly kind: 'alone' }
  /** The origin couldn't be asked. */
  | { readonly kind: 'failed'; readonly error: Error }

/** A request to the origin that several visitors wait for. */
export class Flight {
  /** The moment at which it began; see `Purges`. */
  readonly moment: number
  #landing: Landing | undefined
  /** Made for the first one that waits. */
  #landed: PromiseWithResolvers<Landing> | undefined

  constructor(moment: number) {
    this.moment = moment
  }

  /** Tells those who wait how it ended. Only the first call counts. */
  land(landing: Landing): void {
    this.#landing ??= landing
    this.#landed?.resolve(this.#landing)
  }

  /** Waits for the landing, `alone` after this many ms. */
  async wait(ms: number): Promise<Landing> {
    if (this.#landing) return this.#landing
    this.#landed ??= Promise.withResolvers<Landing>()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<Landing>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'alone' }), ms)
    })
    try {
      return await Promise.race([this.#landed.promise, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The requests on their way, so that many visitors of one address cause one request. */
export class Flights {
  readonly #flights = new Map<string, Flight>()

  get(key: string): Flight | undefined {
    return this.#flights.get(key)
  }

  /** Begins a flight that others can wait for until it's over. */
  begin(key: string, moment: number): Flight {
    const flight = new Flight(moment)
    this.#flights.set(key, flight)
    return flight
  }

  /** Ends a flight, so that no one else waits for it. */
  end(key: string, flight: Flight, landing: Landing): void {
    flight.land(landing)
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
