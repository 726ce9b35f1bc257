import { useQueryClient } from '@tanstack/react-query'
import type { Query } from '../../api/queries.ts'
import classes from './LastUpdated.module.css'
import { RefreshIcon } from '../marks/icons.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { reasonOf } from '../feedback/ErrorState.tsx'
import { ago } from '../format/time.ts'
import { useRefresh } from './refresh.ts'
import { useIsUpdating } from './use-is-updating.ts'
import { useNow } from './use-now.ts'

/** Says how old a page's data is and refreshes it. */
export function LastUpdated({ of }: { of: readonly Query<unknown>[] }) {
  const client = useQueryClient()
  const now = useNow(1000)
  const isUpdating = useIsUpdating(of)
  const states = of.map((query) => client.getQueryState(query.queryKey)).filter((state) => state !== undefined)
  // a query that is still loading has no age
  const oldest = Math.min(...states.map((state) => state.dataUpdatedAt).filter((at) => at > 0))
  // where nothing has loaded so far, the page says why
  const failed = states.find(
    (state) => state.dataUpdatedAt > 0 && (state.status === 'error' || state.fetchFailureReason),
  )
  const age = Number.isFinite(oldest) && oldest > 0 ? `Updated ${ago(oldest, now)}` : ''
  const refresh = () => {
    for (const { queryKey } of of) void client.refetchQueries({ queryKey, exact: true })
  }
  useRefresh(refresh)
  return (
    <span className={classes.age} data-paper="hidden">
      {failed && !isUpdating && (
        <span className={classes.failed}>Couldn’t refresh: {reasonOf(failed.error ?? failed.fetchFailureReason)}</span>
      )}
      <span>{isUpdating ? 'Updating…' : age}</span>
      <IconButton label="Refresh" aria-busy={isUpdating} onClick={refresh}>
        <RefreshIcon />
      </IconButton>
    </span>
  )
}
