import { useRef, type ReactElement, type ReactNode } from 'react'
import { useIsNear } from './use-is-near.ts'
import { Panel } from './Panel.tsx'

interface Props {
  /** Takes the space until then: a panel's title, or whatever is like the part. */
  place: string | ReactElement
  children: ReactNode
}

/** A part of a page that is drawn, and loads its data, once it's near the window or the browser is idle. */
export function WhenNear({ place, children }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  if (useIsNear(ref)) return children
  return (
    <div ref={ref}>
      {typeof place === 'string' ? (
        <Panel title={place}>
          <p>Loading…</p>
        </Panel>
      ) : (
        place
      )}
    </div>
  )
}
