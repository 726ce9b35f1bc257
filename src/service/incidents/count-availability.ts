import type { Counted, Memory, Round } from './round.ts'

/** A round stands for no longer than this many intervals. */
const maxStanding = 2

/** What a round adds to the availability of its hour; negative where it was counted differently before. */
export interface Counts {
  /** Hours since 1970 in UTC. */
  readonly hour: number
  readonly measured_ms: number
  readonly failed_ms: number
  readonly rounds: number
  readonly failed_rounds: number
}

/** Counts each round for as long as it stands, and what has changed since it was counted last. */
export function countAvailability(rounds: readonly Round[], interval: number): { rounds: Round[]; counts: Counts[] } {
  const counts: Counts[] = []
  const counted = rounds.map((round, i) => {
    const next = rounds[i + 1]
    const failed = hasFailed(round)
    const ms = next ? Math.min(next.at - round.at, maxStanding * interval) : interval
    const now: Counted = failed === undefined ? { ms: 0, failed: false } : { ms, failed }
    const { counted: before } = round
    if (now.ms === before.ms && now.failed === before.failed) return round
    counts.push({
      hour: Math.floor(round.at / 3_600_000),
      measured_ms: now.ms - before.ms,
      failed_ms: (now.failed ? now.ms : 0) - (before.failed ? before.ms : 0),
      rounds: Number(now.ms > 0) - Number(before.ms > 0),
      failed_rounds: Number(now.failed) - Number(before.failed),
    })
    return { ...round, counted: now }
  })
  return { rounds: counted, counts }
}

/** Whether the page failed critically at some location; undefined if nobody could tell. */
function hasFailed({ places }: Round): boolean | undefined {
  const found = Object.values(places).filter(({ known }) => known.includes('down'))
  return found.length === 0 ? undefined : found.some(({ failed }) => (failed.down?.severity ?? 0) >= 3)
}

/** What was counted of the latest round that hasn't passed yet, as the next one is still to come. */
export function timeAhead(
  { rounds }: Memory,
  now: number,
): Pick<Counts, 'hour' | 'measured_ms' | 'failed_ms'> | undefined {
  const last = rounds.at(-1)
  if (!last) return undefined
  // what has just begun was measured, too
  const ms = Math.min(last.at + last.counted.ms - now, last.counted.ms - 1)
  if (ms <= 0) return undefined
  return { hour: Math.floor(last.at / 3_600_000), measured_ms: ms, failed_ms: last.counted.failed ? ms : 0 }
}
