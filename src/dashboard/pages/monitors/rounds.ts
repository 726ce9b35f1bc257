import type { Sample } from '../../../contract/index.ts'

/** What a round is divided by. */
type Measured = Pick<Sample, 'location' | 'connectivity' | 'view'>
type Judged = Pick<Sample, 'sample_type' | 'judged'>

/** Divides samples of a monitor, newest first, into rounds: an earlier one begins where a location, connection and visit come again. */
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

/** The sample that decides a round: the worst that is judged. */
export function worstOf<S extends Judged>(round: readonly S[]): S | undefined {
  const judged = round.filter(({ judged: counts }) => counts !== false)
  return (judged.length > 0 ? judged : round).toSorted((a, b) => (b.sample_type ?? -1) - (a.sample_type ?? -1))[0]
}
