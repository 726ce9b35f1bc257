// not the whole contract: reader threads load this
import { figureDays } from '../../contract/time-states.ts'
import { hourMs } from '../rollups/index.ts'
import type { Measured } from './time-state.ts'

export const dayMs = 24 * hourMs
/** The number of the day that a moment is in: days since 1970 in UTC. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)

/** What is kept of a site: the days that its figures cover, and those that they are compared with. */
export const keptDays = 2 * figureDays

/** What is kept of a day of a site on which something was measured. */
export interface SiteDay extends Measured {
  readonly day: number
  readonly isSlow: boolean
  /** LCP of the home page, 75th percentile, ms. */
  readonly lcp: number | null
}

type Stored = readonly [day: number, measured: number, failed: number, isSlow: 0 | 1, lcp: number | null]

/** As a site's status stores its days. */
export function packDays(days: readonly SiteDay[]): string {
  return JSON.stringify(
    days.map(({ day, measured, failed, isSlow, lcp }): Stored => [day, measured, failed, isSlow ? 1 : 0, lcp]),
  )
}

export function unpackDays(stored: string | null): readonly SiteDay[] {
  const days = JSON.parse(stored ?? '[]') as readonly Stored[]
  return days.map(([day, measured, failed, isSlow, lcp]) => ({ day, measured, failed, isSlow: isSlow === 1, lcp }))
}

/** The kept days up to today, the oldest first; undefined where nothing was measured. */
export function latestDays(stored: string | null, today: number): readonly (SiteDay | undefined)[] {
  const latest = Array.from({ length: keptDays }, (): SiteDay | undefined => undefined)
  const first = today - keptDays + 1
  for (const one of unpackDays(stored)) if (one.day >= first && one.day <= today) latest[one.day - first] = one
  return latest
}
