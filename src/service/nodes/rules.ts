import type { NodeHealth } from '../../contract/index.ts'
import { maxSilenceMs, type NodeReport } from '../database/index.ts'

/** A node that can't read what is new for this long is behind, ms. It reads every second. */
const maxLagMs = 10_000

/** What health depends on. Times are UNIX ms. */
export interface Seen {
  readonly seen_at: number
  /** Null from an older version, which reports only while it works. */
  readonly report: Pick<NodeReport, 'caught_up_at'> | null
}

export function healthOf({ seen_at: seenAt, report }: Seen, now: number): NodeHealth {
  if (seenAt < now - maxSilenceMs) return 'away'
  // both times are of the node's own clock
  if (report && (report.caught_up_at ?? -Infinity) < seenAt - maxLagMs) return 'behind'
  return 'up'
}
