import { useElementSize } from '@mantine/hooks'
import { bisectCenter } from 'd3-array'
import { useDeferredValue, useEffect, useId, type PointerEvent } from 'react'
import { Curve, Surface } from 'recharts'
import { SeverityMark } from '../marks/Mark.tsx'
import { timeTicks } from '../format/ticks.ts'
import { isStartOfDate } from '../format/local-time.ts'
import { dateAndTime, dayAndMonth, exactTime, zoneName, type Zone } from '../format/time.ts'
import { useZone } from '../format/zone.ts'
import { type ChartEvents, EventStrip } from './EventStrip.tsx'
import { type Failure, FailureMarks, FailureWords } from './FailureMarks.tsx'
import { isMeasured, stretchesOf, type Point } from './gaps.ts'
import { Grid } from './Grid.tsx'
import { SeriesLine } from './Legend.tsx'
import { LimitLine, type Limit } from './LimitLine.tsx'
import { areaFill, lineStyle } from './line-style.ts'
import overlay from './overlay.module.css'
import { plotFrame } from './plot-frame.ts'
import { xOf, yOf, type Scale } from './point-layer.ts'
import { setCursor, SharedCursor, useCursor } from './shared-cursor.tsx'
import classes from './TimeChart.module.css'
import { useGesture } from './use-gesture.ts'
import { valueAxis } from './value-axis.ts'

export interface Series {
  /** Its name in `points`. */
  readonly key: string
  readonly label: string
  /** The previous period, drawn grey and dotted. */
  readonly previousPeriod?: boolean
  /** Fills the area down to zero. */
  readonly filled?: boolean
}

/** A part of the time, shaded behind the lines. */
export interface Highlight {
  /** UNIX ms. */
  readonly from: number
  readonly to: number
  /** What it is, in the legend. */
  readonly label: string
  /** How bad it is; a warning unless said. */
  readonly tone?: 'warning' | 'error' | 'critical' | undefined
}

export interface TimeChartProps {
  /** The chart's accessible name. */
  label: string
  series: readonly Series[]
  points: readonly Point[]
  /** The axis's range in UNIX ms. */
  from: number
  to: number
  format: (value: number) => string
  /** Like `format`, without insignificant digits, in the unit of the axis's greatest value. */
  formatTick: (value: number, max?: number) => string
  /** Called with the selected range in UNIX ms. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** A line across the chart. Values above it are marked. */
  limit?: Limit | undefined
  highlight?: Highlight | undefined
  /** Samples without a value, as marks at their time. */
  failures?: readonly Failure[] | undefined
  /** What changed meanwhile, as marks below. */
  changes?: ChartEvents | undefined
  /** Whether the values are shares, whose axis covers only their range. */
  shares?: boolean
  /** Draws filled series as bars of this width, ms, from each point on. */
  bars?: number | undefined
  /** Charts with the same name show their values at the same time. */
  stack?: string | undefined
}

/** Below this number, each point gets a dot. */
const fewPoints = 40
const dotRadius = 2
const pixelsPerTick = 90
/** Applies to narrow screens, where ticks are closer together. */
const minTicks = 4
/** The rest of a bar's time is the gap to the next. */
const barShare = 0.7
/** Between the labels of the values and the plot, and from a label's middle to its baseline, in pixels. */
const valueGap = 8
const valueBaseline = 4
/** Beside what is shaded, and below the top of the plot, in pixels. */
const nameGap = 6
const nameBaseline = 14
/** About as wide as a letter of it is, in pixels. */
const pixelsPerLetter = 7

/** Lines over time. Loaded after the page, so that text appears first. */
export default function TimeChart({
  label,
  series,
  points,
  from,
  to,
  format,
  formatTick,
  onZoom,
  limit,
  highlight,
  failures = [],
  changes,
  shares = false,
  bars,
  stack,
}: TimeChartProps) {
  const zone = useZone()
  const { ref, ...size } = useElementSize()
  // drawing takes long; deferring it keeps typing and tapping responsive
  const width = useDeferredValue(size.width)
  const height = useDeferredValue(size.height)
  // a bar stands in the middle of its time
  const half = (bars ?? 0) / 2
  const placed = points.map((point) => ({ ...point, at: point.at + half }))
  const ticks = valueAxis({ series, points, limit, shares })
  const scale: Scale = {
    from,
    to,
    min: ticks[0] ?? 0,
    max: ticks.at(-1) ?? 1,
    width: Math.max(0, width - plotFrame.left - plotFrame.right),
    height: Math.max(0, height - plotFrame.top - plotFrame.bottom - plotFrame.labels),
  }
  return (
    <>
      <div className={classes.place}>
        <div ref={ref} className={classes.frame} role="img" aria-label={label}>
          {width > 0 && (
            <>
              <Surface
                className={classes.drawing ?? ''}
                width={width}
                height={height}
                aria-hidden="true"
                focusable="false"
              >
                <g transform={`translate(${plotFrame.left} ${plotFrame.top})`}>
                  {highlight && <Shade highlight={highlight} scale={scale} />}
                  {ticks.map((tick) => (
                    <text key={tick} className={classes.value} x={-valueGap} y={yOf(tick, scale) + valueBaseline}>
                      {formatTick(tick, scale.max)}
                    </text>
                  ))}
                  <Grid
                    scale={scale}
                    ticks={ticks}
                    times={timeTicks(from, to, zone, Math.max(minTicks, Math.floor(width / pixelsPerTick)), bars).map(
                      ({ at, label: text }) => ({ at: at + half, label: text }),
                    )}
                  />
                  <Lines series={series} points={placed} scale={scale} bars={bars} limit={limit?.value} />
                  {highlight && <ShadeName highlight={highlight} scale={scale} />}
                  <FailureMarks failures={failures} scale={scale} />
                </g>
              </Surface>
              <Values
                // the values of an earlier range mustn't stay
                key={`${from} ${to}`}
                series={series}
                points={placed}
                scale={scale}
                bars={bars}
                limit={limit?.value}
                failures={failures}
                format={format}
                zone={zone}
                stack={stack}
                onZoom={onZoom && ((start, end) => onZoom(start - half, end - half))}
              />
            </>
          )}
        </div>
        {limit && width > 0 && (
          <LimitLine
            {...limit}
            format={formatTick}
            max={scale.max}
            plot={{ left: plotFrame.left, right: plotFrame.right, top: plotFrame.top, height: scale.height }}
          />
        )}
      </div>
      {changes && <EventStrip {...changes} from={from} to={to} />}
    </>
  )
}

