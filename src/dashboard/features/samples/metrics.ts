import {
  httpMetrics,
  isMetricName,
  isPageFailure,
  scoreLimits,
  timeMetrics,
  usualThresholds,
  type MetricName,
  type Sample,
} from '../../../contract/index.ts'
import { formatLimit, metricLabels } from '../../../words/metrics.ts'
import { byteTick, durationTick } from '../../kit/format/ticks.ts'

export { isMetricName, speedMetric } from '../../../contract/index.ts'
export { formatMetric } from '../../../words/metrics.ts'

export type Rating = 'good' | 'needs improvement' | 'poor'

/** Values up to and including `good` are good, values above `poor` are poor, and those between need improvement. */
interface Thresholds {
  readonly good: number
  readonly poor: number
  /** More is better, as for the score. */
  readonly upwards?: true
  readonly source: { readonly label: string; readonly href?: string }
}

export interface MetricWords {
  readonly label: string
  /** For table headers. */
  readonly short: string
  readonly meaning: string
  readonly thresholds?: Thresholds
}

const web = (page: string, what: string) => ({ label: `${what} (web.dev)`, href: `https://web.dev/articles/${page}` })
const lighthouse = (page: string, what: string) => ({
  label: `${what} (Lighthouse)`,
  href: `https://developer.chrome.com/docs/lighthouse/performance/${page}`,
})
const service = { label: 'this service’s own limits' }

const words: Readonly<Record<MetricName, Omit<MetricWords, 'label' | 'short'>>> = {
  dns: { meaning: 'Time to resolve the host name.' },
  connect: { meaning: 'Time to open the connection to the server.' },
  tls: { meaning: 'Time to negotiate encryption.' },
  first_byte: {
    meaning: 'From the start to the first byte of the response, including DNS lookup and connection.',
    thresholds: { ...usualThresholds.first_byte, source: web('ttfb', 'About time to first byte') },
  },
  last_byte: { meaning: 'From the start to the last byte of the response.' },
  time_to_title: { meaning: 'When the page’s title appeared in the tab.' },
  first_paint: { meaning: 'When the browser first drew anything.' },
  first_contentful_paint: {
    meaning: 'When the first text or image was drawn.',
    thresholds: { ...usualThresholds.first_contentful_paint, source: web('fcp', 'About first contentful paint') },
  },
  time_to_display: {
    meaning: 'When the largest text or image in view was drawn.',
    thresholds: { ...usualThresholds.time_to_display, source: web('lcp', 'About largest contentful paint') },
  },
  dom_content_loaded: { meaning: 'When the document was parsed and its deferred scripts had run.' },
  load: { meaning: 'When the page and everything in its markup had loaded.' },
  time_to_interact: {
    meaning: 'When the page could respond to input reliably.',
    thresholds: { ...usualThresholds.time_to_interact, source: lighthouse('interactive', 'About time to interactive') },
  },
  total_blocking_time: {
    meaning: 'How long scripts kept the page from responding, counting only time beyond 50 ms each.',
    thresholds: {
      ...usualThresholds.total_blocking_time,
      source: lighthouse('lighthouse-total-blocking-time', 'About total blocking time'),
    },
  },
  speed_index: {
    meaning: 'How quickly the visible part of the page filled in.',
    thresholds: { ...usualThresholds.speed_index, source: lighthouse('speed-index', 'About speed index') },
  },
  service_score: {
    meaning: '0 to 100, by Lighthouse’s method: a weighted mix of paint, blocking, shift and speed index.',
    thresholds: { good: scoreLimits.warning, poor: scoreLimits.error, upwards: true, source: service },
  },
  cumulative_layout_shift: {
    meaning: 'How much visible content jumped while loading. It has no unit.',
    thresholds: { ...usualThresholds.cumulative_layout_shift, source: web('cls', 'About layout shift') },
  },
  status_code: {
    meaning: 'The HTTP status of the page itself.',
    thresholds: { good: 399, poor: 399, source: service },
  },
  asset_count: { meaning: 'Everything the page requested.' },
  bytes_total: { meaning: 'Bytes received over the network.' },
  request_errors: {
    meaning: 'Requests without a response, or with a status of 400 or above.',
    thresholds: { good: 0, poor: 0, source: service },
  },
  js_errors: { meaning: 'Uncaught exceptions.', thresholds: { good: 0, poor: 0, source: service } },
  console_errors: {
    meaning: 'Errors the page logged to the console.',
    thresholds: { good: 0, poor: Number.POSITIVE_INFINITY, source: service },
  },
}

const times: ReadonlySet<string> = new Set(timeMetrics)

/** A metric's label and meaning. An unknown metric is labelled with its own name. */
export function metricWords(name: string): MetricWords {
  return isMetricName(name)
    ? { ...metricLabels[name], ...words[name] }
    : { label: name, short: name, meaning: 'The service reports this metric, which the dashboard doesn’t recognize.' }
}

