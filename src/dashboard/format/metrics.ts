import { metricNames, timeMetrics, type MetricName, type Sample } from '../../contract/index.ts'
import { durationTick } from './ticks.ts'
import { bytes, count, duration } from './format.ts'

export type Verdict = 'good' | 'needs work' | 'poor'

/** `good` up to and including, `poor` above; what lies between needs work. */
interface Thresholds {
  readonly good: number
  readonly poor: number
  /** More is better: the score alone. */
  readonly upwards?: true
  readonly source: { readonly label: string; readonly href?: string }
}

export interface MetricWords {
  readonly label: string
  /** For table heads. */
  readonly short: string
  readonly meaning: string
  readonly judged?: Thresholds
}

const web = (page: string) => ({ label: `web.dev/articles/${page}`, href: `https://web.dev/articles/${page}` })
const lighthouse = (page: string) => ({
  label: `Lighthouse: ${page}`,
  href: `https://developer.chrome.com/docs/lighthouse/performance/${page}`,
})
const service = { label: 'the service’s severity rules' }

const words: Readonly<Record<MetricName, MetricWords>> = {
  dns: { label: 'DNS look-up', short: 'DNS', meaning: 'How long the host’s address took to be found.' },
  connect: { label: 'Connect', short: 'Connect', meaning: 'How long the connection to the server took to open.' },
  tls: { label: 'TLS', short: 'TLS', meaning: 'How long both sides took to agree on encryption.' },
  first_byte: {
    label: 'First byte',
    short: 'First byte',
    meaning: 'From the start to the first byte of the answer, look-up and connection included.',
    judged: { good: 800, poor: 1800, source: web('ttfb') },
  },
  last_byte: { label: 'Last byte', short: 'Last byte', meaning: 'From the start to the end of the answer.' },
  time_to_title: { label: 'Title', short: 'Title', meaning: 'When the tab had the page’s title.' },
  first_paint: { label: 'First paint', short: 'First paint', meaning: 'When anything was drawn at all.' },
  first_contentful_paint: {
    label: 'First contentful paint',
    short: 'FCP',
    meaning: 'When the first text or image was drawn.',
    judged: { good: 1800, poor: 3000, source: web('fcp') },
  },
  time_to_display: {
    label: 'Largest contentful paint',
    short: 'LCP',
    meaning: 'When the largest text or image in view was drawn.',
    judged: { good: 2500, poor: 4000, source: web('lcp') },
  },
  dom_content_loaded: {
    label: 'DOM content loaded',
    short: 'DCL',
    meaning: 'When the document was parsed and its deferred scripts had run.',
  },
  load: { label: 'Load', short: 'Load', meaning: 'When the page and all that it named in its markup were there.' },
  time_to_interact: {
    label: 'Time to interactive',
    short: 'Interactive',
    meaning: 'When the page could answer input and went on doing so.',
    judged: { good: 3800, poor: 7300, source: lighthouse('interactive') },
  },
  total_blocking_time: {
    label: 'Total blocking time',
    short: 'Blocking',
    meaning: 'How long scripts kept the page from answering, beyond 50 ms each.',
    judged: { good: 200, poor: 600, source: lighthouse('lighthouse-total-blocking-time') },
  },
  speed_index: {
    label: 'Speed index',
    short: 'Speed index',
    meaning: 'How soon the visible part filled, on average over its area.',
    judged: { good: 3400, poor: 5800, source: lighthouse('speed-index') },
  },
  service_score: {
    label: 'Page score',
    short: 'Score',
    meaning: 'Lighthouse’s method: paint, blocking, shift and speed index weighted, of 100.',
    judged: { good: 70, poor: 50, upwards: true, source: service },
  },
  cumulative_layout_shift: {
    label: 'Layout shift',
    short: 'Shift',
    meaning: 'How much of what was in view jumped while loading; it has no unit.',
    judged: { good: 0.1, poor: 0.25, source: web('cls') },
  },
  status_code: {
    label: 'Status',
    short: 'Status',
    meaning: 'The HTTP status of the page itself.',
    judged: { good: 399, poor: 399, source: service },
  },
  asset_count: { label: 'Requests', short: 'Requests', meaning: 'Everything that the page asked for.' },
  bytes_total: { label: 'Transferred', short: 'Bytes', meaning: 'Bytes that came over the network.' },
  request_errors: {
    label: 'Failed requests',
    short: 'Failed',
    meaning: 'Requests that got no answer, or one of 400 and above.',
    judged: { good: 0, poor: 0, source: service },
  },
  js_errors: {
    label: 'Script errors',
    short: 'JS errors',
    meaning: 'Exceptions that no script caught.',
    judged: { good: 0, poor: 0, source: service },
  },
  console_errors: {
    label: 'Console errors',
    short: 'Console',
    meaning: 'Errors that the page wrote to its console.',
    judged: { good: 0, poor: Number.POSITIVE_INFINITY, source: service },
  },
}

