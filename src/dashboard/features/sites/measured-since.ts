import { figureDays } from '../../../contract/index.ts'
import { dayAndMonth } from '../../kit/format/time.ts'

const dayMs = 24 * 3600_000

/**
 * Since when a period of days has been measured, where that is not all of it: `since 26 Nov`, `since today`.
 * @param days each day of the period, the oldest first and today last; null where nothing was measured
 * @param from the first of them, in UTC
 * @returns undefined where the first day was measured, or none
 */
export function measuredSince(days: readonly unknown[], from: string): string | undefined {
  const first = days.findIndex((day) => day !== null)
  const at = Date.parse(from) + first * dayMs
  if (first <= 0 || Number.isNaN(at)) return undefined
  return sinceDay(at, Date.parse(from) + (days.length - 1) * dayMs)
}

/**
 * Since when something has been measured that began at a moment of the last 30 days: `since 26 Nov`, `since today`.
 * @param at UNIX ms; NaN where that isn't known
 * @returns undefined where it began before, or that isn't known
 */
export function begunSince(at: number, now: number): string | undefined {
  return now - at < figureDays * dayMs ? sinceDay(at, now) : undefined
}

/** In UTC. @param at UNIX ms @param today a moment of today, UNIX ms */
export function sinceDay(at: number, today: number): string {
  const dayOf = (ms: number) => Math.floor(ms / dayMs)
  return dayOf(at) === dayOf(today) ? 'since today' : `since ${dayAndMonth(at, 'UTC')}`
}

/**
 * For how much of a period something has been measured, where that is not all of it: `3 d`, `under 1 d`. It's as much as its
 * strip shows.
 */
export function measuredFor(times: readonly unknown[], unit: 'hour' | 'day'): string | undefined {
  const first = times.findIndex((time) => time !== null)
  if (first <= 0) return undefined
  const known = times.length - first
  // the present one isn't over
  return `${known === 1 ? 'under ' : ''}${known}\u00a0${unit === 'day' ? 'd' : 'h'}`
}
