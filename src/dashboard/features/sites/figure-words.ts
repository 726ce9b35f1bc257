import { type readFigures, type ReadOf, type SiteFigures, troubles, type Trouble } from '../../../contract/index.ts'
import { shownDuration } from '../../../words/quantities.ts'
import { decimal, duration, fullNumber, plural, signed } from '../../kit/format/format.ts'

type Counts = Readonly<Record<Trouble, number>>

const troubleWords = {
  down: 'down',
  dns: 'with DNS elsewhere',
  slow: 'slow',
  other: 'with errors',
  maintenance: 'in maintenance',
  off: 'off',
  idle: 'not live yet',
  unchecked: 'not checked',
} as const satisfies Record<Exclude<Trouble, 'healthy'>, string>

/** `1 slow, 2 not live yet`: the sites that aren't healthy. */
export function troubleInWords(counts: Counts): string {
  const parts = troubles.flatMap((trouble) =>
    trouble !== 'healthy' && counts[trouble] > 0 ? [`${fullNumber(counts[trouble])} ${troubleWords[trouble]}`] : [],
  )
  return parts.join(', ') || 'none needs attention'
}

type Lcp = Pick<SiteFigures, 'lcp_p75' | 'lcp_p75_before'>

/** An account's change, at the sites that were measured in both periods: `0.12 s faster than the 30 days before, at 6 sites`. */
export function lcpChangeOfSites(figures: AccountLcp): string | undefined {
  const { lcp_p75_compared: now, lcp_p75_before, lcp_sites: measured = 0, lcp_sites_compared: inBoth = 0 } = figures
  const words = lcpChangeInWords({ lcp_p75: now, lcp_p75_before })
  return words && inBoth < measured ? `${words}, at ${plural(inBoth, 'site')}` : words
}

type AccountLcp = Pick<
  ReadOf<typeof readFigures.user>,
  'lcp_p75_compared' | 'lcp_p75_before' | 'lcp_sites' | 'lcp_sites_compared'
>

/** `0.12 s faster than the 30 days before`; undefined where one of the two isn't known. */
export function lcpChangeInWords({ lcp_p75: now, lcp_p75_before: before }: Lcp): string | undefined {
  if (now === null || before === null) return undefined
  const change = shownDuration(now) - shownDuration(before)
  const before30d = 'the 30 days before'
  if (change === 0) return `same as in ${before30d}`
  // in the unit of the value beside it
  const amount = Math.abs(change)
  const by = amount >= 100 && amount < 1000 && now >= 1000 ? `${decimal(amount / 1000, 2)}\u00a0s` : duration(amount)
  return `${by} ${change < 0 ? 'faster' : 'slower'} than ${before30d}`
}

/** `+12%` beside a figure; undefined where one of the two isn't known. */
export function lcpChangeInShort({ lcp_p75: now, lcp_p75_before: before }: Lcp): string | undefined {
  if (now === null || before === null || before <= 0) return undefined
  const change = Math.round((now / before - 1) * 100)
  return change === 0 ? 'same' : signed(change, (whole) => `${fullNumber(whole)}%`)
}

/** `your 8 sites were never down`, `18 min down, at 1 site`. @param sites how many there are */
export function downInWords({ failed_ms, failed_sites }: Down, sites: number, whose: 'your' | 'the'): string {
  if (failed_ms > 0) return `${duration(failed_ms)} down, at ${plural(failed_sites, 'site')}`
  return sites === 1 ? `${whose} site was never down` : `${whose} ${fullNumber(sites)} sites were never down`
}

/** `, 3 slow days`, for what is orange in a strip of days; empty without any. */
export function slowDaysInWords(days: readonly (string | null)[]): string {
  const slow = days.filter((day) => day === 'slow').length
  return slow === 0 ? '' : `, ${plural(slow, 'slow day')}`
}

interface Down {
  readonly failed_ms: number
  readonly failed_sites: number
}
