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

export const metricNames = [...timeMetrics, ...otherMetrics] as const
export type MetricName = (typeof metricNames)[number]
/** Every sample has every metric; null if it wasn't measured. */
export type Metrics = Record<MetricName, number | null>
