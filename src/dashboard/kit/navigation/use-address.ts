import { useEffect } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router'
import { PendingAddress } from './pending-address.ts'

/** Gets a copy, which it may change and return. */
type Change = (now: URLSearchParams) => URLSearchParams

const pending = new PendingAddress()

/**
 * The address's parameters, and a function that changes them. A change builds on the previous one even while that is
 * still loading, so quick choices are all kept. (React Router's own builds on what is shown.)
 */
export function useAddress(): readonly [URLSearchParams, (to: Change, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  useEffect(() => pending.show(pathname, params), [pathname, params])
  const change = (to: Change, options?: NavigateOptions) => {
    const next = to(pending.latest(pathname, params))
    pending.request(pathname, params, next)
    setParams(next, options)
  }
  return [params, change]
}

/** Changes one parameter. Null removes it: pass null for the default. */
export function withParam(name: string, value: string | null): Change {
  return (now) => {
    if (value === null) now.delete(name)
    else now.set(name, value)
    return now
  }
}
