import { max } from 'd3-array'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useZone } from '../format/zone.ts'
import { PercentileBand, type BandValue, type ChartPart } from './PercentileBand.tsx'
import { moveOf } from './gesture.ts'
import overlay from './overlay.module.css'
import { keyOf, nearest, place, placeOf, type Points, type Scale } from './point-layer.ts'
import { plotFrame } from './plot-frame.ts'
import classes from './PointChart.module.css'
import { PointCanvas } from './PointCanvas.tsx'
import { PointTip, type PointName } from './PointTip.tsx'
import { timeTicks, valueTicks } from '../format/ticks.ts'
import { setCursor, SharedCursor } from './shared-cursor.tsx'
import { useGesture } from './use-gesture.ts'

export interface PointChartProps {
  /** The chart's accessible name. */
  label: string
  from: number
  to: number
  band: readonly BandValue[]
  /** What the chart is split into. A line of each is drawn instead of the band. */
  parts?: readonly ChartPart[] | undefined
  points: Points
  /** What a point belongs to, by its index in `points`. */
  namesOf?: (point: number) => readonly PointName[]
  format: (value: number) => string
  /** Like `format`, without insignificant digits, in the unit of the axis's greatest value. */
  formatTick: (value: number, max: number) => string
  /** Whether the values are counts, which have no fractions. */
  counts?: boolean
  /** Called with the new range in UNIX ms after a zoom or a move. */
  onRange: (from: number, to: number) => void
  /** Called with a point's index in `points`. */
  onOpen: (point: number) => void
  /** The index of the point that's open on the page. */
  selected?: number | undefined
}

const pixelsPerTick = 90
/** Applies to narrow screens, where ticks are closer together. */
const minTicks = 4
/** The pointer's maximum distance from a point, in pixels. */
const reach = 14
/** The share of the range that Shift and an arrow key move it by. */
const step = 0.25

/**
 * Shows percentiles as a line and a band, with samples as points on top, and those that failed at the bottom. Dragging zooms in, dragging with Shift moves
 * the range, and two fingers do both. By keyboard, arrows go from point to point, Enter opens one, Shift and arrows
 * move the range, + and - zoom.
 */
export function PointChart({
  label,
  from,
  to,
  band,
  parts,
  points,
  namesOf,
  format,
  formatTick,
  counts = false,
  onRange,
  onOpen,
  selected,
}: PointChartProps) {
  const zone = useZone()
  const { ref, width, height } = useElementSize()
  // by its key, because its place changes when other points arrive
  const [hovered, setHovered] = useState<{ readonly key: string; readonly byPointer: boolean }>()

  const ticks = useMemo(
    () => valueTicks(maxOf(band, parts, points), undefined, counts ? 1 : 0),
    [band, parts, points, counts],
  )
  const top = ticks.at(-1) ?? 1
  const scale: Scale = useMemo(() => ({ from, to, max: top, width, height }), [from, to, top, width, height])
  const placed = useMemo(() => place(points, scale), [points, scale])
  const times = timeTicks(from, to, zone, Math.max(minTicks, Math.floor(width / pixelsPerTick)))
  const current = useMemo(
    () => (hovered === undefined ? undefined : placeOf(points, placed, hovered.key)),
    [points, placed, hovered],
  )
  const hover = (n: number | undefined, byPointer = false) => {
    const found = n === undefined ? undefined : placed.order[n]
    if (found !== undefined) setHovered({ key: keyOf(points, found), byPointer })
    // a chart that moves below a resting pointer leaves what the keys have reached
    else setHovered((before) => (byPointer && before?.byPointer === false ? before : undefined))
  }

  const { plot, gesture, handlers } = useGesture({
    from,
    to,
    width,
    onRange,
    onHover: (x, y) => {
      hover(nearest(placed, x, y, reach), true)
      setCursor(from + (x / width) * (to - from))
    },
    onClick: (x, y) => {
      const found = nearest(placed, x, y, reach)
      const clicked = found === undefined ? undefined : placed.order[found]
      if (clicked !== undefined) onOpen(clicked)
    },
  })
  const shift = (share: number) => onRange(Math.round(from + share * (to - from)), Math.round(to + share * (to - from)))
  const zoom = (factor: number) => {
    const middle = (from + to) / 2
    const half = ((to - from) / 2) * factor
    if (half >= 1000) onRange(Math.round(middle - half), Math.round(middle + half))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = placed.order.length - 1
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? shift(-step) : hover(Math.max(0, (current ?? last + 1) - 1))),
      ArrowRight: () => (event.shiftKey ? shift(step) : hover(Math.min(last, (current ?? -1) + 1))),
      Home: () => hover(0),
      End: () => hover(last),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      Escape: () => hover(undefined),
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
  const moving = gesture && moveOf(gesture)
  const [start = 0] = gesture?.start ?? []
  const [now = 0] = gesture?.now ?? []
  const point = current === undefined ? undefined : placed.order[current]
  const chosen = selected === undefined ? -1 : placed.order.indexOf(selected)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles keys
    <div
      className={classes.frame}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Arrow keys go from sample to sample, Enter opens one.`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setHovered(undefined)}
      style={{ paddingInlineEnd: plotFrame.right, paddingBlockEnd: plotFrame.bottom + plotFrame.labels }}
    >
      <ol className={classes.values} style={{ width: plotFrame.left }} aria-hidden="true">
        {ticks.map((tick) => (
          <li key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            {formatTick(tick, top)}
          </li>
        ))}
      </ol>
      <div
        ref={plot}
        className={classes.plot}
        data-over={point !== undefined || undefined}
        {...handlers}
        onPointerDown={(event) => {
          setHovered(undefined)
          setCursor(undefined)
          handlers.onPointerDown(event)
        }}
        onPointerLeave={() => {
          hover(undefined, true)
          setCursor(undefined)
        }}
      >
        <div ref={ref} className={classes.clip}>
          <div
            className={classes.layers}
            style={moving ? { transform: `translateX(${moving.shift}px) scaleX(${moving.scale})` } : undefined}
          >
            {width > 0 && <PercentileBand band={band} parts={parts} scale={scale} ticks={ticks} times={times} />}
            {width > 0 && <PointCanvas points={points} placed={placed} scale={scale} />}
          </div>
        </div>
        {width > 0 && <SharedCursor scale={scale} />}
        {gesture?.kind === 'zoom' && (
          <div
            className={overlay.dragged}
            style={{ insetInlineStart: Math.min(start, now), width: Math.abs(now - start) }}
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
            value={Number.isNaN(points.value[point]) ? 'no value' : format(points.value[point] ?? 0)}
            names={namesOf?.(point) ?? []}
            parts={parts ?? []}
          />
        )}
      </div>
    </div>
  )
}

function maxOf(band: readonly BandValue[], parts: readonly ChartPart[] | undefined, { value }: Points): number {
  const drawn = parts
    ? max(
        parts.flatMap(({ values }) => values),
        ({ p50 }) => p50,
      )
    : max(band, ({ p95 }) => p95)
  return Math.max(0, drawn ?? 0, max(value) ?? 0)
}
