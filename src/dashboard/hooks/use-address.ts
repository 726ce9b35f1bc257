import { useEffect } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router'

/** Is given a copy, which it may change and give back. */
type Change = (now: URLSearchParams) => URLSearchParams

/** What was asked for last, while the page still stands where that began. */
let ahead: { readonly from: string; readonly params: URLSearchParams } | undefined

/**
 * The address's parameters and how to change them. A change begins with what the one before it asked for, even while
 * that is still being loaded: two quick choices are both kept. (React Router's own begins with what is shown.)
 */
export function useAddress(): readonly [URLSearchParams, (to: Change, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  useEffect(() => {
    // it has come to be, or was overtaken: whoever comes back here begins anew
    if (ahead?.from !== key) ahead = undefined
  }, [key])
  const change = (to: Change, options?: NavigateOptions) => {
    const next = to(new URLSearchParams(ahead?.from === key ? ahead.params : params))
    ahead = { from: key, params: next }
    setParams(next, options)
  }
  return [params, change]
}

/** A change of one parameter; null leaves it out, as where it is what it is by default. */
export function withParam(name: string, value: string | null): Change {
  return (now) => {
    if (value === null) now.delete(name)
    else now.set(name, value)
    return now
  }
}
