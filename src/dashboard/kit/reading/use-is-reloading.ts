import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { loadedPage, nextPage } from '../navigation/next-page.ts'

/** Whether the page is loading another view of itself, such as a list in another order, until it shows that. */
export function useIsReloading(): boolean {
  const { pathname, key } = useLocation()
  return useSyncExternalStore(nextPage.subscribe, () => {
    const loaded = loadedPage.get()
    return [nextPage.get(), loaded?.key === key ? null : loaded].some((page) => page?.pathname === pathname)
  })
}
