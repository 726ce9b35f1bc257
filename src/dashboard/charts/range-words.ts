import { rangePresets, type RangePreset, type Span } from '../api/range-presets.ts'
import { dateAndTime, span, zoneName, type Zone } from '../format/time.ts'

/** "the last 48 hours", "19 Nov 2026, 10:00 to 19 Nov 2026, 12:00 CET" */
export function rangeInWords(range: RangePreset | Span, zone: Zone): string {
  if (typeof range === 'string') return `the last ${rangePresets[range].words}`
  const { from, to } = range
  return `${dateAndTime(from, zone)} to ${dateAndTime(to, zone)} ${zoneName(zone, to)}`
}

/** `per hour`, `per 5 min`. */
export function perTime(ms: number): string {
  const unit = { '1 s': 'second', '1 min': 'minute', '1 h': 'hour', '1 d': 'day' }[span(ms)]
  return `per ${unit ?? span(ms)}`
}
