import type { SampleSummary } from '../../../contract/index.ts'

export type LatestRound = NonNullable<SampleSummary['round']>

/** Two results of a monitor's rounds as one: of the later round, the worse result. */
export function laterOrWorse(a: LatestRound | undefined, b: LatestRound): LatestRound {
  if (a === undefined || a.due_at < b.due_at) return b
  if (a.due_at > b.due_at || a.sample_type > b.sample_type) return a
  return a.sample_type < b.sample_type ? b : { ...a, judged: a.judged || b.judged }
}
