import { useRef, useState, type PointerEvent } from 'react'
import { rangeAfter, type Gesture } from './gesture.ts'

interface Options {
  readonly from: number
  readonly to: number
  readonly width: number
  readonly onRange: (from: number, to: number) => void
  /** A press without a move, at pixels of the plot. */
  readonly onClick: (x: number, y: number) => void
  /** A pointer over the plot, while none is down. */
  readonly onHover: (x: number, y: number) => void
}

/** One pointer draws a stretch to zoom into, or moves the range with Shift; a second finger makes it a pinch. */
export function useGesture({ from, to, width, onRange, onClick, onHover }: Options) {
  const plot = useRef<HTMLDivElement>(null)
  const down = useRef(new Map<number, number>())
  const [gesture, setGesture] = useState<Gesture>()
  const placeOf = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  /** With the first finger up a pinch is over: the second one then tells nothing. */
  const end = () => {
    down.current.clear()
    setGesture(undefined)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || down.current.size > 1) return
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, placeOf(event).x)
      const start = [...down.current.values()]
      setGesture({ kind: start.length > 1 ? 'pinch' : event.shiftKey ? 'pan' : 'zoom', start, now: start })
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = placeOf(event)
      if (!gesture) return down.current.size === 0 ? onHover(x, y) : undefined
      if (!down.current.has(event.pointerId)) return
      down.current.set(event.pointerId, x)
      setGesture({ ...gesture, now: [...down.current.values()] })
    },
    onPointerUp: (event: PointerEvent) => {
      const { x, y } = placeOf(event)
      if (gesture && down.current.has(event.pointerId)) {
        // the last move may not have been drawn yet
        down.current.set(event.pointerId, x)
        const range = rangeAfter({ ...gesture, now: [...down.current.values()] }, { from, to, width })
        if (range) onRange(...range)
        else if (gesture.kind !== 'pinch') onClick(x, y)
      }
      end()
    },
    onPointerCancel: end,
  }
  return { plot, gesture, handlers }
}
