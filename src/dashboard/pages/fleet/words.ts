import { type FleetSite, needsAttention, type Trouble } from '../../../contract/index.ts'
import { fullNumber, plural } from '../../format/format.ts'

/** What the chips call each kind of trouble. */
export const troubleNames = {
  down: 'Down',
  dns: 'DNS wrong',
  slow: 'Slow',
  other: 'Other trouble',
  maintenance: 'Maintenance',
  idle: 'Not live',
  healthy: 'Healthy',
} as const satisfies Record<Trouble, string>

export type Counts = Readonly<Record<Trouble, number>>

const dnsNames = new Map([
  ['service', 'points here'],
  ['elsewhere', 'points elsewhere'],
  ['none', 'no CNAME'],
  ['unknown', 'not looked up yet'],
])

/** Where a site's DNS points; what another service reports is shown as it is. */
export const dnsInWords = (dns: string): string => dnsNames.get(dns) ?? dns

/** `+12 % in a day`; undefined where one of the two days is unknown. */
export function changeInWords({
  lcp_p75: now,
  lcp_p75_before: before,
}: Pick<FleetSite, 'lcp_p75' | 'lcp_p75_before'>): string | undefined {
  if (now === null || before === null || before <= 0) return undefined
  const change = Math.round((now / before - 1) * 100)
  if (change === 0) return 'as the day before'
  return `${change > 0 ? '+' : '−'}${fullNumber(Math.abs(change))} % in a day`
}

/** How many sites somebody has to look into. */
export function troubled(counts: Counts): number {
  return needsAttention.reduce((sum, trouble) => sum + counts[trouble], 0)
}

/** What a screen reader is told when the list changes by itself; undefined if there is nothing new to look into. */
export function newsInWords(before: Counts, now: Counts): string | undefined {
  const news = needsAttention.flatMap((trouble) => {
    const more = now[trouble] - before[trouble]
    return more > 0 ? [`${troubleNames[trouble]}: ${plural(more, 'more site')}.`] : []
  })
  return news.length === 0 ? undefined : news.join(' ')
}
