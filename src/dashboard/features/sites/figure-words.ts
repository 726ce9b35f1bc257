import { type SiteFigures, troubles, type Trouble } from '../../../contract/index.ts'
import { shownDuration } from '../../../words/quantities.ts'
import { duration, fullNumber, signed } from '../../kit/format/format.ts'

type Counts = Readonly<Record<Trouble, number>>

const troubleWords = {
  down: 'down',
  dns: 'with DNS elsewhere',
  slow: 'slow',
  other: 'with errors',
  maintenance: 'in maintenance',
  idle: 'not live yet',
} as const satisfies Record<Exclude<Trouble, 'healthy'>, string>

/** `1 slow, 2 not live yet`: the sites that aren't healthy. */
export function troubleInWords(counts: Counts): string {
  const parts = troubles.flatMap((trouble) =>
    trouble !== 'healthy' && counts[trouble] > 0 ? [`${fullNumber(counts[trouble])} ${troubleWords[trouble]}`] : [],
  )
  return parts.join(', ') || 'none needs attention'
}

type Lcp = Pick<SiteFigures, 'lcp_p75' | 'lcp_p75_before'>

/** `0.12 s faster than before`; undefined where one of the two isn't known. */
export function lcpChangeInWords({ lcp_p75: now, lcp_p75_before: before }: Lcp): string | undefined {
  if (now === null || before === null) return undefined
  const change = shownDuration(now) - shownDuration(before)
  if (change === 0) return 'same as before'
  return `${duration(Math.abs(change))} ${change < 0 ? 'faster' : 'slower'} than before`
}

/** `+12%` beside a figure; undefined where one of the two isn't known. */
export function lcpChangeInShort({ lcp_p75: now, lcp_p75_before: before }: Lcp): string | undefined {
  if (now === null || before === null || before <= 0) return undefined
  const change = Math.round((now / before - 1) * 100)
  return change === 0 ? 'same' : signed(change, (whole) => `${fullNumber(whole)}%`)
}
