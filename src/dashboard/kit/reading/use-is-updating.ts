import { hashKey, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Query } from '../../api/queries.ts'

/**
 * Whether any of these queries is being fetched. `useIsFetching` goes through all queries whenever anything happens to one;
 * this looks at its own only.
 */
export function useIsUpdating(queries: readonly Query<unknown>[]): boolean {
  const cache = useQueryClient().getQueryCache()
  const hashes = queries.map(({ queryKey }) => hashKey(queryKey)).join('\n')
  const subscribe = useCallback(
    (onChange: () => void) => {
      const mine = new Set(hashes.split('\n'))
      return cache.subscribe(({ type, query }) => {
        // a fetch can begin while another component renders
        if (type === 'updated' && mine.has(query.queryHash)) notifyManager.schedule(onChange)
      })
    },
    [cache, hashes],
  )
  return useSyncExternalStore(subscribe, () =>
    hashes.split('\n').some((hash) => cache.get(hash)?.state.fetchStatus === 'fetching'),
  )
}
