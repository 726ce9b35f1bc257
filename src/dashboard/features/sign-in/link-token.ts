import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The token behind `#` of a mailed link, which no server sees. It's taken out of the address at once, so that it stays neither
 * there nor in the history. Empty without one.
 */
export function useLinkToken(): string {
  const { hash } = useLocation()
  const [first] = useState(hash)
  useEffect(() => {
    if (!hash) return
    // another link was opened in this tab
    if (hash !== first) window.location.reload()
    else window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [hash, first])
  return first.slice(1)
}
