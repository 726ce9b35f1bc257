/** A site that has a host, as far as it matters to whom the host's visitors belong. */
export interface HostClaim {
  readonly id: string
  /** Whether the host's CNAME was last seen pointing at the site, and when DNS was asked, UNIX ms. */
  readonly isPointed: boolean
  readonly seenAt: number
  /** Whether the host's TXT record names the site. */
  readonly isProved: boolean
  /** Whether the TXT record of a root domain named the site before, and its addresses still lead to the edge. */
  readonly isKept: boolean
  /** Since when the site has the host, UNIX ms. */
  readonly since: number
}

/**
 * Whose visitors those of a host are: the site's that its CNAME points at, else the site's that its TXT record names,
 * else the site's that it named before the record went, else the site's that had the host first. So visitors never move to another site unless the host's DNS says so, or the
 * site that they belong to gives the host up.
 * @param claims the sites with the host, ports not compared
 */
export function rightfulClaim<Claim extends HostClaim>(claims: readonly Claim[]): Claim | undefined {
  const [first, ...others] = claims
  return first && others.reduce((best, claim) => (goesBefore(claim, best) ? claim : best), first)
}

function goesBefore(a: HostClaim, b: HostClaim): boolean {
  if (a.isPointed !== b.isPointed) return a.isPointed
  // a name points at one site only, so the one that was seen last is right
  if (a.isPointed && a.seenAt !== b.seenAt) return a.seenAt > b.seenAt
  if (a.isProved !== b.isProved) return a.isProved
  if (a.isKept !== b.isKept) return a.isKept
  return a.since === b.since ? a.id < b.id : a.since < b.since
}

/** The TXT record by which the owner of a host says that its visitors belong to a site. */
export function claimRecord(hostname: string, serviceCname: string): { readonly name: string; readonly value: string } {
  return { name: `_site-performance.${hostname}`, value: serviceCname }
}
