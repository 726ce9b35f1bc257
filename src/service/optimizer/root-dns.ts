import type { RootDns } from '../../contract/root-dns.ts'

/** What decides where the addresses of a host lead. */
export interface Look {
  /** Those of its A and AAAA records, all of them. */
  readonly seen: readonly string[]
  /** Which of them aren't the edge's. */
  readonly foreign: readonly string[]
  /** Whether DNS led visitors to the site at the look before. */
  readonly wasHere: boolean
  /** Whether its TXT record names the site. */
  readonly isProved: boolean
  /** Whether the host's visitors belong to another site (`rightfulClaim`). */
  readonly isTaken: boolean
  /** Whether its server is known: from now on, DNS names the edge instead. */
  readonly hasOrigin: boolean
}

/**
 * Where a root domain leads, which can't have a CNAME (RFC 1912, section 2.4). All sites share the edge's addresses, so a TXT
 * record has to name the site first. After that, the addresses are enough: owners tidy up such records.
 */
export function rootDnsOf({ seen, foreign, wasHere, isProved, isTaken, hasOrigin }: Look): RootDns {
  if (seen.length === 0) return 'none'
  if (foreign.length > 0) return foreign.length === seen.length ? 'elsewhere' : 'partly'
  if (isTaken || !(wasHere || isProved)) return 'unproved'
  return wasHere || hasOrigin ? 'here' : 'no-origin'
}
