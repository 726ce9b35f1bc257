import { type Attempt, firstOf } from './first-of.ts'
import type { Address } from './resolver.ts'
import type { Target } from './target-guard.ts'

/** How long an attempt has before the next one joins it, ms (RFC 8305, section 5: "Connection Attempt Delay"). */
const attemptDelay = 250

/**
 * The first connection of attempts at all addresses, which begin one after the other and go on until one is connected (RFC
 * 8305, section 5). Addresses that come later join them.
 * @throws as `firstOf`
 */
export function firstConnected<T>(
  { addresses, later }: Pick<Target, 'addresses' | 'later'>,
  begin: (address: Address) => Attempt<T>,
  signal: AbortSignal,
): Promise<T> {
  return firstOf(interleaved(addresses), begin, { delay: attemptDelay, later: later?.then(interleaved), signal })
}

/** The families in turn, beginning with that of the first address (RFC 8305, section 4). */
function interleaved(addresses: readonly Address[]): Address[] {
  const family = addresses[0]?.family
  const [first, second] = [true, false].map((same) => addresses.filter((one) => (one.family === family) === same))
  return addresses.flatMap((_, i) => [first?.[i] ?? [], second?.[i] ?? []].flat())
}
