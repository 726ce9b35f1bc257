import { formatMetric } from '../metrics.ts'
import type { Metrics } from '../judge.ts'

/** The times that count from the start, so that they contain the one to the first byte. */
const fromStart: ReadonlySet<string> = new Set([
  'first_byte',
  'last_byte',
  'time_to_title',
  'first_paint',
  'first_contentful_paint',
  'time_to_display',
  'dom_content_loaded',
  'load',
  'time_to_interact',
])

/** A part with at least this share of a time accounts for most of it. */
const mostShare = 0.5

/**
 * On what most of a time was spent, as far as a sample's metrics tell: `: 3.1 s of it was spent waiting for the server`.
 * Empty if nothing took most of it, or nothing is known.
 */
export function spentInWords(name: string, value: number, metrics: Metrics): string {
  const firstByte = metrics['first_byte']
  if (!fromStart.has(name) || typeof firstByte !== 'number' || firstByte > value) return ''
  const [lookUp, connect, tls] = ['dns', 'connect', 'tls'].map((part) => metrics[part] ?? 0)
  const opening = (connect ?? 0) + (tls ?? 0)
  const parts = [
    [lookUp ?? 0, 'looking up the host'],
    [opening, 'connecting'],
    [firstByte - (lookUp ?? 0) - opening, 'waiting for the server'],
    [value - firstByte, 'after the first byte'],
  ] as const
  const most = parts.find(([time]) => time >= mostShare * value && time > 0)
  return most ? `: ${formatMetric(name, most[0])} of it was spent ${most[1]}` : ''
}
