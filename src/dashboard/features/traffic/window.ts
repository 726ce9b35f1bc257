import { momentOf } from '../../../contract/index.ts'
import {
  defaultPageRange,
  pageRangeIn,
  pageRanges,
  rangePresets,
  type PageRange,
} from '../../kit/ranges/range-presets.ts'
import { dateAfter, dateIn, startOfDate, weeksLater } from '../../kit/format/local-time.ts'
import type { Zone } from '../../kit/format/time.ts'

/** The traffic page's time window, and the reads that it takes. */

const hour = 3_600_000
export const day = 24 * hour
const week = 7 * day

/** `days`: whole days of the chosen zone. `times`: a part of a chart. Both ends are UNIX ms, the end not inclusive. */
export type RequestedWindow =
  | { readonly kind: 'latest'; readonly range: PageRange }
  | { readonly kind: 'days' | 'times'; readonly from: number; readonly to: number }

/** UNIX ms, the end not inclusive. */
export interface TimeWindow {
  readonly from: number
  readonly to: number
}

/** The shortest window worth a chart: three of the narrowest buckets. */
export const minWindow = 15 * 60_000
/** The service refuses longer windows. */
export const maxWindow = 3660 * day

/** From an address: `range=7d`, `from=2026-11-01&to=2026-11-03` (days) or `from=2026-11-01T06:00Z&to=…` (times). */
export function readWindow(params: URLSearchParams, zone: Zone): RequestedWindow {
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  if (isDay(from) && isDay(to) && from <= to) {
    const days = daysFrom(from, to, zone)
    if (days.to > days.from && days.to - days.from <= maxWindow) return days
  }
  const times = { kind: 'times', from: timeOf(from), to: timeOf(to) } as const
  const span = times.to - times.from
  if (span >= minWindow && span <= maxWindow) return times
  return { kind: 'latest', range: pageRangeIn(params) }
}

/** Why `readWindow` ignores the window in an address; empty if it doesn't. */
export function addressProblem(params: URLSearchParams, zone: Zone): string {
  if (readWindow(params, zone).kind !== 'latest') return ''
  const from = params.get('from')
  const to = params.get('to')
  const range = params.get('range')
  if (from === null && to === null) {
    return range === null || pageRanges.some((name) => name === range) ? '' : 'unknown range'
  }
  if (!from || !to) return `the ${from ? 'end' : 'start'} is missing`
  const ends = isDay(from) && isDay(to) ? [Date.parse(from), Date.parse(to)] : [timeOf(from), timeOf(to)]
  const [start = Number.NaN, end = Number.NaN] = ends
  if (Number.isNaN(start) || Number.isNaN(end)) return 'the start and end must be two dates or two times'
  if (start > end) return 'it starts after it ends'
  if (isDay(from) && isSkipped(from, to, zone)) return 'the clocks skip that day in this time zone'
  return end - start < minWindow ? 'it’s shorter than 15 minutes' : 'it’s longer than 10 years'
}

/** Replaces the window in an address's parameters. */
export function writeWindow(params: URLSearchParams, requested: RequestedWindow, zone: Zone): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('from')
  next.delete('to')
  if (requested.kind === 'latest') {
    if (requested.range === defaultPageRange) next.delete('range')
    else next.set('range', requested.range)
    return next
  }
  const isDays = requested.kind === 'days'
  next.set('from', isDays ? dateIn(requested.from, zone) : timeText(requested.from))
  next.set('to', isDays ? dateIn(requested.to - 1, zone) : timeText(requested.to))
  return next
}

/** The days of the zone from one to another, as 2026-11-21. */
export function daysFrom(first: string, last: string, zone: Zone): RequestedWindow & TimeWindow {
  return { kind: 'days', from: startOfDate(first, zone), to: startOfDate(dateAfter(last, 1), zone) }
}

/** Whether the zone's clocks skip all days from one to another, as Samoa's did one in 2011. */
export function isSkipped(first: string, last: string, zone: Zone): boolean {
  const { from, to } = daysFrom(first, last, zone)
  return from === to
}

/** From here on, a chart has a bar for each day. */
const longWindow = 14 * day

