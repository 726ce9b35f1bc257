import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { nextPage } from '../stores/next-page.ts'

/** Whether the page is loading another view of itself, such as a list in another order. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation()
  return useSyncExternalStore(nextPage.subscribe, () => nextPage.get()?.pathname === pathname)
}
