import { listSamples, readAvailability } from '../../../contract/index.ts'
import { isExtensionMissing } from '../../../client/errors.ts'
import type { Query } from '../../api/queries.ts'
import { hoursOf, type RangePreset, type Span } from '../../kit/ranges/range-presets.ts'
import { callScoped, endpointOf, type Scope } from '../../api/scope.ts'

export interface Availability {
  /** 0 to 1; null if nothing was measured, or the service reports too little to know. */
  readonly share: number | null
  /** What was counted: rounds, or samples where the service doesn't report rounds. */
  readonly of: 'rounds' | 'samples'
  readonly total: number | null
  readonly failed: number | null
}

/**
 * The availability of a monitor over a range. A service that doesn't report it has at least the numbers of
 * its samples with a critical issue.
 */
export function availabilityOf(scope: Scope, id: string, range: RangePreset | Span): Query<Availability> {
  return {
    queryKey: [endpointOf(readAvailability, scope).id, { ...scope, id, range }],
    queryFn: async ({ signal }) => {
      const { from, to } = hoursOf(range)
      try {
        const found = await callScoped(
          readAvailability,
          scope,
          { path: { monitor_id: id }, query: { from, to } },
          { signal },
        )
        return {
          share: found.availability,
          of: 'rounds',
          total: found.rounds,
          failed: found.failed_rounds,
        }
      } catch (error) {
        if (!isExtensionMissing(error)) throw error
        return shareOfSamples(scope, id, { from, to }, signal)
      }
    },
  }
}

async function shareOfSamples(
  scope: Scope,
  id: string,
  period: { from: number; to: number },
  signal: AbortSignal,
): Promise<Availability> {
  const countOf = async (sample_type: number) => {
    const query = { profile_and_locations: [{ profile_id: id }], ...period, sample_type, per_page: 1 }
    return (await callScoped(listSamples, scope, { query }, { signal })).total_entries ?? null
  }
  const [total, failed] = await Promise.all([countOf(-1), countOf(3)])
  const share = total === null || failed === null || total === 0 ? null : Math.max(0, total - failed) / total
  return { share, of: 'samples', total, failed }
}
