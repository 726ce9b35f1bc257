import { useRef, type ReactNode } from 'react'
import { useIsNear } from '../hooks/use-is-near.ts'

interface Props {
  /** Takes the space until then. */
  place?: ReactNode
  children: ReactNode
}

/** A part of a page that is drawn, and loads its data, once it's near the window or the browser is idle. */
export function WhenNear({ place, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  return useIsNear(ref) ? children : <div ref={ref}>{place}</div>
}
