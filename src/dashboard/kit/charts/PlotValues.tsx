import { bisectCenter } from 'd3-array'
import { useEffect, useId, type PointerEvent } from 'react'
import { isStartOfDate } from '../format/local-time.ts'
import { dateAndTime, dayAndMonth, exactTime, zoneName, type Zone } from '../format/time.ts'
import { SeverityMark } from '../marks/Mark.tsx'
import { type Failure, FailureWords } from './FailureMarks.tsx'
import { isMeasured } from './gaps.ts'
import { SeriesLine } from './Legend.tsx'
import { overLimit } from './limit-line.ts'
import { lineStyle } from './line-style.ts'
import type { DrawnProps } from './Lines.tsx'
import overlay from './overlay.module.css'
import { plotFrame } from './plot-frame.ts'
import { xOf, yOf } from './point-layer.ts'
import { setCursor, SharedCursor, useCursor } from './shared-cursor.tsx'
import type { TimeChartProps } from './TimeChart.tsx'
import classes from './TimeChart.module.css'
import { useGesture } from './use-gesture.ts'

interface Props extends DrawnProps, Pick<TimeChartProps, 'format' | 'stack' | 'onZoom'> {
  failures: readonly Failure[]
  /** Whether there are lanes instead of lines. */
  isInLanes: boolean
  zone: Zone
}

/**
 * Shows the values at the time under the pointer, and zooms into a part that is selected by dragging. Keyboard users have
 * the page's range controls and the table.
 */
export function PlotValues({
  series,
  points,
  scale,
  bars,
  limit,
  failures,
  isInLanes,
  format,
  zone,
  stack,
  onZoom,
}: Props) {
  const { from, to, width } = scale
  const own = useId()
  const group = stack ?? own
  const at = useCursor(group)
  const measured = points.filter((point) => isMeasured(point, series))
  const nearest = (time: number) =>
    measured[
      bisectCenter(
        measured.map((point) => point.at),
        time,
      )
    ]
  const timeAt = (x: number) => from + (x / width) * (to - from)
  const show = (x: number) => setCursor(nearest(timeAt(x))?.at, group)
  const { plot, gesture, handlers } = useGesture({
    from,
    to,
    width,
    canMove: false,
    onHover: show,
    onDrag: show,
    onClick: show,
    onRange: (start, end) => {
      const first = nearest(start)
      const last = nearest(end)
      setCursor(undefined)
      if (first && last && first !== last) onZoom?.(first.at, last.at)
    },
  })
  useEffect(() => () => setCursor(undefined), [])
  const [start = 0] = gesture?.start ?? []
  const [now = 0] = gesture?.now ?? []
  const point = at === undefined || at < from || at > to ? undefined : nearest(at)
  const failure = point && failures.find((one) => one.at === point.at)
  const x = point && xOf(point.at, scale)
  const { onPointerDown, ...others } = handlers
  return (
    <div
      ref={plot}
      className={classes.plot}
      style={{
        insetInlineStart: plotFrame.left,
        insetBlockStart: plotFrame.top,
        width,
        height: scale.height,
      }}
      data-zooms={onZoom ? true : undefined}
      {...others}
      {...(onZoom ? { onPointerDown } : {})}
      // a finger that is lifted leaves, and what it has shown stays
      onPointerLeave={({ pointerType }: PointerEvent) => pointerType !== 'touch' && setCursor(undefined)}
    >
      <SharedCursor scale={scale} />
      {gesture && (
        <div
          className={overlay.dragged}
          data-dragged
          style={{ insetInlineStart: Math.min(start, now), width: Math.abs(now - start) }}
        />
      )}
      {point && x !== undefined && (
        <>
          {series.map((one, i) => {
            const value = point[one.key]
            if (typeof value !== 'number' || isInLanes || (one.filled && bars)) return null
            return (
              <span
                key={one.key}
                className={classes.dot}
                style={{
                  insetInlineStart: x,
                  insetBlockStart: yOf(value, scale),
                  background: `var(${lineStyle(one, i).variable})`,
                }}
              />
            )
          })}
          <div
            className={classes.beside}
            data-side={x > width / 2 ? 'left' : 'right'}
            style={{ ['--distance' as string]: `${x > width / 2 ? width - x : x}px` }}
          >
            <div className={`${overlay.tip} ${classes.tip}`}>
              <p>{bars ? dayOrTime(point.at - bars / 2, zone) : timeOf(point.at, zone)}</p>
              {series.map((one) => {
                const value = point[one.key]
                const severity = typeof value === 'number' ? overLimit(value, limit) : undefined
                return (
                  <p key={one.key}>
                    {!isInLanes && <SeriesLine series={series} of={one.key} />}
                    {one.label}: <strong>{typeof value === 'number' ? format(value) : '–'}</strong>{' '}
                    {severity && <SeverityMark severity={severity} />}
                  </p>
                )
              })}
              {failure && (
                <p>
                  <FailureWords {...failure} />
                </p>
              )}
            </div>
          </div>
        </>
      )}
    </div>
  )
}

/** A day by its date, unless it begins in the middle of one. */
function dayOrTime(at: number, zone: Zone): string {
  return isStartOfDate(at, zone) ? dayAndMonth(at, zone) : timeOf(at, zone)
}

/** A bucket's time, with seconds only where there are some. */
function timeOf(at: number, zone: Zone): string {
  return at % 60_000 === 0 ? `${dateAndTime(at, zone)} ${zoneName(zone, at)}` : exactTime(at, zone)
}
