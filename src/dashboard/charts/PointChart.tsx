import { useElementSize } from '@mantine/hooks'
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useZone } from '../components/preferences.ts'
import { Band, type BandValue } from './Band.tsx'
import { nearest, place, type Points, type Scale } from './point-layer.ts'
import classes from './PointChart.module.css'
import { PointCanvas } from './PointCanvas.tsx'
import { PointTip } from './PointTip.tsx'
import { timeTicks, valueTicks } from './ticks.ts'

export interface PointChartProps {
  /** What is drawn, for those who do not see it. */
  label: string
  from: number
  to: number
  band: readonly BandValue[]
  points: Points
  format: (value: number) => string
  formatTick: (value: number) => string
  /** UNIX ms of a stretch that was dragged over, or moved to. */
  onRange: (from: number, to: number) => void
  /** The position of a point in `points`. */
  onOpen: (point: number) => void
  /** The point that is open elsewhere on the page. */
  selected?: number | undefined
}

const pixelsPerTick = 90
/** How far from a point the pointer may be, pixels. */
const reach = 14
/** Shorter drags are clicks. */
const dragLeast = 6
/** How much of the range an arrow moves it by. */
const step = 0.25

interface Drag {
  readonly start: number
  readonly now: number
  readonly pans: boolean
}

/**
 * Percentiles as a line and a band, single samples as points over it. Dragging over a stretch zooms into it, dragging
 * with Shift moves the range. By keyboard: arrows go from point to point, Enter opens one, Shift and arrows move, + and − zoom.
 */
export function PointChart({
  label,
  from,
  to,
  band,
  points,
  format,
  formatTick,
  onRange,
  onOpen,
  selected,
}: PointChartProps) {
  const zone = useZone()
  const { ref, width, height } = useElementSize()
  const [hovered, setHovered] = useState<number>()
  const [drag, setDrag] = useState<Drag>()
  const plot = useRef<HTMLDivElement>(null)

  const ticks = useMemo(() => valueTicks(mostOf(band, points)), [band, points])
  const most = ticks.at(-1) ?? 1
  const scale: Scale = useMemo(() => ({ from, to, most, width, height }), [from, to, most, width, height])
  const placed = useMemo(() => place(points, scale), [points, scale])
  const times = timeTicks(from, to, zone, Math.max(2, Math.floor(width / pixelsPerTick)))
  const timeAt = (x: number) => Math.round(from + (Math.min(width, Math.max(0, x)) / width) * (to - from))
  const current = hovered !== undefined && hovered < placed.order.length ? hovered : undefined

  const placeOf = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const onPointerMove = (event: PointerEvent) => {
    const { x, y } = placeOf(event)
    if (drag) setDrag({ ...drag, now: x })
    else setHovered(nearest(placed, x, y, reach))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!drag) return
    const { x, y } = placeOf(event)
    setDrag(undefined)
    const moved = x - drag.start
    if (Math.abs(moved) < dragLeast) {
      const found = nearest(placed, x, y, reach)
      const point = found === undefined ? undefined : placed.order[found]
      if (point !== undefined) onOpen(point)
    } else if (drag.pans) shift(-moved / width)
    else onRange(timeAt(Math.min(drag.start, x)), timeAt(Math.max(drag.start, x)))
  }
  const shift = (share: number) => onRange(Math.round(from + share * (to - from)), Math.round(to + share * (to - from)))
  const zoom = (factor: number) => {
    const middle = (from + to) / 2
    const half = ((to - from) / 2) * factor
    if (half >= 1000) onRange(Math.round(middle - half), Math.round(middle + half))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = placed.order.length - 1
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? shift(-step) : setHovered(Math.max(0, (current ?? last + 1) - 1))),
      ArrowRight: () => (event.shiftKey ? shift(step) : setHovered(Math.min(last, (current ?? -1) + 1))),
      Home: () => setHovered(0),
      End: () => setHovered(last),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      Escape: () => setHovered(undefined),
      Enter: () => {
        const point = current === undefined ? undefined : placed.order[current]
        if (point !== undefined) onOpen(point)
      },
    }
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  const point = current === undefined ? undefined : placed.order[current]
  const chosen = selected === undefined ? -1 : placed.order.indexOf(selected)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is moved in by keys
    <div
      className={classes.frame}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Arrow keys go from sample to sample, Enter opens one.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setHovered(undefined)}
    >
      <ol className={classes.values} aria-hidden="true">
        {ticks.map((tick) => (
          <li key={tick} style={{ insetBlockEnd: `${(tick / most) * 100}%` }}>
            {formatTick(tick)}
          </li>
        ))}
      </ol>
      <div
        ref={plot}
        className={classes.plot}
        data-over={point !== undefined || undefined}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const { x } = placeOf(event)
          setHovered(undefined)
          setDrag({ start: x, now: x, pans: event.shiftKey })
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={() => setHovered(undefined)}
      >
        <div ref={ref} className={classes.clip}>
          <div
            className={classes.layers}
            style={drag?.pans ? { transform: `translateX(${drag.now - drag.start}px)` } : undefined}
          >
            {width > 0 && <Band band={band} scale={scale} ticks={ticks} times={times} zone={zone} />}
            {width > 0 && <PointCanvas points={points} placed={placed} scale={scale} />}
          </div>
        </div>
        {drag && !drag.pans && Math.abs(drag.now - drag.start) >= dragLeast && (
          <div
            className={classes.dragged}
            style={{ insetInlineStart: Math.min(drag.start, drag.now), width: Math.abs(drag.now - drag.start) }}
          />
        )}
        {chosen >= 0 && (
          <span
            className={classes.ring}
            style={{ insetInlineStart: placed.x[chosen], insetBlockStart: placed.y[chosen] }}
          />
        )}
        {point !== undefined && current !== undefined && (
          <PointTip
            x={placed.x[current] ?? 0}
            y={placed.y[current] ?? 0}
            width={width}
            at={points.at[point] ?? 0}
            type={points.type[point] ?? -1}
            value={format(points.value[point] ?? 0)}
          />
        )}
      </div>
    </div>
  )
}

function mostOf(band: readonly BandValue[], { value }: Points): number {
  let most = 0
  for (const one of band) most = Math.max(most, one.p95 ?? 0)
  for (const one of value) if (one > most) most = one
  return most
}
