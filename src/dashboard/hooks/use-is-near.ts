import { startTransition, useEffect, useState, type RefObject } from 'react'
import { useIsPrinting } from './use-media.ts'

/** What is within this part of a window of the window is near. */
const margin = '10% 0px'
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

/** In the order of the page, as effects run. */
const waiting = new Set<() => void>()
let isDrawing = false

/**
 * Does some work when the browser is idle, after what waits already, each in an idle time of its own. It begins with the
 * first scrolling, so that the page has its height before its end is reached.
 */
function whenIdle(work: () => void): () => void {
  const begin = () => {
    end()
    waiting.add(work)
    drawNext()
  }
  const timer = setTimeout(begin, aloneMs)
  window.addEventListener('scroll', begin)
  const end = () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', begin)
  }
  return () => {
    end()
    waiting.delete(work)
  }
}

function drawNext(): void {
  const [work] = waiting
  if (!work || isDrawing) return
  isDrawing = true
  idle(() => {
    isDrawing = false
    if (waiting.delete(work)) work()
    drawNext()
  })
}

/** Safari has no idle callbacks. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work)
}
