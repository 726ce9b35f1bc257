import { rangePresets, type RangePreset, type Span } from './range-presets.ts'
import { span, timeSpan, type Zone } from '../format/time.ts'

/** "the last 48 hours", "19 Nov 2026, 10:00 to 19 Nov 2026, 12:00 CET" */
export function rangeInWords(range: RangePreset | Span, zone: Zone): string {
  if (typeof range === 'string') return `the last ${rangePresets[range].words}`
  return timeSpan(range.from, range.to, zone, ' to ')
}

/** "in the last 48 hours", "in this range": for a sentence next to the range itself. */
export function inRange(range: RangePreset | Span): string {
  return typeof range === 'string' ? `in the last ${rangePresets[range].words}` : 'in this range'
}

/** What goes without a number after “per”, by ms. */
const units: ReadonlyMap<number, string> = new Map([
  [1000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
])

/** `per hour`, `per 5 min`. */
export function perTime(ms: number): string {
  return `per ${units.get(ms) ?? span(ms)}`
}
