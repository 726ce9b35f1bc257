import type { RootDns } from '../../contract/root-dns.ts'
import { type Look, rootDnsOf } from './root-dns.ts'

interface CounterpartLook extends Omit<Look, 'hasOrigin'> {
  /** What its CNAME record names: the site's service CNAME, the site's host, or anything else; null without one. */
  readonly cname: 'service' | 'site' | 'other' | null
  /** Whether it's a root domain; otherwise it is the www of one. */
  readonly isRoot: boolean
  /** Whether DNS leads the visitors of the site's own host here. */
  readonly isSiteHere: boolean
}

/**
 * Where the counterpart of a site's host leads. All sites share the edge's addresses, so something has to say whose it is: its
 * own CNAME or TXT record, or, for the www of a root domain, that the root domain leads to the site.
 */
export function counterpartDnsOf({ cname, isRoot, isSiteHere, ...look }: CounterpartLook): RootDns {
  if (cname === 'service') return 'here'
  if (cname === 'other') return 'elsewhere'
  if (cname === 'site') return isSiteHere && !look.isTaken ? 'here' : 'unproved'
  const isProved = look.isProved || (!isRoot && isSiteHere)
  return rootDnsOf({ ...look, isProved, wasHere: isRoot && look.wasHere, hasOrigin: true })
}
