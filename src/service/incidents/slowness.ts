import { isMetricName, limitExceeded, type MetricName, type Metrics } from '../../contract/index.ts'
import { formatLimit, formatMetric, formatOver, metricLabels } from '../../words/metrics.ts'

/** A value is slow from this many times what is usual, and if it is more than that by at least so many ms. */
const unusual = { factor: 1.5, ms: 50 } as const

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
  /** As a phrase. */
  readonly cause: string
  /** How many times its limit, or what is usual, the value is. */
  readonly times: number
}

/** What makes a sample slow; null if nothing does. The metric furthest over its limit is reported. */
export function slownessOf(metrics: Metrics, { limits, metric, usual }: Known): Slowness | null {
  const over = Object.keys(limits ?? {})
    .filter(isMetricName)
    .flatMap((name) => {
      const value = metrics[name]
      const limit = limitExceeded(limits, name, value)
      return limit === undefined || value === null ? [] : [{ name, limit, value }]
    })
  const [worst] = over.toSorted((a, b) => b.value / b.limit - a.value / a.limit)
  if (worst)
    return {
      cause: `${metricLabels[worst.name].short} ${formatOver(worst.name, worst.value, worst.limit)}, limit ${formatLimit(worst.name, worst.limit)}`,
      times: worst.value / worst.limit,
    }
  const value = metrics[metric]
  if (value === null || usual === undefined || value <= usual * unusual.factor || value - usual < unusual.ms)
    return null
  return { cause: `${inWords(metric, value)}, usually ${formatMetric(metric, usual)}`, times: value / usual }
}

const inWords = (name: MetricName, value: number) => `${metricLabels[name].short} ${formatMetric(name, value)}`
