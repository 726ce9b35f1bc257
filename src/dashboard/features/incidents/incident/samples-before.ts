import { listSamples, maxPerPage, type Sample } from '../../../../contract/index.ts'
import { scopedQuery, type Scope } from '../../../api/scope.ts'
import { isAlike, type Conditions } from '../../samples/alike.ts'
import type { Place } from '../reads.ts'

/** The samples of a place until it failed, the latest first. The first that failed is among them. */
export function samplesUntil(scope: Scope, { monitor_id, location, since }: Place) {
  return scopedQuery(listSamples, scope, {
    query: {
      profile_and_locations: [{ profile_id: monitor_id, locations: [location] }],
      to: Date.parse(since),
      per_page: maxPerPage,
    },
  })
}

type Listed = Pick<Sample, 'id' | 'sample_type'> & Conditions

/** Those of a place's samples, the latest first, that were taken before one of them and are like it, however severe they are. */
export function samplesBefore<S extends Listed>(samples: readonly S[], id: string): readonly S[] {
  const at = samples.findIndex((sample) => sample.id === id)
  const [reference] = at < 0 ? [] : samples.slice(at)
  return samples.slice(at + 1).filter((sample) => reference && isAlike(sample, reference))
}

/** The latest of the samples before a failed one that is less severe. */
export function lastBetter<S extends Listed>(samples: readonly S[], failedId: string): S | undefined {
  const severity = samples.find(({ id }) => id === failedId)?.sample_type ?? 0
  return samplesBefore(samples, failedId).find(({ sample_type }) => (sample_type ?? 0) < severity)
}
