import { rangePresets, type RangePreset, type Span } from '../api/range-presets.ts'
import { dateAndTime, zoneName, type Zone } from './time.ts'

/** "the last 48 hours", "19 Nov 2026, 10:00 to 19 Nov 2026, 12:00 CET" */
export function rangeInWords(range: RangePreset | Span, zone: Zone): string {
  if (typeof range === 'string') return `the last ${rangePresets[range].words}`
  const { from, to } = range
  return `${dateAndTime(from, zone)} to ${dateAndTime(to, zone)} ${zoneName(zone, to)}`
}
