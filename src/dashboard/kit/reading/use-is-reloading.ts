import { useLocation, useNavigation } from 'react-router'

/** Whether the page is loading another view of itself, such as a list in another order, until it shows that. */
export function useIsReloading(): boolean {
  const { pathname } = useLocation()
  return useNavigation().location?.pathname === pathname
}
