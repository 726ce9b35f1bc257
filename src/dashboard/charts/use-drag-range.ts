import { useState } from 'react'

interface Stretch {
  readonly from: number
  readonly to: number
}

/** What recharts reports about the position under the pointer. */
interface Place {
  readonly activeLabel?: string | number | undefined
}

/** Selects a range of the time axis with the mouse. Keyboard users have the page's range controls. */
export function useDragRange(onRange: ((from: number, to: number) => void) | undefined) {
  const [drag, setDrag] = useState<{ readonly start: number; readonly end: number } | null>(null)
  const stretch: Stretch | null =
    drag && drag.start !== drag.end
      ? { from: Math.min(drag.start, drag.end), to: Math.max(drag.start, drag.end) }
      : null
  const handlers = {
    onMouseDown: ({ activeLabel }: Place) => {
      const at = Number(activeLabel)
      if (activeLabel !== undefined && Number.isFinite(at)) setDrag({ start: at, end: at })
    },
    onMouseMove: ({ activeLabel }: Place) => {
      const at = Number(activeLabel)
      if (drag && activeLabel !== undefined && Number.isFinite(at) && at !== drag.end) setDrag({ ...drag, end: at })
    },
    onMouseUp: () => {
      if (stretch) onRange?.(stretch.from, stretch.to)
      setDrag(null)
    },
    onMouseLeave: () => setDrag(null),
  }
  return { stretch, handlers: onRange ? handlers : {} }
}
