import type { Monitor, Sample } from '../../../contract/index.ts'

/** What tells the samples of a round apart. */
type Measured = Pick<Sample, 'location' | 'connectivity' | 'view'>
type Judged = Pick<Sample, 'sample_type' | 'judged'>

/**
 * Divides a monitor's samples, newest first, into rounds: an earlier one begins where a location comes again over the same
 * connection and in the same visit.
 */
export function roundsOf<S extends Measured>(samples: readonly S[]): readonly (readonly S[])[] {
  const rounds: S[][] = []
  let seen = new Set<string>()
  for (const sample of samples) {
    const key = JSON.stringify([sample.location, sample.connectivity, sample.view])
    if (rounds.length === 0 || seen.has(key)) {
      rounds.push([])
      seen = new Set()
    }
    seen.add(key)
    rounds.at(-1)?.push(sample)
  }
  return rounds
}

/** The sample that decides a round, as the service does for the latest: the worst, and of those one that is judged. */
export function worstOf<S extends Judged>(round: readonly S[]): S | undefined {
  const severity = ({ sample_type = -1 }: S) => sample_type
  return round.toSorted(
    (a, b) => severity(b) - severity(a) || Number(b.judged !== false) - Number(a.judged !== false),
  )[0]
}

/** The samples of the latest rounds: as many whole rounds as it takes to have at least so many samples. */
export function latestRounds<S extends Measured>(samples: readonly S[], least: number): readonly S[] {
  const taken: S[] = []
  for (const round of roundsOf(samples)) {
    if (taken.length >= least) break
    taken.push(...round)
  }
  return taken
}

/**
 * Which of the two, read at different times, doesn't know a monitor's newest sample yet.
 * @param byMonitor samples, newest first
 */
export function behindOf(
  rows: readonly Pick<Monitor, 'id' | 'last_sample'>[],
  byMonitor: ReadonlyMap<string, readonly Pick<Sample, 'taken_at'>[]>,
): 'list' | 'strips' | undefined {
  const timeOf = (sample: Pick<Sample, 'taken_at'> | null) => Date.parse(sample?.taken_at ?? '') || 0
  const ages = rows.flatMap(({ id = '', last_sample }) => {
    const [newest] = byMonitor.get(id) ?? []
    // another service may not report it
    return newest && last_sample !== undefined ? [timeOf(newest) - timeOf(last_sample)] : []
  })
  return ages.some((age) => age > 0) ? 'list' : ages.some((age) => age < 0) ? 'strips' : undefined
}
