import { isIPv4 } from 'node:net'
import type { EdgeNode } from './nodes.ts'

export interface ZoneOptions {
  /** `SERVICE_DOMAIN`. */
  readonly domain: string
  /** Seconds. */
  readonly ttl: number
  /** The zone for visitors near this location; undefined for all. */
  readonly near?: string | undefined
  /** Locations and addresses to leave out. */
  readonly without: readonly string[]
  /** The names of the zone's own name servers; with none, it has no SOA and NS records. */
  readonly nameServers: readonly string[]
  /** UNIX ms. */
  readonly now: number
}

/**
 * A zone for the names under the service's domain, as a master file (RFC 1035, section 5): every name has the addresses of
 * the nodes that are up. One wildcard covers service CNAMEs and preview addresses (RFC 4592).
 * @returns undefined where no node is up: such a zone would take all sites off the net
 */
export function zoneOf(nodes: readonly EdgeNode[], options: ZoneOptions): string | undefined {
  const { domain, ttl, near, without, nameServers, now } = options
  const usable = nodes.filter(({ health, location }) => health === 'up' && !without.includes(location))
  // where no node is near, the others are better than none
  const nearest = usable.filter(({ location }) => location === near)
  const chosen = nearest.length > 0 ? nearest : usable
  const seen = new Set(without)
  const lines = chosen.flatMap(({ location, addresses }) => {
    const fresh = addresses.filter((address) => !seen.has(address))
    for (const address of fresh) seen.add(address)
    if (fresh.length === 0) return []
    return [`; ${plain(location)}`, ...fresh.map((address) => record('*', isIPv4(address) ? 'A' : 'AAAA', address))]
  })
  if (lines.length === 0) return undefined
  const left = nodes.filter(({ health }) => health !== 'up')
  return [
    `; ${domain}${near === undefined ? '' : ` near ${plain(near)}`}, as of ${new Date(now).toISOString()}`,
    ...left.map(
      ({ location, health, addresses }) => `; left out, ${health}: ${plain(location)} ${addresses.join(' ')}`,
    ),
    `$ORIGIN ${domain}.`,
    `$TTL ${ttl}`,
    ...authority(nameServers, domain, ttl, now),
    ...lines,
    '',
  ].join('\n')
}

/** Whether most nodes seem to be gone, as when the database has just come back: the others couldn't serve all visitors. */
export function isMostlyAway(nodes: readonly EdgeNode[]): boolean {
  return nodes.filter(({ health }) => health === 'up').length * 2 < nodes.length
}

const record = (name: string, type: string, data: string) => `${name}\tIN\t${type}\t${data}`

/** The records with which name servers load it as a zone of its own. */
function authority(nameServers: readonly string[], domain: string, ttl: number, now: number): string[] {
  const [first] = nameServers
  if (first === undefined) return []
  // grows with the time, as secondaries expect of a serial
  const serial = Math.floor(now / 1000)
  const soa = `${absolute(first)} hostmaster.${domain}. ${serial} 3600 600 604800 ${ttl}`
  return [record('@', 'SOA', soa), ...nameServers.map((name) => record('@', 'NS', absolute(name)))]
}

const absolute = (name: string) => (name.endsWith('.') ? name : `${name}.`)

/** A name for a comment, which ends with its line. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
