import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** The key of the location at which the body around was drawn. */
export const BodyDrawnAt = createContext<string | undefined>(undefined)

/**
 * The key of the location at which the rest of a page is drawn, undefined until then. A page that is opened by a link
 * shows its heading first and the rest once that is on the screen, so that the click is answered sooner. On the way
 * back, and where the address names a part of the page, the whole page is drawn at once, because the router scrolls to a
 * place in it. What comes with the body around it doesn't wait again.
 */
export function useAfterHeading(): string | undefined {
  const { hash, key } = useLocation()
  const scrolls = useNavigationType() === NavigationType.Pop || hash !== ''
  const isWithin = useContext(BodyDrawnAt) === key
  const [drawnAt, setDrawnAt] = useState(scrolls || isWithin ? key : undefined)
  useEffect(() => {
    if (drawnAt !== undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    // a frame's callbacks run before it is painted
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawnAt(key)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawnAt, key])
  return drawnAt
}
