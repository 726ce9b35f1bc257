import { useDeferredValue } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Whether to draw more of a page than its heading. A page that is opened by a link shows its heading first, and the rest
 * in a rendering of its own, so that a click is answered soon. On the way back, and where the address names a part of the
 * page, all is there at once, as the router scrolls to it.
 */
export function useAfterHeading(): boolean {
  const { hash } = useLocation()
  const scrolls = useNavigationType() === NavigationType.Pop || hash !== ''
  return useDeferredValue(true, scrolls)
}
