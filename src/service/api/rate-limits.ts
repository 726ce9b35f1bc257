import { AsyncLocalStorage } from 'node:async_hooks'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../shared/client-address.ts'
import { callerLimits } from './limits.ts'
import { type HttpError, tooMany } from './errors.ts'

/** What a request has left of a limit. */
interface Rate {
  readonly points: number
  readonly seconds: number
  readonly left: number
  /** Until there are more, in seconds. */
  readonly resetsIn: number
}

/** By the limit's name, for each that a request counts for. */
export type Rates = Map<string, Rate>

const ofRequest = new AsyncLocalStorage<Rates>()

/** Has `rates` filled with the limits that count while `handle` runs. */
export const recordingRates = <T>(rates: Rates, handle: () => Promise<T>): Promise<T> => ofRequest.run(rates, handle)

/** The header fields that tell a client (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateHeaders(rates: Rates): Readonly<Record<string, string>> {
  if (rates.size === 0) return {}
  const all = [...rates]
  return {
    'RateLimit-Policy': all.map(([name, { points, seconds }]) => `"${name}";q=${points};w=${seconds}`).join(', '),
    RateLimit: all.map(([name, { left, resetsIn }]) => `"${name}";r=${left};t=${resetsIn}`).join(', '),
  }
}

/** Limits how often something happens, by whom. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory
  readonly #name: string
  readonly #sentence: string
  readonly #seconds: number

  /** @param sentence the message for whoever is over the limit */
  constructor(
    name: string,
    { points, seconds }: { readonly points: number; readonly seconds: number },
    sentence: string,
  ) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds })
    this.#name = name
    this.#sentence = sentence
    this.#seconds = seconds
  }

  /** @throws {HttpError} 429 */
  async count(who: string): Promise<void> {
    try {
      this.#record(await this.#limiter.consume(who))
    } catch (state) {
      if (state instanceof RateLimiterRes) throw this.#refusal(state)
      throw state
    }
  }

  uncount(who: string): Promise<unknown> {
    return this.#limiter.reward(who)
  }

  /** Begins to count anew. */
  forget(who: string): Promise<unknown> {
    return this.#limiter.delete(who)
  }

  /** The 429 for someone who is over the limit, undefined for others. */
  async over(who: string): Promise<HttpError | undefined> {
    const state = await this.#limiter.get(who)
    return state && state.consumedPoints >= this.#limiter.points ? this.#refusal(state) : undefined
  }

  #refusal(state: RateLimiterRes): HttpError {
    this.#record(state)
    return tooMany(this.#sentence, secondsIn(state))
  }

  #record(state: RateLimiterRes): void {
    const { points } = this.#limiter
    const left = Math.max(0, state.remainingPoints)
    ofRequest.getStore()?.set(this.#name, { points, seconds: this.#seconds, left, resetsIn: secondsIn(state) })
  }
}

const secondsIn = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000))

/** Slows down guessing: once an address has tried too many unknown keys, its failing requests get 429. */
export class GuessLimit {
  readonly #limit = new RateLimit('guesses', callerLimits.guesses, 'Too many unknown API keys from this address.')

  /** @throws {HttpError} 429 */
  count(address: string): Promise<void> {
    return this.#limit.count(networkOf(address))
  }

  /** The 429 for an address that is over the limit, undefined for others. */
  over(address: string): Promise<HttpError | undefined> {
    return this.#limit.over(networkOf(address))
  }
}

const openSitesSentence = 'Too many sites were created from this address without an API key.'

/** Limits the sites that an address creates without a key. */
export class OpenSiteLimit {
  readonly #limit = new RateLimit('open-sites', callerLimits.openSites, openSitesSentence)

  /**
   * Counts a site before network and DNS are asked about it, so that requests in progress count too.
   * @returns takes the count back, for a site that isn't created after all
   * @throws {HttpError} 429
   */
  async count(address: string): Promise<() => Promise<unknown>> {
    const network = networkOf(address)
    await this.#limit.count(network)
    return () => this.#limit.uncount(network)
  }
}
