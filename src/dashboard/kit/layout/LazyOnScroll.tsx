import { startTransition, useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react'
import { LoadingLines } from '../values/LoadingLines.tsx'
import { Panel } from './Panel.tsx'
import { useIsPrinting } from './use-media.ts'

interface Props {
  /** Takes the space until then: a panel's title, or whatever is like the part. */
  place: string | ReactElement
  children: ReactNode
}

/** A part of a page that is drawn, and loads its data, once it's near the window or the browser is idle. */
export function LazyOnScroll({ place, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  if (useIsNear(ref)) return children
  return (
    <div ref={ref}>
      {typeof place === 'string' ? (
        <Panel title={place}>
          <LoadingLines />
        </Panel>
      ) : (
        place
      )}
    </div>
  )
}

/** What is within this part of a window of the window is near. */
const margin = '10% 0px'
/** How long what is near has the page to itself, ms. */
const aloneMs = 4000

/** Whether to draw what takes long: once it is or was near the window, on paper, and later when the browser is idle. */
export function useIsNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  const isPrinting = useIsPrinting()
  useEffect(() => {
    const element = ref.current
    if (isNear || !element) return undefined
    // a transition can be interrupted by typing and scrolling
    const draw = () => startTransition(() => setIsNear(true))
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) draw()
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    // Safari has no idle callbacks
    const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(draw) : draw()), aloneMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ref, isNear])
  return isNear || isPrinting
}
