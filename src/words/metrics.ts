import { type MetricName, timeMetrics } from '../contract/metrics.ts'
import { bytes, count, decimal, duration, plainBytes, plainDuration } from './quantities.ts'

interface Label {
  readonly label: string
  /** For table headers. */
  readonly short: string
}

/** What a metric is called. */
export const metricLabels: Readonly<Record<MetricName, Label>> = {
  dns: { label: 'DNS lookup', short: 'DNS' },
  connect: { label: 'Connect', short: 'Connect' },
  tls: { label: 'TLS', short: 'TLS' },
  first_byte: { label: 'First byte', short: 'First byte' },
  last_byte: { label: 'Last byte', short: 'Last byte' },
  time_to_title: { label: 'Title', short: 'Title' },
  first_paint: { label: 'First paint', short: 'First paint' },
  first_contentful_paint: { label: 'First contentful paint', short: 'FCP' },
  time_to_display: { label: 'Largest contentful paint', short: 'LCP' },
  dom_content_loaded: { label: 'DOM content loaded', short: 'DCL' },
  load: { label: 'Load', short: 'Load' },
  time_to_interact: { label: 'Time to interactive', short: 'Interactive' },
  total_blocking_time: { label: 'Total blocking time', short: 'Blocking' },
  speed_index: { label: 'Speed index', short: 'Speed index' },
  service_score: { label: 'Page score', short: 'Score' },
  cumulative_layout_shift: { label: 'Layout shift', short: 'Shift' },
  status_code: { label: 'Status', short: 'Status' },
  asset_count: { label: 'Requests', short: 'Requests' },
  bytes_total: { label: 'Transferred', short: 'Bytes' },
  request_errors: { label: 'Failed requests', short: 'Failed' },
  js_errors: { label: 'Script errors', short: 'JS errors' },
  console_errors: { label: 'Console errors', short: 'Console' },
}

const times: ReadonlySet<string> = new Set(timeMetrics)

/** A metric's value with its unit. */
export function formatMetric(name: string, value: number): string {
  if (times.has(name)) return duration(value)
  if (name === 'bytes_total') return bytes(value)
  if (name === 'cumulative_layout_shift') return value.toFixed(value !== 0 && value < 0.01 ? 3 : 2)
  if (name === 'service_score') return String(Math.round(value))
  if (name === 'status_code') return String(value)
  return Number.isInteger(value) ? count(value) : decimal(value, 2, 0)
}

/** A limit, without digits that say nothing: `2 s`. */
export function formatLimit(name: string, limit: number): string {
  if (times.has(name)) return plainDuration(limit)
  return name === 'bytes_total' ? plainBytes(limit) : decimal(limit, 3, 0)
}

/** A value over its limit, with as many digits as it takes to tell it from the limit: `2.004 s` for 2 s. */
export function formatOver(name: string, value: number, limit: number): string {
  const usual = formatMetric(name, value)
  if (usual !== formatMetric(name, limit)) return usual
  if (!times.has(name)) return String(Number(value.toPrecision(6)))
  return plainDuration(value)
}
