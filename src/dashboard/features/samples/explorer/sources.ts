import { useQueries, useQuery } from '@tanstack/react-query'
import { listTests, maxPerPage, readMonitor, readTest, type Monitor } from '../../../../contract/index.ts'
import { ApiError } from '../../../../client/errors.ts'
import { monitorsOf } from '../../sites/key-page.ts'
import type { Query } from '../../../api/queries.ts'
import { callScoped, scopedQuery, type Scope } from '../../../api/scope.ts'

/** The monitor or test that samples come from. */
export interface Source {
  readonly id: string
  readonly kind: 'monitor' | 'test'
  readonly record: Monitor
}

export const monitorList = monitorsOf

export function testList(scope: Scope) {
  return scopedQuery(listTests, scope, { query: { per_page: maxPerPage } })
}

/** A sample has its source's ID but doesn't say whether that is a monitor or a test. */
export function sourceOf(scope: Scope, id: string): Query<Source> {
  return {
    queryKey: ['samples.source', { scope, id }],
    queryFn: async ({ signal }) => {
      try {
        const record = await callScoped(readMonitor, scope, { path: { monitor_id: id } }, { signal })
        return { id, kind: 'monitor', record }
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== 'not-found') throw error
        const record = await callScoped(readTest, scope, { path: { test_id: id } }, { signal })
        return { id, kind: 'test', record }
      }
    },
  }
}

/** Sources by ID, as they load. Records from a list that was already read are used at first. */
export function useSources(scope: Scope, ids: readonly string[]): ReadonlyMap<string, Source> {
  return useSourceReads(scope, ids).sources
}

/** The same, and whether all have been read or have failed once. */
export function useSourceReads(scope: Scope, ids: readonly string[]) {
  const listed = useQuery({ ...monitorList(scope), enabled: false }).data?.rows ?? []
  const read = useQueries({
    queries: [...new Set(ids)].map((id) => {
      const record = listed.find((monitor) => monitor.id === id)
      const placeholderData: Source | undefined = record && { id, kind: 'monitor', record }
      return { ...sourceOf(scope, id), staleTime: 60_000, placeholderData }
    }),
  })
  const sources = new Map(read.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])))
  return { sources, isRead: read.every(({ isPending, failureCount }) => !isPending || failureCount > 0) }
}

/** A source's name, or else its address or ID. */
export function sourceName(source: Source | undefined, id: string): string {
  return source?.record.name ?? source?.record.constants?.url ?? id
}
