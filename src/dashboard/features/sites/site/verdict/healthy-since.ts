import type { IncidentRecord } from '../../../../../contract/index.ts'

/** Services keep ended incidents for longer than this, ms: without any, nothing was wrong for at least so long. */
const surelyKeptMs = 30 * 24 * 3600_000

interface Known {
  /** The site's latest incidents that have ended. */
  readonly ended: readonly Pick<IncidentRecord, 'ended_at' | 'end_reason'>[]
  /** When it came into its state. */
  readonly stateSince: string | null | undefined
  /** UNIX ms. */
  readonly now: number
}

/**
 * Since when a site without an open incident has been healthy in its present state, UNIX ms: since it recovered or, if that is
 * later, since it came into the state. Undefined where that can't be told.
 */
export function healthySince({ ended, stateSince, now }: Known): number | undefined {
  const latest = ended.toSorted((a, b) => timeOf(b.ended_at) - timeOf(a.ended_at))[0]
  const inState = timeOf(stateSince)
  if (!latest) return now - inState <= surelyKeptMs ? inState : undefined
  const over = timeOf(latest.ended_at)
  if (inState > over) return inState
  // nobody looked at what became of one that isn't watched any more
  return latest.end_reason === 'recovered' && Number.isFinite(over) ? over : undefined
}

/** Long ago for what isn't known. */
function timeOf(at: string | null | undefined): number {
  const ms = Date.parse(at ?? '')
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms
}
