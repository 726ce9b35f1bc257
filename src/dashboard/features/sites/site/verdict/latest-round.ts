import type { Sample } from '../../../../../contract/index.ts'

/** The worst of the latest samples, one for each location; undefined without any whose severity is known. */
export function worstOfLatest(samples: readonly Sample[]): Sample | undefined {
  const byLocation = Map.groupBy(samples, ({ location }) => location)
  const latest = [...byLocation.values()].flatMap(([newest]) => newest ?? [])
  return latest
    .filter(({ sample_type }) => sample_type !== undefined)
    .toSorted((a, b) => (b.sample_type ?? 0) - (a.sample_type ?? 0))[0]
}
