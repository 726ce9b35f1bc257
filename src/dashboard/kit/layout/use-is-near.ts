import { startTransition, useEffect, useState, type RefObject } from 'react'
import { useIsPrinting } from './use-media.ts'

/** What is within this part of a window of the window is near. */
const margin = '10% 0px'
/** How long what is near has the page to itself, ms. */
const aloneMs = 4000

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
    return waitWith(element, () => startTransition(() => setIsNear(true)))
  }, [ref, isNear])
  return isNear || isPrinting
}

/** How to draw what isn't drawn yet, in the order of the page, as effects run. */
const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** When the last one came, as `performance.now()` tells it. */
let addedAt = 0
let isDrawing = false

/**
 * Draws what takes long once its element is near, or when the browser is idle, after what waits already, each in an idle
 * time of its own. That begins with the first scrolling, so that the page has its height before its end is reached.
 */
function waitWith(element: Element, draw: () => void): () => void {
  observer ??= new IntersectionObserver(drawNear, { rootMargin: margin })
  observer.observe(element)
  if (waiting.size === 0) window.addEventListener('scroll', drawNext, { passive: true })
  waiting.set(element, draw)
  addedAt = performance.now()
  timer ??= setTimeout(drawIfAlone, aloneMs)
  return () => void takeAway(element)
}

/** Ends the wait of an element. Returns how to draw it, unless it was drawn before. */
function takeAway(element: Element): (() => void) | undefined {
  const draw = waiting.get(element)
  waiting.delete(element)
  observer?.unobserve(element)
  if (waiting.size === 0) {
    window.removeEventListener('scroll', drawNext)
    clearTimeout(timer)
    timer = undefined
  }
  return draw
}

function drawNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) takeAway(target)?.()
}

function drawIfAlone(): void {
  const left = addedAt + aloneMs - performance.now()
  timer = left > 0 ? setTimeout(drawIfAlone, left) : undefined
  if (left <= 0) drawNext()
}

function drawNext(): void {
  const [element] = waiting.keys()
  if (!element || isDrawing) return
  isDrawing = true
  idle(() => {
    isDrawing = false
    takeAway(element)?.()
    drawNext()
  })
}

/** Safari has no idle callbacks. */
function idle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work)
}
