import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure, orAborted, reason } from './failure.ts'
import type { Address, Found, Resolver } from './resolver.ts'

/** The IPv6 range that IANA assigns as global unicast. */
const publicV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public addresses that lead into a cloud's internal network: Azure's metadata and DNS service. */
const cloudInternal = ['168.63.129.16/32']

/**
 * The range of an address that is not on the public internet; undefined for a public address. Addresses that embed an
 * IPv4 address (IPv4-mapped, NAT64, 6to4, Teredo) are refused whatever they embed: no public host needs them.
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
  /** Networks to refuse, even if private targets are allowed, as addresses or CIDR. */
  readonly refusedNetworks?: readonly string[]
  /** Lets checks reach loopback and private networks: for tests and for use inside a company. */
  readonly allowPrivateTargets: boolean
}

/** The checked addresses of a host. Connect to these; resolving the name again could give others. */
export interface Target {
  readonly addresses: readonly Address[]
  /** Addresses that DNS returns later, checked as well; rejects if one is refused. */
  readonly later?: Promise<readonly Address[]> | undefined
  /** Duration of the DNS lookup in ms; null for an IP address. */
  readonly dns: number | null
}

/**
 * Resolves a host once and checks every address, also those that come later. A single private address refuses the host:
 * mixing public and private addresses is how DNS rebinding reaches an internal network.
 * @param check refuses further addresses by throwing
 * @throws {Failure} `refused-target` or `dns-failed`; the signal's reason if it is aborted; what `check` throws
 */
export async function resolveTarget(
  host: string,
  guard: Guard,
  signal: AbortSignal,
  check: (address: string) => void = () => undefined,
): Promise<Target> {
  const bare = host.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  const began = performance.now()
  const found: Found = family ? { addresses: [{ address: bare, family }] } : await lookup(bare, guard.resolver, signal)
  const dns = family ? null : performance.now() - began
  const allowed = ({ addresses }: Found) => {
    for (const { address } of addresses) {
      if (isRefused(address, guard.refusedNetworks ?? [])) throw refusal(bare, address, 'refused by the operator')
      if (!guard.allowPrivateTargets) refusePrivate(bare, address)
      check(address)
    }
    return addresses
  }
  const addresses = allowed(found)
  const later = found.later?.then(allowed)
  // whether anybody still waits for them or not
  later?.catch(() => undefined)
  return { addresses, later, dns }
}

function refusePrivate(host: string, address: string) {
  const range = isRefused(address, cloudInternal) ? 'cloud' : privateRange(address)
  if (range !== undefined) throw refusal(host, address, range)
}

function isRefused(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  return networks.some((network) => {
    const [base, bits] = ipaddr.isValidCIDR(network)
      ? ipaddr.parseCIDR(network)
      : [ipaddr.process(network), ipaddr.process(network).kind() === 'ipv4' ? 32 : 128]
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

function refusal(host: string, address: string, range: string): Failure {
  const what =
    host === address
      ? `${host} is not a public address`
      : `${host} resolves to ${address}, which is not a public address`
  return new Failure('refused-target', `${what} (${range}), so no request was sent.`)
}

async function lookup(host: string, resolver: Resolver, signal: AbortSignal): Promise<Found> {
  let found: Found
  try {
    found = await orAborted(resolver.lookup(host), signal)
  } catch (error) {
    if (signal.aborted) throw error
    throw new Failure('dns-failed', `${host} could not be resolved: ${reason(error)}.`, { cause: error })
  }
  if (found.addresses.length > 0) return found
  throw new Failure('dns-failed', `${host} could not be resolved: the name has no address.`)
}
