import { useEffect, useEffectEvent } from 'react'

const refreshes = new Set<() => void>()

/** Has `refreshPage` refresh this part of the page. */
export function useRefresh(refresh: () => void): void {
  const onRefresh = useEffectEvent(refresh)
  useEffect(() => {
    const run = () => onRefresh()
    refreshes.add(run)
    return () => void refreshes.delete(run)
  }, [])
}

/** Refreshes the data on the page, as its Refresh button does. */
export function refreshPage(): void {
  for (const refresh of refreshes) refresh()
}