/** Where the zone's whole days within a window begin and end; empty for a window that isn't drawn in days. */
export function dayBounds({ from, to }: TimeWindow, zone: Zone): readonly number[] {
  if (to - from < longWindow) return []
  const first = dateIn(from, zone)
  // one more, because a day can be an hour shorter
  const days = Array.from({ length: Math.ceil((to - from) / day) + 2 }, (_, i) => dateAfter(first, i))
  const bounds = new Set(days.map((date) => startOfDate(date, zone)))
  return [...bounds].filter((at) => at >= from && at <= to)
}

export function isDay(text: string): boolean {
  const at = Date.parse(text)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && dateIn(at, 'UTC') === text
}

/** 2026-11-21T06:05Z, which needs no escapes in an address. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`
}

function timeOf(text: string): number {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text)
    ? (momentOf(text) ?? Number.NaN)
    : Number.NaN
}

/** The past part of the window; undefined for the latest 48 hours, because only the service knows their ends. */
export function windowOf(requested: RequestedWindow, now: number): TimeWindow | undefined {
  if (requested.kind === 'latest') {
    return requested.range === '48h' ? undefined : { from: now - rangePresets[requested.range].ms, to: now }
  }
  return { from: requested.from, to: Math.min(requested.to, Math.max(now, requested.from + minWindow)) }
}

/** How long the window is, ms. */
export function spanOf(requested: RequestedWindow): number {
  return requested.kind === 'latest' ? rangePresets[requested.range].ms : requested.to - requested.from
}

/** How many weeks the previous period is earlier: whole ones, because a Saturday's traffic differs from a Thursday's. */
export function weeksBack(requested: RequestedWindow): number {
  // a week in which the clocks go back is up to two hours longer
  return Math.max(1, Math.ceil((spanOf(requested) - 2 * hour) / week))
}

/** Moves moments between the previous period and this one: to the same weekday and time of the zone. */
export interface Shift {
  readonly forth: (at: number) => number
  readonly back: (at: number) => number
}

/** How far the previous period is away: whole weeks of the zone, of which some are an hour longer or shorter. */
export function shiftOf(requested: RequestedWindow, zone: Zone): Shift {
  const weeks = weeksBack(requested)
  return { forth: (at) => weeksLater(at, weeks, zone), back: (at) => weeksLater(at, -weeks, zone) }
}

export interface Dates {
  readonly start_date: string
  readonly end_date: string
}

/** The longest windows, in days, that the service answers in buckets of 5 minutes and of 1 hour. */
const maxFineDays = 2
const maxHourlyDays = 31
/** The latest 48 hours start and end with a partial bucket. */
const partialBuckets = hour

/**
 * The reads that cover a window in the narrowest buckets available for its length. Reads take whole days, so a window
 * of 48 hours can touch three, and a single read of three days would be answered in hours.
 */
export function readsOf({ from, to }: TimeWindow): readonly Dates[] {
  const first = Math.floor(from / day)
  const days = Math.ceil(to / day) - first
  const span = to - from - partialBuckets
  const maxDays = span <= maxFineDays * day ? maxFineDays : span <= maxHourlyDays * day ? maxHourlyDays : days
  const count = Math.ceil(days / maxDays)
  const each = Math.ceil(days / count)
  return Array.from({ length: count }, (_, i) => ({
    start_date: apiDay((first + i * each) * day),
    end_date: apiDay((first + Math.min(days, (i + 1) * each) - 1) * day),
  }))
}

/**
 * A read that covers a window in the next wider buckets, because the service may keep those longer; undefined if they
 * would be too wide for the window.
 */
export function coarserReadOf({ from, to }: TimeWindow): Dates | undefined {
  const span = to - from - partialBuckets
  if (span > maxHourlyDays * day) return undefined
  const last = Math.ceil(to / day) - 1
  const days = (span <= maxFineDays * day ? maxFineDays : maxHourlyDays) + 2
  const first = Math.min(Math.floor(from / day), last + 1 - days)
  return { start_date: apiDay(first * day), end_date: apiDay(last * day) }
}

/** DAY-MONTH-YEAR in UTC, as the service takes it: 21-11-2026. */
function apiDay(at: number): string {
  return dateIn(at, 'UTC').split('-').toReversed().join('-')
}
