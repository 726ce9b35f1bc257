import { useQuery } from '@tanstack/react-query'
import { readUsual, type Usual } from '../../../../contract/index.ts'
import { ifOffered } from '../../../api/queries.ts'
import { scopedQuery, type Scope } from '../../../api/scope.ts'
import { keyOf } from './request-changes.ts'

/** What was usual before the earliest sample. */
export interface UsualSpread {
  /** Samples that the metrics are from, and samples that the requests are from. */
  readonly samples: number
  readonly detailed: number
  readonly metrics: Readonly<Record<string, Usual>>
  /** Times in ms, by `keyOf`. */
  readonly requests: ReadonlyMap<string, Usual>
}

/** Undefined while it's read, and where the service can't tell. */
export function useUsual(scope: Scope, id: string | undefined): UsualSpread | undefined {
  const query = ifOffered(scopedQuery(readUsual, scope, { path: { sample_id: id ?? '' } }))
  const { data } = useQuery({ ...query, enabled: id !== undefined, staleTime: Infinity })
  if (!data || Object.keys(data.metrics).length === 0) return undefined
  const { samples, detailed, metrics, requests } = data
  return { samples, detailed, metrics, requests: new Map(requests.map((request) => [keyOf(request), request])) }
}
