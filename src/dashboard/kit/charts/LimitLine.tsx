import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { draggedLimit, keyedLimit, limitEnds, type LimitScale } from './limit-line.ts'
import classes from './LimitLine.module.css'

export interface Limit {
  readonly value: number
  /** From what on a value is poor, which is worse than over the limit. */
  readonly poor?: number | undefined
  /** What the limit can be. */
  readonly range: LimitScale['range']
  /** The slider's accessible name. */
  readonly label: string
  /** Called with the new limit when the line is released. Without it, the line can't be moved. */
  readonly onChange?: ((value: number) => void) | undefined
}

interface Props extends Limit {
  /** The value at the top edge of the plot. */
  max: number
  /** On which side of the line its label stands. */
  side: 'above' | 'below'
  /** The plot's edges, in pixels of the frame. */
  plot: { readonly left: number; readonly top: number; readonly right: number; readonly height: number }
  format: (value: number) => string
}

/** A limit that keys have changed is saved after this long without another key, in ms. */
const keysRest = 600

/** Of the label, in pixels. */
const labelHeight = 24

interface Moved {
  readonly value: number
  readonly by: 'pointer' | 'keys'
}

/**
 * A limit as a line across a chart. It is dragged at its handle or, with a mouse, anywhere; Escape puts it back. By
 * keyboard, the handle is a slider. Only the line is drawn again while it moves.
 */
export function LimitLine({ value, range, label, onChange, max, plot, side, format }: Props) {
  const [moved, setMoved] = useState<Moved>()
  const drag = useRef<{ readonly y: number; readonly from: number } | undefined>(undefined)
  // the state lags behind by one rendering: without this, a pause of the keys and a blur in between would save twice
  const unsaved = useRef<number | undefined>(undefined)
  const handle = useRef<HTMLDivElement>(null)
  const scale = { max, height: plot.height, range }
  const shown = moved?.value ?? value

  const move = (to: Moved) => {
    unsaved.current = to.value
    setMoved(to)
  }
  const cancel = () => {
    drag.current = undefined
    unsaved.current = undefined
    setMoved(undefined)
  }
  const save = (next = unsaved.current) => {
    cancel()
    if (next !== undefined && next !== value) onChange?.(next)
  }
  const saveNow = useEffectEvent(() => save())
  useEffect(() => {
    if (moved?.by !== 'keys') return
    const timer = setTimeout(saveNow, keysRest)
    return () => clearTimeout(timer)
  }, [moved])

  const draggedTo = (event: PointerEvent) => {
    if (!drag.current) return undefined
    const { y, from } = drag.current
    return draggedLimit(from, event.clientY - y, scale) ?? from
  }
  const pointer = {
    // otherwise the browser takes the focus from the handle
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || drag.current) return
      event.currentTarget.setPointerCapture(event.pointerId)
      handle.current?.focus()
      drag.current = { y: event.clientY, from: shown }
      // what keys have changed goes on with the drag
      if (moved) move({ value: shown, by: 'pointer' })
    },
    onPointerMove: (event: PointerEvent) => {
      const dragged = draggedTo(event)
      if (dragged !== undefined && dragged !== shown) move({ value: dragged, by: 'pointer' })
    },
    // the state may not include the last move yet
    onPointerUp: (event: PointerEvent) => drag.current && save(draggedTo(event)),
    onPointerCancel: cancel,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && (moved || drag.current)) {
      event.stopPropagation()
      return cancel()
    }
    if (event.key === 'Enter') return save()
    const keyed = drag.current ? undefined : keyedLimit(shown, event.key, scale)
    if (keyed === undefined) return
    event.preventDefault()
    move({ value: keyed, by: 'keys' })
  }

  const { low, high } = limitEnds(scale)
  return (
    <div
      className={classes.line}
      // below a line at the bottom are the times
      data-side={(shown / max) * plot.height < labelHeight ? 'above' : side}
      style={{
        insetInlineStart: plot.left,
        insetInlineEnd: plot.right,
        insetBlockStart: plot.top + (1 - shown / max) * plot.height,
      }}
    >
      {onChange ? (
        <>
          <div className={classes.grip} aria-hidden="true" {...pointer} />
          <div
            ref={handle}
            className={classes.handle}
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-orientation="vertical"
            aria-valuemin={Math.min(low, shown)}
            aria-valuemax={Math.max(high, shown)}
            aria-valuenow={shown}
            aria-valuetext={format(shown)}
            onKeyDown={onKeyDown}
            onBlur={() => (drag.current ? cancel() : save())}
            {...pointer}
          >
            Limit {format(shown)}
            <svg className={classes.arrows} viewBox="0 0 8 12" aria-hidden="true" focusable="false">
              <path d="M4 1 1 4.5h6zM4 11 1 7.5h6z" />
            </svg>
          </div>
        </>
      ) : (
        <span className={classes.value} role="img" aria-label={`${label}: ${format(value)}`}>
          Limit {format(value)}
        </span>
      )}
    </div>
  )
}
