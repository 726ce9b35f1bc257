import { useDeferredValue } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Whether to draw the rest of a page. A page that is opened by a link shows its heading first and the rest in a second
 * rendering, so that the click is answered sooner. On the way back, and where the address names a part of the page, the
 * whole page is drawn at once, because the router scrolls to a place in it.
 */
export function useAfterHeading(): boolean {
  const { hash } = useLocation()
  const scrolls = useNavigationType() === NavigationType.Pop || hash !== ''
  return useDeferredValue(true, scrolls)
}
