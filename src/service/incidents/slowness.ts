import {
  isMetricName,
  limitExceeded,
  type MetricName,
  type Metrics,
  type SampleType,
  type SlowBy,
  slowSeverity,
  unusual,
} from '../../contract/index.ts'
import { formatLimit, formatMetric, formatOver, metricLabels } from '../../words/metrics.ts'

interface Known {
  /** What the user calls slow, by metric. */
  readonly limits: Readonly<Record<string, number>> | null
  /** The metric that shows the speed. */
  readonly metric: MetricName
  /** Its usual value, in ms; undefined where that isn't known. */
  readonly usual: number | undefined
}

/** What makes a sample slow. */
export interface Slowness {
  readonly severity: SampleType
  /** As a phrase. */
  readonly cause: string
  /** How many times its limit, or what is usual, the value is. */
  readonly times: number
  readonly by: SlowBy | 'both'
  /** The value that makes it slow. */
  readonly metric: MetricName
  readonly value: number
}

/** What makes a sample slow; null if nothing does. The most severe is reported, and of those the furthest over its limit. */
export function slownessOf(metrics: Metrics, { limits, metric, usual }: Known): Slowness | null {
  const over = Object.keys(limits ?? {})
    .filter(isMetricName)
    .flatMap((name) => {
      const value = metrics[name]
      const limit = limitExceeded(limits, name, value)
      return limit === undefined || value === null
        ? []
        : [{ name, limit, value, times: value / limit, severity: slowSeverity(name, value) }]
    })
  const [worst] = over.toSorted((a, b) => b.severity - a.severity || b.times - a.times)
  const value = metrics[metric]
  const isUnusual =
    value !== null && usual !== undefined && value > usual * unusual.factor && value - usual >= unusual.ms
  if (worst)
    return {
      cause: `${metricLabels[worst.name].short} ${formatOver(worst.name, worst.value, worst.limit)}, limit ${formatLimit(worst.name, worst.limit)}`,
      severity: worst.severity,
      times: worst.times,
      by: isUnusual ? 'both' : 'limits',
      metric: worst.name,
      value: worst.value,
    }
  if (!isUnusual) return null
  return {
    cause: `${inWords(metric, value)}, usually ${formatMetric(metric, usual)}`,
    severity: slowSeverity(metric, value),
    times: value / usual,
    by: 'unusual',
    metric,
    value,
  }
}

const inWords = (name: MetricName, value: number) => `${metricLabels[name].short} ${formatMetric(name, value)}`
