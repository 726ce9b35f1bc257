import {
  defaultPageRange,
  pageRangeIn,
  pageRanges,
  rangePresets,
  type PageRange,
} from '../../../../api/range-presets.ts'

/** What stretch of time the traffic page looks at, and the days that the service must be asked for to see it. */

const hour = 3_600_000
export const day = 24 * hour

/** `days`: whole days in UTC, both inclusive. `times`: a part of a chart. Both ends are UNIX ms, the end not inclusive. */
export type RequestedWindow =
  | { readonly kind: 'latest'; readonly range: PageRange }
  | { readonly kind: 'days' | 'times'; readonly from: number; readonly to: number }

/** UNIX ms, the end not inclusive. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

/** Less is not worth a chart: three of the narrowest buckets. */
export const minWindow = 15 * 60_000
/** The service refuses to look at more at a time. */
export const maxWindow = 3660 * day

/** From an address: `range=7d`, `from=2026-11-01&to=2026-11-03` (days) or `from=2026-11-01T06:00Z&to=…` (times). */
export function readAsked(params: URLSearchParams): RequestedWindow {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (isDay(from) && isDay(to) && from <= to) {
    const asked = { kind: 'days', from: Date.parse(from), to: Date.parse(to) + day } as const
    if (asked.to - asked.from <= maxWindow) return asked
  }
  const times = { kind: 'times', from: timeOf(from), to: timeOf(to) } as const
  const span = times.to - times.from
  if (span >= minWindow && span <= maxWindow) return times
  return { kind: 'latest', range: pageRangeIn(params) }
}

/** Why what an address asks for is not what `readAsked` makes of it; empty where it is. */
export function wrongInAddress(params: URLSearchParams): string {
  if (readAsked(params).kind !== 'latest') return ''
  const from = params.get('from')
  const to = params.get('to')
  const range = params.get('range')
  if (from === null && to === null) {
    return range === null || pageRanges.some((name) => name === range) ? '' : 'there is no such range'
  }
  if (!from || !to) return `its ${from ? 'end' : 'beginning'} is missing`
  const ends = isDay(from) && isDay(to) ? [Date.parse(from), Date.parse(to)] : [timeOf(from), timeOf(to)]
  const [start = Number.NaN, end = Number.NaN] = ends
  if (Number.isNaN(start) || Number.isNaN(end)) return 'its ends are not two days or two times'
  if (start > end) return 'it begins after its end'
  return end - start < minWindow ? 'it is shorter than 15 minutes' : 'it is longer than 10 years'
}

/** The address's parameters with another window; the rest stays. */
export function writeAsked(params: URLSearchParams, asked: RequestedWindow): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('from')
  next.delete('to')
  if (asked.kind === 'latest') {
    if (asked.range === defaultPageRange) next.delete('range')
    else next.set('range', asked.range)
    return next
  }
  const isDays = asked.kind === 'days'
  next.set('from', isDays ? dayText(asked.from) : timeText(asked.from))
  next.set('to', isDays ? dayText(asked.to - day) : timeText(asked.to))
  return next
}

/** 2026-11-21, in UTC. */
export function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function isDay(text: string): boolean {
  const at = Date.parse(text)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && dayText(at) === text
}

/** 2026-11-21T06:05Z; a colon and a Z need no escape in an address. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

function timeOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/.test(text) ? Date.parse(text) : Number.NaN
}

/** The part of the time that has been; undefined for the latest 48 hours, whose ends only the service's clock knows. */
export function windowOf(asked: RequestedWindow, now: number): TimeWindow | undefined {
  if (asked.kind === 'latest') {
    return asked.range === '48h' ? undefined : { from: now - rangePresets[asked.range].ms, to: now }
  }
  return { from: asked.from, to: Math.min(asked.to, Math.max(now, asked.from + minWindow)) }
}

/** How far back the period before it lies, ms. */
export function shiftOf(asked: RequestedWindow): number {
  return asked.kind === 'latest' ? rangePresets[asked.range].ms : asked.to - asked.from
}

export interface Dates {
  readonly start_date: string
  readonly end_date: string
}

/** The widest spans that the service still answers in 5 minutes and in hours, days. */
const finest = 2
const hourly = 31
/** The latest 48 hours begin and end with a bucket that is not whole. */
const slack = hour

/**
 * The reads that cover a window in the finest buckets that its length has. Days are the API's grain, so that a window
 * of 48 hours may touch three of them, and one read of three days would be answered in hours.
 */
export function readsOf({ from, to }: TimeWindow): readonly Dates[] {
  const first = Math.floor(from / day)
  const days = Math.ceil(to / day) - first
  const most = to - from <= finest * day + slack ? finest : to - from <= hourly * day + slack ? hourly : days
  const count = Math.ceil(days / most)
  const each = Math.ceil(days / count)
  return Array.from({ length: count }, (_, i) => ({
    start_date: apiDay((first + i * each) * day),
    end_date: apiDay((first + Math.min(days, (i + 1) * each) - 1) * day),
  }))
}

/** DAY-MONTH-YEAR in UTC, as the service takes it: 21-11-2026. */
function apiDay(at: number): string {
  return dayText(at).split('-').toReversed().join('-')
}
