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
  return first === days.length - 1 ? 'since today' : `since ${dayAndMonth(at, 'UTC')}`
}
