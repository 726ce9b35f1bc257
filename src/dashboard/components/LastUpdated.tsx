import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import type { Query } from '../api/queries.ts'
import classes from './LastUpdated.module.css'
import { RefreshIcon } from './icons.tsx'
import { IconButton } from './IconButton.tsx'
import { reasonOf } from './ErrorState.tsx'
import { relative } from '../format/time.ts'
import { useNow } from '../hooks/use-now.ts'

/** Says how old a page's data is and refreshes it. */
export function LastUpdated({ of }: { of: readonly Query<unknown>[] }) {
  const client = useQueryClient()
  const now = useNow(1000)
  const keys = of.map((query) => JSON.stringify(query.queryKey))
  const mine = { predicate: (query: { queryKey: readonly unknown[] }) => keys.includes(JSON.stringify(query.queryKey)) }
  const fetching = useIsFetching(mine) > 0
  const states = of.map((query) => client.getQueryState(query.queryKey)).filter((state) => state !== undefined)
  // a query that is still loading has no age
  const oldest = Math.min(...states.map((state) => state.dataUpdatedAt).filter((at) => at > 0))
  const failed = states.find((state) => state.status === 'error' || state.fetchFailureReason)
  const age = Number.isFinite(oldest) && oldest > 0 ? `Updated ${relative(Math.min(oldest, now), now)}` : ''
  return (
    <span className={classes.age} data-paper="hidden">
      {failed && !fetching && (
        <span className={classes.failed}>Couldn’t refresh: {reasonOf(failed.error ?? failed.fetchFailureReason)}</span>
      )}
      <span>{fetching ? 'Updating…' : age}</span>
      <IconButton label="Refresh" aria-busy={fetching} onClick={() => void client.refetchQueries(mine)} data-refresh>
        <RefreshIcon />
      </IconButton>
    </span>
  )
}
