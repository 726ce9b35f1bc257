const minuteMs = 60_000
/** How long an origin is judged by, ms. */
export const windowMs = 5 * minuteMs
/** Fewer requests than this don't make an incident. */
const leastAsked = 5
/** From this share of failed requests on an origin fails, and below that one it's good. */
const shares = { failing: 0.5, good: 0.1 } as const

/** How requests to the origin of a host ended in a minute. */
export interface Minute {
  /** When it began, UNIX ms. */
  readonly minute: number
  readonly asked: number
  readonly failed: number
  /** The latest failure as the cause of an incident. */
  readonly problem: string | null
}

/** Whether an origin fails or is good, and since when, UNIX ms. */
export type Judgement =
  | { readonly is: 'failing'; readonly since: number; readonly cause: string }
  | { readonly is: 'good'; readonly since: number }

/**
 * Judges an origin by its last minutes; undefined if they decide nothing.
 * @param minutes in order of time
 * @param after only minutes that began then or later count, UNIX ms: what was counted earlier is an old story
 */
export function judgeOrigin(minutes: readonly Minute[], now: number, after = -Infinity): Judgement | undefined {
  const from = Math.max(after, now - windowMs - minuteMs + 1)
  // what is still to come was counted by a clock that is wrong
  const recent = minutes.filter(({ minute, asked }) => minute >= from && minute <= now + minuteMs && asked > 0)
  const asked = recent.reduce((sum, one) => sum + one.asked, 0)
  const failed = recent.reduce((sum, one) => sum + one.failed, 0)
  const isBad = (one: Minute) => one.failed >= one.asked * shares.good
  if (asked >= leastAsked && failed >= asked * shares.failing) {
    const since = recent.find(isBad)?.minute
    const cause = recent.findLast(({ problem }) => problem !== null)?.problem
    return since === undefined || !cause ? undefined : { is: 'failing', since, cause }
  }
  if (asked === 0 || failed >= asked * shares.good) return undefined
  // it's good from the first good minute after the last bad one, which may have been before these
  const since = recent[recent.findLastIndex(isBad) + 1]?.minute
  return since === undefined ? undefined : { is: 'good', since }
}
