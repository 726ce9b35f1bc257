import { startTransition, useEffect, useState, type RefObject } from 'react'
import { useIsPrinting } from './use-media.ts'

/** What is within half a window of the window is near. */
const margin = '50% 0px'
/** How long what is near has the page to itself, ms. */
const aloneMs = 2000

/**
 * Whether to draw what takes long: once it is or was near the window, on paper, and later where the browser is idle, so
 * that scrolling finds it drawn.
 */
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
    const cancel = whenIdle(draw)
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [ref, isNear])
  return isNear || isPrinting
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  let idle: number | undefined
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(work)
    else work()
  }, aloneMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
