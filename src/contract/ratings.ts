import type { MetricName } from './metrics.ts'
import type { SampleType } from './severity.ts'

interface Thresholds {
  readonly good: number
  readonly poor: number
}

/**
 * Values up to and including `good` are good, values above `poor` are poor: in ms, but layout shift, which has no unit. From
 * https://web.dev/articles/vitals and https://developer.chrome.com/docs/lighthouse/performance.
 */
export const usualThresholds = {
  first_byte: { good: 800, poor: 1800 },
  first_contentful_paint: { good: 1800, poor: 3000 },
  time_to_display: { good: 2500, poor: 4000 },
  time_to_interact: { good: 3800, poor: 7300 },
  total_blocking_time: { good: 200, poor: 600 },
  speed_index: { good: 3400, poor: 5800 },
  cumulative_layout_shift: { good: 0.1, poor: 0.25 },
} as const satisfies Partial<Record<MetricName, Thresholds>>

const byName: ReadonlyMap<string, Thresholds> = new Map(Object.entries(usualThresholds))

/**
 * How severe it is that a value is over its limit or over what is usual: an error if it is poor by its thresholds too, else a
 * warning. Incidents, lists and samples all go by this.
 */
export function slowSeverity(metric: string, value: number): SampleType {
  return value > (byName.get(metric)?.poor ?? Infinity) ? 2 : 1
}