/** The metric that shows the speed of monitors or tests by their types: an HTTP check has no paint. */
export function speedMetric(...types: readonly (string | undefined)[]): MetricName {
  return types.length > 0 && types.every((type) => type === 'HTTP') ? 'first_byte' : 'time_to_display'
}

const times: ReadonlySet<string> = new Set(timeMetrics)

export function isMetricName(name: string): name is MetricName {
  return (metricNames as readonly string[]).includes(name)
}

/** What a metric is to a person; one that the contract does not know goes by its own name. */
export function metricWords(name: string): MetricWords {
  return isMetricName(name)
    ? words[name]
    : { label: name, short: name, meaning: 'The service reports it; this dashboard does not know what it means.' }
}

/** A metric's value with its unit. */
export function formatMetric(name: string, value: number): string {
  if (times.has(name)) return duration(value)
  if (name === 'bytes_total') return bytes(value)
  if (name === 'cumulative_layout_shift') return value.toFixed(value !== 0 && value < 0.01 ? 3 : 2)
  if (name === 'service_score') return String(Math.round(value))
  if (name === 'status_code') return String(value)
  return Number.isInteger(value) ? count(value) : value.toLocaleString('en-US', { maximumFractionDigits: 2 })
}

/** The same for an axis: no digits that say nothing. */
export function formatMetricTick(name: string, value: number): string {
  if (times.has(name)) return durationTick(value)
  if (name === 'bytes_total') return bytes(value).replace(/\.0+(?=\D)/, '')
  return String(Number(value.toPrecision(6)))
}

/** Undefined where nobody has said what is good. */
export function verdictOf(name: string, value: number | null | undefined): Verdict | undefined {
  const judged = metricWords(name).judged
  if (!judged || value === null || value === undefined) return undefined
  const { good, poor, upwards } = judged
  if (upwards ? value >= good : value <= good) return 'good'
  return (upwards ? value < poor : value > poor) ? 'poor' : 'needs work'
}

/** What would be good: `good up to 2.50 s`. */
export function goodIs(name: string): string | undefined {
  const judged = metricWords(name).judged
  if (!judged) return undefined
  if (name === 'status_code') return 'good below 400'
  if (judged.good === 0) return 'good at 0'
  return judged.upwards
    ? `good from ${formatMetric(name, judged.good)}`
    : `good up to ${formatMetric(name, judged.good)}`
}

/** Where both bounds are from, in one sentence. */
export function judgedBy(name: string): string | undefined {
  const judged = metricWords(name).judged
  if (!judged || name === 'status_code' || judged.good === 0) return undefined
  return judged.upwards
    ? `Good from ${formatMetric(name, judged.good)}, poor below ${formatMetric(name, judged.poor)}.`
    : `Good up to ${formatMetric(name, judged.good)}, poor above ${formatMetric(name, judged.poor)}.`
}

export const notMeasured = 'not measured'

/** Why a sample lacks a measurement, as far as its issues tell: only what is critical ends a measurement. */
export function whyNotMeasured({ issues }: Pick<Sample, 'issues'>): string {
  return issues?.find(({ severity }) => severity === 3)?.message ?? notMeasured
}
