import { useRef, useState, type PointerEvent } from 'react'
import { rangeAfter, type Gesture } from './gesture.ts'

interface Options {
  readonly from: number
  readonly to: number
  readonly width: number
  readonly onRange: (from: number, to: number) => void
  /** Called with a click's position in pixels. */
  readonly onClick: (x: number, y: number) => void
  /** Called with the pointer's position while no button is pressed. */
  readonly onHover: (x: number, y: number) => void
  /** Called with the pointer's position in pixels while it drags. */
  readonly onDrag?: (x: number) => void
  /** Whether the range can also be moved. */
  readonly canMove?: boolean
}

/** Dragging selects a range to zoom into, or moves the range with Shift. A second finger makes it a pinch. */
export function useGesture({ from, to, width, onRange, onClick, onHover, onDrag, canMove = true }: Options) {
  const plot = useRef<HTMLDivElement>(null)
  const down = useRef(new Map<number, number>())
  const [gesture, setGesture] = useState<Gesture>()
  const placeOf = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  /** A pinch ends when the first finger is lifted. */
  const end = () => {
    down.current.clear()
    setGesture(undefined)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || down.current.size > (canMove ? 1 : 0)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, placeOf(event).x)
      const start = [...down.current.values()]
      setGesture({ kind: start.length > 1 ? 'pinch' : event.shiftKey && canMove ? 'pan' : 'zoom', start, now: start })
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = placeOf(event)
      if (!gesture) return down.current.size === 0 ? onHover(x, y) : undefined
      if (!down.current.has(event.pointerId)) return
      down.current.set(event.pointerId, x)
      onDrag?.(x)
      setGesture({ ...gesture, now: [...down.current.values()] })
    },
    onPointerUp: (event: PointerEvent) => {
      const { x, y } = placeOf(event)
      if (gesture && down.current.has(event.pointerId)) {
        // the state may not include the last move yet
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
