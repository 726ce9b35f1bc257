import { type FleetSort, fleetSorts, needsAttention, type Trouble } from '../../../contract/index.ts'
import { plural } from '../../kit/format/format.ts'

/** What the tiles call each kind of trouble. */
export const troubleNames = {
  down: 'Down',
  dns: 'DNS elsewhere',
  slow: 'Slow',
  other: 'Errors',
  maintenance: 'Maintenance',
  idle: 'Not live yet',
  healthy: 'Healthy',
} as const satisfies Record<Trouble, string>

/** The same where there is little room. */
export const shortTroubleNames = { ...troubleNames, dns: 'DNS', idle: 'Not live' } as const satisfies Record<
  Trouble,
  string
>

/** Each order, in its usual direction and in the other. */
const orders = {
  impact: ['Most urgent first', 'Least urgent first'],
  host: ['Site, A to Z', 'Site, Z to A'],
  since: ['Newest trouble first', 'Oldest trouble first'],
  availability: ['Least available first', 'Most available first'],
  lcp: ['Slowest home page first', 'Fastest home page first'],
  requests: ['Most requests first', 'Fewest requests first'],
} as const satisfies Record<FleetSort, readonly [usual: string, other: string]>

/** What “urgent” means. */
export const urgentInWords = 'The worst trouble comes first; of the same severity, the sites with the most requests.'

interface Order {
  readonly by: FleetSort
  readonly direction: 'asc' | 'desc'
}

/** The orders to choose from: each in its usual direction, and the present one. */
export function orderOptions(now: Order) {
  return (Object.keys(orders) as FleetSort[]).map((by) => {
    const isOther = by === now.by && now.direction !== fleetSorts[by]
    return { value: by, label: orders[by][isOther ? 1 : 0] }
  })
}

/** `No slow sites match “shop”`, `No sites are down right now`. */
export function noneInWords(trouble: Trouble | undefined, searched: string): string {
  const which = trouble === undefined ? 'sites' : sitesIn[trouble].which
  if (searched) return `No ${which} match “${searched}”`
  return trouble === undefined ? 'No sites' : `No sites ${sitesIn[trouble].are} right now`
}

/** The sites of each kind, and what they are. */
const sitesIn = {
  down: { which: 'sites that are down', are: 'are down' },
  dns: { which: 'sites whose DNS points elsewhere', are: 'have DNS that points elsewhere' },
  slow: { which: 'slow sites', are: 'are slow' },
  other: { which: 'sites with errors', are: 'have errors' },
  maintenance: { which: 'sites in maintenance', are: 'are in maintenance' },
  idle: { which: 'sites that aren’t live', are: 'are waiting to go live' },
  healthy: { which: 'healthy sites', are: 'are healthy' },
} as const satisfies Record<Trouble, { which: string; are: string }>

export type Counts = Readonly<Record<Trouble, number>>

const dnsNames = new Map([
  ['service', 'points here'],
  ['elsewhere', 'points elsewhere'],
  ['none', 'no CNAME'],
  ['unknown', 'not looked up yet'],
])

/** Where a site's DNS points; what another service reports is shown as it is. */
export const dnsInWords = (dns: string): string => dnsNames.get(dns) ?? dns

/** How many sites somebody has to look into. */
export function troubled(counts: Counts): number {
  return needsAttention.reduce((sum, trouble) => sum + counts[trouble], 0)
}

/** What a screen reader announces when the list changes by itself; undefined if nothing new needs attention. */
export function newsInWords(before: Counts, now: Counts): string | undefined {
  const news = needsAttention.flatMap((trouble) => {
    const more = now[trouble] - before[trouble]
    return more > 0 ? [`${troubleNames[trouble]}: ${plural(more, 'more site')}.`] : []
  })
  return news.length === 0 ? undefined : news.join(' ')
}
