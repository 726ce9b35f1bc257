import { maxPerPage, metricNames, listSamples, type Sample } from '../../../../contract/index.ts'
import { readRows } from '../../../../client/pages.ts'
import type { Query } from '../../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../../api/scope.ts'
import { formatMetric } from '../../samples/metrics.ts'
import { judgedValue, medianOf } from '../../samples/series.ts'
import { differenceOfMedians, isShown, type MedianDifference } from './difference-of-medians.ts'

/** Pages read of each side of a change. */
const maxPages = 5

export interface Measured {
  readonly rows: readonly Sample[]
  /** How many there are, if the service reports it. */
  readonly of: number | undefined
}

/** The latest samples within a window, up to 500. */
export function samplesWithin(
  scope: Scope,
  profile: string,
  span: { readonly from: number; readonly to?: number },
): Query<Measured> {
  const query = { profile_and_locations: [{ profile_id: profile }], ...span, per_page: maxPerPage }
  return {
    queryKey: [endpointOf(listSamples, scope).id, { ...scope, window: query }],
    queryFn: ({ signal }) =>
      readRows({ read: (page) => callScoped(listSamples, scope, { query: { ...query, page } }, { signal }), maxPages }),
  }
}

type Values = Pick<Sample, 'judged' | 'metrics'>

/** A metric before a change and after it. */
export interface Comparison {
  readonly name: string
  /** The medians, null where no sample has a value. */
  readonly before: number | null
  readonly after: number | null
  /** Undefined where there are too few values. */
  readonly difference: MedianDifference | undefined
  /** Values on the side that has fewer. */
  readonly least: number
  readonly verdict: 'better' | 'worse' | 'other' | 'none' | 'unknown'
}

/** Always shown, and first. */
export const keyMetrics = ['time_to_display', 'first_byte', 'first_contentful_paint', 'load', 'service_score'] as const

/** Each metric that was measured, the most important ones first. */
export function compareMetrics(before: readonly Values[], after: readonly Values[]): readonly Comparison[] {
  // no quantity
  return [...new Set([...keyMetrics, ...metricNames])]
    .filter((name) => name !== 'status_code')
    .map((name): Comparison => {
      const [a, b] = [valuesOf(before, name), valuesOf(after, name)]
      const medians = { before: medianOf(before, name), after: medianOf(after, name) }
      const difference = differenceOfMedians(a, b)
      const least = Math.min(a.length, b.length)
      return { name, ...medians, difference, least, verdict: verdictOf(name, medians, difference) }
    })
    .filter((one) => one.before !== null || one.after !== null)
}

function valuesOf(samples: readonly Values[], name: string): readonly number[] {
  return samples.flatMap((sample) => judgedValue(sample, name) ?? [])
}

/** Neither more nor fewer of them is better. */
const neutral: ReadonlySet<string> = new Set(['asset_count'])

/** Whether a value is so small that it's shown as `0 ms` or `0.0 ms`: no more than what rounding leaves of a measurement. */
export function isShownAsZero(name: string, value: number): boolean {
  return Number.parseFloat(formatMetric(name, Math.abs(value))) === 0
}

function verdictOf(
  name: string,
  { before, after }: Pick<Comparison, 'before' | 'after'>,
  difference: MedianDifference | undefined,
): Comparison['verdict'] {
  if (!difference) return 'unknown'
  const looksTheSame = formatMetric(name, before ?? 0) === formatMetric(name, after ?? 0)
  const { low, high } = difference
  const isUpToZero = isShownAsZero(name, Math.min(Math.abs(low), Math.abs(high)))
  if (!isShown(difference) || isUpToZero || looksTheSame) return 'none'
  if (neutral.has(name)) return 'other'
  return difference.by > 0 === (name === 'service_score') ? 'better' : 'worse'
}
