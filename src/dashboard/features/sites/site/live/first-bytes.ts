import { listSamples, percentile, type Sample } from '../../../../../contract/index.ts'
import { scopedQuery, type Scope } from '../../../../api/scope.ts'

/** So many samples on each side are compared. */
const compared = 5

/** The home page's latest samples from before or since the site went live. @param liveAt ISO 8601 */
export function samplesBeside(scope: Scope, monitor: string, side: 'before' | 'since', liveAt: string) {
  const moments = side === 'before' ? { to: liveAt } : { from: liveAt }
  return scopedQuery(listSamples, scope, {
    query: { profile_and_locations: [{ profile_id: monitor }], per_page: compared, ...moments },
  })
}

/** The median of some measurements. */
export interface FirstByte {
  /** ms. */
  readonly median: number
  /** Of how many. */
  readonly count: number
}

/** When the first byte came in samples that have one; undefined without any. */
export function firstByteIn(samples: readonly Pick<Sample, 'metrics'>[]): FirstByte | undefined {
  const times = samples.flatMap(({ metrics }) => metrics?.['first_byte'] ?? []).toSorted((a, b) => a - b)
  const median = percentile(times, 0.5)
  return median === null ? undefined : { median, count: times.length }
}

/** `Median of 5 checks before and 1 since.` */
export function comparedInWords(before: FirstByte | undefined, since: FirstByte | undefined): string {
  const checks = (count: number) => (count === 1 ? '1 check' : `${count} checks`)
  if (!since) return before ? `Median of ${checks(before.count)} before. The next check compares.` : ''
  if (!before) return `Median of ${checks(since.count)}. Nothing was checked before.`
  return `Median of ${checks(before.count)} before and ${since.count} since.`
}
