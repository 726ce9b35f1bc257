import { figureDays } from '../../../contract/index.ts'
import { clockTime, dayAndMonth, type Zone } from '../../kit/format/time.ts'

const dayMs = 24 * 3600_000

/**
 * Since when a period of days has been measured, where that is not all of it: `since 26 Nov`, `since today 14:02`.
 * @param days each day of the period, the oldest first and today last; null where nothing was measured
 * @param from the first of them, in UTC
 * @param begun when measuring began, ISO 8601, where that is known
 * @returns undefined where the first day was measured, or none
 */
export function measuredSince(
  days: readonly unknown[],
  from: string,
  begun: string | null | undefined,
  zone: Zone,
): string | undefined {
  const first = days.findIndex((day) => day !== null)
  const at = Date.parse(from) + first * dayMs
  if (first <= 0 || Number.isNaN(at)) return undefined
  return sinceDay(at, Date.parse(from) + (days.length - 1) * dayMs, begun, zone, Date.now())
}

/**
 * Since when something has been measured that began at a moment of the time before now: `since 26 Nov`, `since today 14:02`.
 * @param at UNIX ms; NaN where that isn't known
 * @param within how much time is looked at, ms
 * @returns undefined where it began before, or that isn't known
 */
export function begunSince(at: number, now: number, zone: Zone, within = figureDays * dayMs): string | undefined {
  return now - at < within ? sinceDay(at, now, new Date(at).toISOString(), zone) : undefined
}

/**
 * In UTC, unless that is today and the moment is known.
 * @param at UNIX ms
 * @param today a moment of today, UNIX ms
 * @param begun when it began, ISO 8601, where that is known
 */
export function sinceDay(at: number, today: number, begun: string | null | undefined, zone: Zone, now = today): string {
  const dayOf = (ms: number) => Math.floor(ms / dayMs)
  if (dayOf(at) !== dayOf(today)) return `since ${dayAndMonth(at, 'UTC')}`
  const moment = Date.parse(begun ?? '')
  if (Number.isNaN(moment) || dayOf(moment) !== dayOf(today)) return 'since today'
  // in a zone of another day, the day has to be said
  const day = dayAndMonth(moment, zone) === dayAndMonth(now, zone) ? 'today' : `${dayAndMonth(moment, zone)},`
  return `since ${day} ${clockTime(moment, zone)}`
}

/**
 * For how much of a period something has been measured, where that is not all of it: `measured for 3 d`, `measured for under
 * 1 d`. It's as much as its strip shows.
 */
export function measuredFor(times: readonly unknown[], unit: 'hour' | 'day'): string | undefined {
  const first = times.findIndex((time) => time !== null)
  if (first <= 0) return undefined
  const known = times.length - first
  // the present one isn't over
  return `measured for ${known === 1 ? 'under ' : ''}${known}\u00a0${unit === 'day' ? 'd' : 'h'}`
}
