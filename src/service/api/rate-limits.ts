import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../../shared/client-address.ts'
import { callerLimits } from './limits.ts'
import { type HttpError, tooMany } from './errors.ts'

const { guesses, openSites } = callerLimits

/** Slows down guessing: once an address has tried too many unknown keys, its failing requests get 429. */
export class GuessLimit {
  readonly #limiter = new RateLimiterMemory({ points: guesses.points, duration: guesses.seconds })

  /** @throws {HttpError} 429 */
  count(address: string): Promise<void> {
    return consume(this.#limiter, address, 'Too many unknown API keys from this address.')
  }

  /** The 429 for an address that is over the limit, undefined for others. */
  async over(address: string): Promise<HttpError | undefined> {
    const state = await this.#limiter.get(networkOf(address))
    return state && state.consumedPoints >= guesses.points
      ? tooManyOf('Too many unknown API keys from this address.', state)
      : undefined
  }
}

const openSitesSentence = 'Too many sites were created from this address without an API key.'

/** Limits the sites that an address creates without a key. */
export class OpenSiteLimit {
  readonly #limiter = new RateLimiterMemory({ points: openSites.points, duration: openSites.seconds })

  /**
   * Counts a site before network and DNS are asked about it, so that requests in progress count too.
   * @returns takes the count back, for a site that isn't created after all
   * @throws {HttpError} 429
   */
  async count(address: string): Promise<() => Promise<unknown>> {
    await consume(this.#limiter, address, openSitesSentence)
    return () => this.#limiter.reward(networkOf(address))
  }
}

/** Limits requests of an account that reach its own servers, so that the service can't be used to flood them. */
export class AccountLimit {
  readonly #limiter: RateLimiterMemory
  readonly #sentence: string

  /** @param sentence the message for an account that is over the limit */
  constructor({ points, seconds }: { readonly points: number; readonly seconds: number }, sentence: string) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds })
    this.#sentence = sentence
  }

  /** @throws {HttpError} 429 */
  count(accountId: string): Promise<void> {
    return consume(this.#limiter, accountId, this.#sentence)
  }
}

async function consume(limiter: RateLimiterMemory, address: string, sentence: string): Promise<void> {
  try {
    await limiter.consume(networkOf(address))
  } catch (state) {
    if (state instanceof RateLimiterRes) throw tooManyOf(sentence, state)
    throw state
  }
}

function tooManyOf(sentence: string, state: RateLimiterRes): HttpError {
  return tooMany(sentence, Math.max(1, Math.ceil(state.msBeforeNext / 1000)))
}