export interface EntryUnit {
  readonly name: string | undefined
  /** What one of it is in the metric's own unit. */
  readonly factor: number
}

/** The unit in which a metric is entered: that in which a value of this size is shown. */
export function entryUnit(name: string, value: number): EntryUnit {
  if (times.has(name)) return value < 1000 ? { name: 'ms', factor: 1 } : { name: 's', factor: 1000 }
  if (name !== 'bytes_total') return { name: undefined, factor: 1 }
  if (value < 1000) return { name: 'bytes', factor: 1 }
  return value < 1_000_000 ? { name: 'kB', factor: 1000 } : { name: 'MB', factor: 1_000_000 }
}

/** Whether a metric is a number of something or a code, and so whole. */
export const isCounted = (name: string): boolean => !times.has(name) && name !== 'cumulative_layout_shift'

/** A metric's value for an axis up to `max`, without insignificant digits. */
export function formatMetricTick(name: string, value: number, max = value): string {
  if (times.has(name)) return durationTick(value, max)
  if (name === 'bytes_total') return byteTick(value, max)
  return String(Number(value.toPrecision(6)))
}

/** A value's rating; undefined for a metric without thresholds. */
export function ratingOf(name: string, value: number | null | undefined): Rating | undefined {
  const { thresholds } = metricWords(name)
  if (!thresholds || value === null || value === undefined) return undefined
  const { good, poor, upwards } = thresholds
  if (upwards ? value >= good : value <= good) return 'good'
  return (upwards ? value < poor : value > poor) ? 'poor' : 'needs improvement'
}

/** What a good value is: `Good: ≤ 2.5 s`. */
export function goodWords(name: string): string | undefined {
  const { thresholds } = metricWords(name)
  if (!thresholds) return undefined
  if (name === 'status_code') return 'Good: <\u00a0400'
  if (thresholds.good === 0) return 'Good: 0'
  return thresholds.upwards
    ? `Good: ${formatLimit(name, thresholds.good)}+`
    : `Good: ≤\u00a0${formatLimit(name, thresholds.good)}`
}

/** Both thresholds in words. */
export function thresholdWords(name: string): string | undefined {
  const { thresholds } = metricWords(name)
  if (!thresholds || name === 'status_code' || thresholds.good === 0) return undefined
  return thresholds.upwards
    ? `Good:\u00a0${formatLimit(name, thresholds.good)}+. Poor:\u00a0<\u00a0${formatLimit(name, thresholds.poor)}.`
    : `Good:\u00a0≤\u00a0${formatLimit(name, thresholds.good)}. Poor:\u00a0>\u00a0${formatLimit(name, thresholds.poor)}.`
}

export const notMeasured = 'not measured'

/** Why the page itself failed, so that a sample has no score and no speed; undefined if it didn't. */
export function pageFailure({ issues }: Pick<Sample, 'issues'>): string | undefined {
  return issues?.find(isPageFailure)?.message
}

/** What the sample's issues and its other metrics say of a missing value. */
const reasons: Readonly<Record<string, { readonly issues: readonly string[]; readonly otherwise?: string }>> = {
  service_score: { issues: ['busy-runner', 'timeout', 'not-scored'] },
  first_paint: { issues: ['timeout', 'not-scored'] },
  first_contentful_paint: { issues: ['timeout', 'not-scored'] },
  time_to_display: { issues: ['timeout', 'not-scored'] },
  total_blocking_time: { issues: ['timeout', 'not-scored'] },
  speed_index: { issues: [], otherwise: 'The page showed nothing, or it couldn’t be computed in time.' },
  time_to_interact: {
    issues: ['not-scored', 'timeout'],
    otherwise: 'The page was never quiet: five seconds without a long task and with no more than two requests open.',
  },
  dom_content_loaded: { issues: ['timeout'], otherwise: 'The page broke off loading, as it does for a download.' },
  load: { issues: ['timeout'], otherwise: 'The page broke off loading, as it does for a download.' },
  time_to_title: { issues: [], otherwise: 'The page has no title.' },
  dns: { issues: [], otherwise: 'No name was looked up for the page.' },
  connect: { issues: [], otherwise: 'No connection was opened for the page.' },
  tls: { issues: [], otherwise: 'No secure connection was opened for the page.' },
}

/** Why a sample lacks the value of a metric. */
export function whyNotMeasured(sample: Pick<Sample, 'issues' | 'view'>, name: string): string {
  const failure = pageFailure(sample)
  if (failure !== undefined) return failure
  // only page checks have views
  if (typeof sample.view !== 'string' && !httpMetrics.some((one) => one === name)) return notMeasured
  const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  const messages = reason?.issues.flatMap((code) => sample.issues?.find((issue) => issue.code === code)?.message ?? [])
  return messages?.[0] ?? reason?.otherwise ?? notMeasured
}
