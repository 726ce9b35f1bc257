import { useLocation, useNavigation } from 'react-router'

/** Whether the page is loading another view of itself, such as a list in another order. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === pathname
}
