import { useEffect } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router'

/** Gets a copy, which it may change and return. */
type Change = (now: URLSearchParams) => URLSearchParams

/** The latest parameters requested, until the navigation from that history entry is done. */
let pending: { readonly from: string; readonly params: URLSearchParams } | undefined

/**
 * The address's parameters, and a function that changes them. A change builds on the previous one even while that is
 * still loading, so two quick choices are both kept. (React Router's own builds on what is shown.)
 */
export function useAddress(): readonly [URLSearchParams, (to: Change, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  useEffect(() => {
    // the navigation is done or was overtaken; coming back here starts over
    if (pending?.from !== key) pending = undefined
  }, [key])
  const change = (to: Change, options?: NavigateOptions) => {
    const next = to(new URLSearchParams(pending?.from === key ? pending.params : params))
    pending = { from: key, params: next }
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
