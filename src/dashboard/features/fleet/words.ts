import { type FleetSite, type FleetSort, fleetSorts, needsAttention, type Trouble } from '../../../contract/index.ts'
import { fullNumber, plural } from '../../kit/format/format.ts'

/** What the tiles call each kind of trouble. */
export const troubleNames = {
  down: 'Down',
  dns: 'DNS elsewhere',
  slow: 'Slow',
  other: 'Errors',
  maintenance: 'Maintenance',
  off: 'Off',
  idle: 'Not live yet',
  unchecked: 'Not checked',
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

/** What is said where there are no sites, and whether that is good news. */
export function noneInWords(
  trouble: Trouble | undefined,
  searched: string,
): { readonly title: string; readonly isWell: boolean } {
  const of = trouble === undefined ? { which: 'sites', none: 'No sites' } : sitesIn[trouble]
  if (searched) return { title: `No ${of.which} match “${searched}”`, isWell: false }
  return { title: of.none, isWell: needsAttention.some((one) => one === trouble) }
}

/** The sites of each kind, and that there are none. */
const sitesIn = {
  down: { which: 'sites that are down', none: 'No site is down' },
  dns: { which: 'sites whose DNS points elsewhere', none: 'No site’s DNS points elsewhere' },
  slow: { which: 'slow sites', none: 'No site is slow' },
  other: { which: 'sites with errors', none: 'No site has errors' },
  maintenance: { which: 'sites in maintenance', none: 'No site is in maintenance' },
  off: { which: 'sites that are off', none: 'No site is off' },
  idle: { which: 'sites that aren’t live yet', none: 'No site is waiting to go live' },
  unchecked: { which: 'sites that nobody has checked', none: 'Each site without trouble was checked' },
  healthy: { which: 'healthy sites', none: 'No site is known to be healthy' },
} as const satisfies Record<Trouble, { which: string; none: string }>

export type Counts = Readonly<Record<Trouble, number>>

const dnsNames = new Map([
  ['elsewhere', 'DNS elsewhere'],
  ['none', 'no CNAME'],
  ['unproved', 'TXT record missing'],
  ['no-origin', 'server not known'],
  ['unknown', 'not looked up yet'],
])

/** Troubles that say it themselves, or that it doesn't matter. */
const saidOtherwise: readonly string[] = ['dns', 'unchecked', 'healthy']

/** States in which visitors needn't come through the service. */
const withoutDns: readonly string[] = ['bypass', 'proxy only', 'off']

/**
 * Where a site's DNS points, if that matters: not where it points here, where the verdict says it, where nothing is wrong or
 * where the state doesn't need it. What another service reports is shown as it is.
 */
export function dnsInWords({ dns, state, trouble }: Pick<FleetSite, 'dns' | 'state' | 'trouble'>): string | undefined {
  const isSaid = dns !== 'service' && !saidOtherwise.includes(trouble) && !withoutDns.includes(state)
  return isSaid ? (dnsNames.get(dns) ?? dns) : undefined
}

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

/** @param found how many sites a search has found; undefined of the whole fleet */
export function attentionInWords(inTrouble: number, found: number | undefined): string {
  const need = inTrouble === 1 ? 'needs' : 'need'
  if (found === undefined)
    return inTrouble === 0 ? 'No site needs attention.' : `${plural(inTrouble, 'site')} ${need} attention.`
  if (found === 1) return `This site needs ${inTrouble === 0 ? 'no ' : ''}attention.`
  return inTrouble === 0 ? 'None of these needs attention.' : `${fullNumber(inTrouble)} of these ${need} attention.`
}
