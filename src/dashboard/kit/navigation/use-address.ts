import { useSyncExternalStore } from 'react'
import { useLocation, useSearchParams, type DataRouter, type Location, type NavigateOptions } from 'react-router'

/** Gets a copy, which it may change and return. */
type Change = (now: URLSearchParams) => URLSearchParams

/** The address that was asked for last, which the page may not show yet. */
let requested: Location | undefined
const followers = new Set<() => void>()

/** Has changes of the address build on what this router was asked for last. */
export function followAddress(router: DataRouter): void {
  requested = undefined
  router.subscribe(({ navigation, location }) => {
    requested = navigation.location ?? location
    for (const tell of followers) tell()
  })
}

/**
 * The address's parameters, and a function that changes them. A change builds on the previous one even while that is
 * still loading, so quick choices are all kept. (React Router's own builds on what is shown.)
 */
export function useAddress(): readonly [URLSearchParams, (to: Change, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const change = (to: Change, options?: NavigateOptions) => {
    const latest = requested?.pathname === pathname ? requested.search : params
    setParams(to(new URLSearchParams(latest)), options)
  }
  return [params, change]
}

/** Whether another address was asked for than the page shows. */
export function useIsUnderWay(): boolean {
  const { key } = useLocation()
  const latest = useSyncExternalStore(follow, () => requested?.key)
  return latest !== undefined && latest !== key
}

function follow(follower: () => void): () => void {
  followers.add(follower)
  return () => followers.delete(follower)
}

/** Changes one parameter. Null removes it: pass null for the default. */
export function withParam(name: string, value: string | null): Change {
  return (now) => {
    if (value === null) now.delete(name)
    else now.set(name, value)
    return now
  }
}
