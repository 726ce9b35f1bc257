import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** The width of an element in pixels. Known before its first frame, so that nothing moves in the second. */
export function useWidth(): { readonly ref: RefObject<HTMLDivElement | null>; readonly width: number } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
