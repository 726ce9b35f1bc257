import type { DeviceName, MetricName, Metrics } from '../../../contract/index.ts'

interface Part {
  readonly metric: MetricName
  readonly weight: number
  /** The value that scores 0.9, and the value that scores 0.5. */
  readonly p10: number
  readonly median: number
}

/**
 * Lighthouse 10 and later, for its desktop and its phone: the weights are in `core/config/default-config.js`, the control
 * points in `core/audits/metrics/*.js` (github GoogleChrome/lighthouse).
 */
export const parts: Readonly<Record<DeviceName, readonly Part[]>> = {
  DESKTOP: [
    { metric: 'first_contentful_paint', weight: 0.1, p10: 934, median: 1600 },
    { metric: 'speed_index', weight: 0.1, p10: 1311, median: 2300 },
    { metric: 'time_to_display', weight: 0.25, p10: 1200, median: 2400 },
    { metric: 'total_blocking_time', weight: 0.3, p10: 150, median: 350 },
    { metric: 'cumulative_layout_shift', weight: 0.25, p10: 0.1, median: 0.25 },
  ],
  PHONE: [
    { metric: 'first_contentful_paint', weight: 0.1, p10: 1800, median: 3000 },
    { metric: 'speed_index', weight: 0.1, p10: 3387, median: 5800 },
    { metric: 'time_to_display', weight: 0.25, p10: 2500, median: 4000 },
    { metric: 'total_blocking_time', weight: 0.3, p10: 200, median: 600 },
    { metric: 'cumulative_layout_shift', weight: 0.25, p10: 0.1, median: 0.25 },
  ],
}

/**
 * The performance score, a whole number from 0 to 100. A metric that wasn't measured is left out and its weight shared
 * among the others; only speed index can be missing on its own. Null if the page showed nothing: no first or no largest
 * contentful paint.
 */
export function scoreOf(metrics: Pick<Metrics, MetricName>, device: DeviceName = 'DESKTOP'): number | null {
  if (metrics.first_contentful_paint === null || metrics.time_to_display === null) return null
  let sum = 0
  let weights = 0
  for (const part of parts[device]) {
    const value = metrics[part.metric]
    if (value === null) continue
    sum += part.weight * partScore(value, part)
    weights += part.weight
  }
  // toFixed first: a sum like 0.49999999999999994 is 0.5 by the decimal weights, and has to round up
  return Math.round(Number(((sum / weights) * 100).toFixed(6)))
}

/** Why a page without an error has no score. */
export function whyNotScored(metrics: Pick<Metrics, MetricName>): string {
  if (metrics.first_contentful_paint !== null)
    return 'There is no page score: the browser reported no largest contentful paint. It reports none for what a script draws or what fades in.'
  if (metrics.speed_index !== null)
    return 'There is no page score: the browser reported no contentful paint of the page itself. It reports none for what fades in, for shapes and backgrounds alone, or for what is in frames.'
  return 'There is no page score: the page showed nothing.'
}

/**
 * Lighthouse's `computeLogNormalScore` (`shared/util.js`): the log-normal score, raised by up to 0.005 above 0.9 and
 * rounded down to two digits.
 */
export function partScore(value: number, curve: Pick<Part, 'p10' | 'median'>): number {
  const score = logNormalScore(value, curve)
  const lifted = score > 0.9 ? score + 0.05 * (score - 0.9) : score
  return Math.floor(lifted * 100) / 100
}

/** erfc⁻¹(1/5): the position of the log-normal distribution's tenth percentile. */
const inverseErfcOfOneFifth = 0.9061938024368232

/**
 * The share of a log-normal distribution that is worse than `value` (Lighthouse's `getLogNormalScore`,
 * `shared/statistics.js`), exact at both control points despite rounding.
 */
export function logNormalScore(value: number, { p10, median }: Pick<Part, 'p10' | 'median'>): number {
  if (value <= 0) return 1
  const standardized = (Math.log(value / median) * inverseErfcOfOneFifth) / -Math.log(p10 / median)
  const score = (1 - erf(standardized)) / 2
  if (value <= p10) return Math.min(1, Math.max(0.9, score))
  if (value <= median) return Math.min(0.9 - Number.EPSILON, Math.max(0.5, score))
  return Math.min(0.5 - Number.EPSILON, Math.max(0, score))
}

/** The error function, by Abramowitz and Stegun, 7.1.26; the error is at most 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - series * Math.exp(-x * x))
}
