/** Metrics in milliseconds, defined as in the browser's timing interfaces and in web-vitals. */
export const timeMetrics = [
  'dns',
  'connect',
  'tls',
  'first_byte',
  'last_byte',
  'time_to_title',
  'first_paint',
  'first_contentful_paint',
  /** largest contentful paint */
  'time_to_display',
  'dom_content_loaded',
  'load',
  'time_to_interact',
  'total_blocking_time',
  'speed_index',
] as const

/** A score from 0 to 100, a layout shift without unit, and counts of requests, errors or bytes. */
export const otherMetrics = [
  'service_score',
  'cumulative_layout_shift',
  'status_code',
  'asset_count',
  'bytes_total',
  'request_errors',
  'js_errors',
  'console_errors',
] as const

/** What an HTTP check measures. */
export const httpMetrics = ['dns', 'connect', 'tls', 'first_byte', 'last_byte', 'status_code', 'bytes_total'] as const

export const metricNames = [...timeMetrics, ...otherMetrics] as const
export type MetricName = (typeof metricNames)[number]
/** Every sample has every metric; null if it wasn't measured. */
export type Metrics = Record<MetricName, number | null>

export function isMetricName(name: string): name is MetricName {
  return (metricNames as readonly string[]).includes(name)
}

/** The metric that shows the speed of monitors or tests by their types: an HTTP check has no paint. */
export function speedMetric(...types: readonly (string | undefined)[]): MetricName {
  return types.length > 0 && types.every((type) => type === 'HTTP') ? 'first_byte' : 'time_to_display'
}

/** What a page that answered with an error has too: how it was reached, and what came. All else is about its speed. */
const ofAnyAnswer: ReadonlySet<string> = new Set([
  'dns',
  'connect',
  'tls',
  'status_code',
  'asset_count',
  'bytes_total',
  'request_errors',
  'js_errors',
  'console_errors',
])

/** Whether a metric counts in a sample: a page that answered 4xx or 5xx has no score and no speed. */
export function countsIn(
  metric: string,
  { status_code }: { readonly status_code?: number | null | undefined },
): boolean {
  return (status_code ?? 0) < 400 || ofAnyAnswer.has(metric)
}
