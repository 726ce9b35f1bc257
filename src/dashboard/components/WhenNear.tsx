import { useRef, type ReactNode } from 'react'
import { useIsNear } from '../hooks/use-is-near.ts'

/** A part of a page that is drawn, and loads its data, once it's near the window or the browser is idle. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  return useIsNear(place) ? children : <div ref={place} />
}
