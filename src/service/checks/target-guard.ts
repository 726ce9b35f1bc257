import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure, orAborted, reason } from './failure.ts'
import type { Address, Resolver } from './resolver.ts'

/** IPv6 that is given out to the public (IANA: the rest is reserved, or stands for something else). */
const publicV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Why an address is not of the public internet, or undefined where it is. Addresses that carry another one inside
 * (IPv4-mapped, NAT64, 6to4, Teredo) are refused whatever they carry: nothing public is reachable by them only.
 */
export function privateRange(address: string): string | undefined {
  if (isIP(address) === 0) return 'invalid'
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range !== 'unicast') return range
  return parsed instanceof ipaddr.IPv6 && !parsed.match(publicV6) ? 'reserved' : undefined
}

export interface Guard {
  readonly resolver: Resolver
  /** Lets checks ask loopback and private networks: for tests and for inside a company. */
  readonly allowPrivateTargets: boolean
}

/** Where a host may be asked: what its name stands for, checked, to be connected to as it is and not looked up again. */
export interface Target {
  readonly addresses: readonly Address[]
  /** Milliseconds that the look-up took; null for an address, which needs none. */
  readonly dns: number | null
}

/**
 * Looks a host up once and checks every address that it stands for: one that is not public refuses the host, since
 * an answer that mixes both is how an inner network is reached by name.
 * @throws {Failure} `refused-target` or `dns-failed`; the signal's reason where it is aborted
 */
export async function resolveTarget(host: string, guard: Guard, signal: AbortSignal): Promise<Target> {
  const bare = host.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  const began = performance.now()
  const addresses = family ? [{ address: bare, family }] : await lookup(bare, guard.resolver, signal)
  const dns = family ? null : performance.now() - began
  if (!guard.allowPrivateTargets) for (const { address } of addresses) refusePrivate(bare, address)
  return { addresses, dns }
}

function refusePrivate(host: string, address: string) {
  const range = privateRange(address)
  if (range === undefined) return
  const what =
    host === address
      ? `${host} is not a public address`
      : `${host} stands for ${address}, which is not a public address`
  throw new Failure('refused-target', `${what} (${range}), so it was not asked.`)
}

async function lookup(host: string, resolver: Resolver, signal: AbortSignal): Promise<readonly Address[]> {
  let addresses: readonly Address[]
  try {
    addresses = await orAborted(resolver.lookup(host), signal)
  } catch (error) {
    if (signal.aborted) throw error
    throw new Failure('dns-failed', `${host} could not be looked up: ${reason(error)}.`, { cause: error })
  }
  if (addresses.length === 0)
    throw new Failure('dns-failed', `${host} could not be looked up: the name has no address.`)
  return addresses
}
