import { limitExceeded, severities, slowSeverity, type Sample } from '../../../contract/index.ts'
import { formatLimit, formatOver } from '../../../words/metrics.ts'
import { formatMetric, metricWords, ratingOf, type Rating } from './metrics.ts'

export type Metrics = Readonly<Record<string, number | null>>

/** What a monitor's user calls slow, by metric; undefined until that is read. */
export type Limits = Readonly<Record<string, number>> | null | undefined

const marks = { good: 'ok', 'needs improvement': 'warning', poor: 'error' } as const satisfies Record<Rating, string>

export interface Judged {
  readonly mark: 'ok' | 'warning' | 'error' | 'critical'
  readonly words: string
  /** The monitor's own limit, not the usual thresholds, judges it. */
  readonly isOver?: true
  readonly isGood: boolean
}

/** How a value is judged: by the monitor's own limit and by its rating, whichever is worse. */
export function judge(name: string, value: number | null | undefined, limits: Limits): Judged | undefined {
  const limit = limitExceeded(limits, name, value)
  const rating = ratingOf(name, value)
  if (limit !== undefined) {
    const words = `over the limit of ${formatLimit(name, limit)}`
    return {
      mark: severities[slowSeverity(name, value ?? 0)],
      words: rating === 'poor' ? `poor, ${words}` : words,
      isOver: true,
      isGood: false,
    }
  }
  if (!rating) return undefined
  // a page that answers with an error has failed; its mark is the sample's
  if (name === 'status_code' && rating === 'poor')
    return { mark: (value ?? 0) >= 500 ? 'critical' : 'error', words: 'failed', isGood: false }
  return { mark: marks[rating], words: rating, isGood: rating === 'good' }
}

/** A value with as many digits as it takes to tell it from a limit that it's over. */
export function formatJudged(name: string, value: number, limits: Limits): string {
  const limit = limitExceeded(limits, name, value)
  return limit === undefined ? formatMetric(name, value) : formatOver(name, value, limit)
}

/**
 * How severe a sample is, with its monitor's own limits, which `sample_type` doesn't know: as an incident has it. The times of
 * a busy runner count for nothing.
 */
export function severityOf(
  { sample_type: type, judged, metrics = {} }: Pick<Sample, 'sample_type' | 'judged' | 'metrics'>,
  limits: Limits,
): number | undefined {
  if (type === undefined || judged === false) return type
  const over = Object.entries(metrics).flatMap(([name, value]) =>
    value === null || limitExceeded(limits, name, value) === undefined ? [] : slowSeverity(name, value),
  )
  return Math.max(type, ...over)
}

/** The metric that is furthest over the monitor's own limits. */
export function overMost(
  metrics: Metrics,
  limits: Limits,
): { readonly name: string; readonly value: number; readonly limit: number } | undefined {
  const over = Object.entries(metrics).flatMap(([name, value]) => {
    const limit = limitExceeded(limits, name, value)
    return limit === undefined || value === null ? [] : [{ name, value, limit }]
  })
  return over.toSorted((a, b) => b.value / b.limit - a.value / a.limit)[0]
}

/** What is over the monitor's own limits: `LCP is over its limit of 2 s`. */
export function overLimits(metrics: Metrics | undefined, limits: Limits): readonly string[] {
  return Object.entries(metrics ?? {}).flatMap(([name, value]) => {
    const limit = limitExceeded(limits, name, value)
    return limit === undefined ? [] : [`${metricWords(name).short} is over its limit of ${formatLimit(name, limit)}`]
  })
}