/** Where something that is shaded begins, and how wide it is. */
function extentOf({ from, to }: Highlight, scale: Scale): { start: number; width: number } {
  const start = xOf(Math.max(from, scale.from), scale)
  return { start, width: Math.max(1, xOf(Math.min(to, scale.to), scale) - start) }
}

function Shade({ highlight, scale }: { highlight: Highlight; scale: Scale }) {
  const { start, width } = extentOf(highlight, scale)
  return (
    <g data-tone={highlight.tone}>
      <rect className={classes.highlight} x={start} y={0} width={width} height={scale.height} />
      <path className={classes.edge} d={`M${start} 0h${width}`} />
    </g>
  )
}

/** Names what is shaded: within it or, if that's too narrow, on the side that has more room. */
function ShadeName({ highlight, scale }: { highlight: Highlight; scale: Scale }) {
  const { start, width } = extentOf(highlight, scale)
  const isWithin = width > highlight.label.length * pixelsPerLetter + 2 * nameGap
  const isBefore = !isWithin && start > scale.width - start - width
  const end = start + width
  return (
    <text
      className={classes.highlightName}
      data-tone={highlight.tone}
      x={isBefore ? start - nameGap : (isWithin ? start : end) + nameGap}
      y={nameBaseline}
      textAnchor={isBefore ? 'end' : 'start'}
    >
      {highlight.label}
    </text>
  )
}

interface DrawnProps extends Pick<TimeChartProps, 'series' | 'bars'> {
  /** With the times at which they are drawn. */
  points: readonly Point[]
  scale: Scale
  limit: number | undefined
}

/**
 * Each series as a line, an area or bars, with a dot for a lone value and for each of few points, and a warning's mark for
 * values over the limit.
 */
function Lines({ series, points, scale, bars, limit }: DrawnProps) {
  const isSparse = points.filter((point) => isMeasured(point, series)).length < fewPoints
  const bottom = yOf(Math.max(0, scale.min ?? 0), scale)
  const barWidth = barShare * scale.width * ((bars ?? 0) / (scale.to - scale.from))
  return series.map((one, i) => {
    const { variable, dashes } = lineStyle(one, i)
    const colour = `var(${variable})`
    const stretches = stretchesOf(points, (point) => point[one.key]).map((stretch) =>
      stretch.map((point) => {
        const value = Number(point[one.key])
        return { x: xOf(point.at, scale), y: yOf(value, scale), value }
      }),
    )
    if (one.filled && bars) {
      return stretches
        .flat()
        .map(({ x, y }) => (
          <rect
            key={x}
            className={classes.bar}
            style={{ fill: colour, stroke: colour, strokeDasharray: dashes }}
            x={x - barWidth / 2}
            y={y}
            width={barWidth}
            height={Math.max(0, bottom - y)}
          />
        ))
    }
    return stretches.map((places) => {
      const hasDots = places.length === 1 || (isSparse && !one.previousPeriod)
      return (
        <g key={`${one.key} ${places[0]?.x}`}>
          {one.filled && (
            <Curve className={classes.area ?? ''} style={{ fill: areaFill(i) }} points={places} baseLine={bottom} />
          )}
          <Curve className={classes.series ?? ''} style={{ stroke: colour, strokeDasharray: dashes }} points={places} />
          {places.map(({ x, y, value }) => {
            if (limit !== undefined && !one.previousPeriod && value > limit) {
              return <path key={x} className={classes.over} d={`M${x} ${y - 4}l4 7h-8z`} />
            }
            return hasDots && <circle key={x} style={{ fill: colour }} cx={x} cy={y} r={dotRadius} />
          })}
        </g>
      )
    })
  })
}

interface ValuesProps extends DrawnProps, Pick<TimeChartProps, 'format' | 'stack' | 'onZoom'> {
  failures: readonly Failure[]
  zone: Zone
}

/**
 * Shows the values at the time under the pointer, and zooms into a part that is selected by dragging. Keyboard users have
 * the page's range controls and the table.
 */
function Values({ series, points, scale, bars, limit, failures, format, zone, stack, onZoom }: ValuesProps) {
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
            if (typeof value !== 'number' || (one.filled && bars)) return null
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
                return (
                  <p key={one.key}>
                    <SeriesLine series={series} of={one.key} />
                    {one.label}: <strong>{typeof value === 'number' ? format(value) : '–'}</strong>{' '}
                    {limit !== undefined && typeof value === 'number' && value > limit && (
                      <SeverityMark severity="warning" />
                    )}
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
