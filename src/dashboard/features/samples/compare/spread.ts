/** A host's requests that were made in both samples. */
interface OfHost {
  /** How many there are. */
  readonly requests: number
  /** How many of them took longer. */
  readonly longer: number
}

/**
 * Where requests took longer. `one host`: only there, while others held still. `all hosts`: at each of several. `everywhere`: at
 * so many that neither one server nor a few odd requests explain it. Undefined where that tells nothing.
 */
export type Spread = 'one host' | 'all hosts' | 'everywhere' | undefined

/** A page's own host, and others that are unlikely to be one server. */
const hostsForAll = 3
/** Requests that took longer, without those of the host that has most. */
const requestsElsewhere = 3

/** What the hosts whose requests took longer have in common. */
export function spreadOf(hosts: readonly OfHost[]): Spread {
  const slower = hosts.filter(({ longer }) => longer > 0)
  if (hosts.length < 2 || slower.length === 0) return undefined
  if (slower.length === 1) return 'one host'
  if (slower.length < hosts.length) return undefined
  const counts = hosts.map(({ longer }) => longer)
  const elsewhere = counts.reduce((sum, count) => sum + count, 0) - Math.max(...counts)
  const isMostAtEach = hosts.every(({ requests, longer }) => longer > requests / 2)
  return hosts.length >= hostsForAll && elsewhere >= requestsElsewhere && isMostAtEach ? 'everywhere' : 'all hosts'
}
