import { useElementSize } from '@mantine/hooks'
import { useDeferredValue } from 'react'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  ReferenceArea,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useZone } from '../stores/preferences.ts'
import { clockTime, dayAndMonth, exactTime, type Zone } from '../format/time.ts'
import { SeverityMark } from '../components/Mark.tsx'
import type { ChartEvents } from '../hooks/use-chart-events.ts'
import { EventStrip } from './EventStrip.tsx'
import { withGaps, type Point } from './gaps.ts'
import { LimitLine, type Limit } from './LimitLine.tsx'
import { SeriesLine } from './Legend.tsx'
import { lineStyle } from './line-style.ts'
import { plotFrame } from './plot-frame.ts'
import { timeTick, timeTicks } from '../format/ticks.ts'
import classes from './TimeChart.module.css'
import { useDragRange } from './use-drag-range.ts'
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
  /** What changed meanwhile, as marks below. */
  changes?: ChartEvents | undefined
  /** Whether the values are shares, whose axis covers only their range. */
  shares?: boolean
  /** Draws filled series as bars of this width, ms, from each point on. */
  bars?: number | undefined
  /** Charts with the same name share the cursor. */
  stack?: string | undefined
}

/** Below this number, each point gets a dot. */
const fewPoints = 40
const pixelsPerTick = 90
/** Applies to narrow screens, where ticks are closer together. */
const minTicks = 4
const filledOpacity = 0.1
const barOpacity = 0.35
/** The rest of a bar's time is the gap to the next. */
const barShare = 0.7
/** Where recharts draws: the axes are added at the left and below. */
const margin = { top: plotFrame.top, right: plotFrame.right, bottom: plotFrame.bottom, left: 0 }
/** Without this, recharts measures every tick to place vertical lines that aren't drawn. */
const noLines = () => []

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
  const keys = series.map((one) => one.key)
  // a bar stands in the middle of its time
  const half = (bars ?? 0) / 2
  const data = withGaps(points, keys).map((point) => ({ ...point, at: point.at + half }))
  const ticks = valueAxis({ series, points, limit, shares })
  const [bottom = 0] = ticks
  const top = ticks.at(-1) ?? 1
  const isOver = (value: unknown) => limit !== undefined && typeof value === 'number' && value > limit.value
  const hasDots = data.length < fewPoints
  /** A small dot for each of few points, and the mark of a warning for those over the limit. */
  const dotOf = (one: Series) => {
    const usual = hasDots && !one.previousPeriod ? { r: 2, strokeDasharray: '' } : false
    if (!limit || one.previousPeriod) return usual
    return ({ cx = 0, cy = 0, index, payload, fill, stroke }: DotItemDotProps) => {
      const value: unknown = (payload as Point)[one.key]
      if (typeof value !== 'number') return null
      if (isOver(value)) return <path key={index} className={classes.over} d={`M${cx} ${cy - 4}l4 7h-8z`} />
      return usual && <circle key={index} cx={cx} cy={cy} r={usual.r} fill={fill} stroke={stroke} />
    }
  }
  const barWidth = barShare * (width - plotFrame.left - plotFrame.right) * ((bars ?? 0) / (to - from))
  const barOf =
    (dashes: string) =>
    ({ cx = 0, cy = 0, index, payload, dataKey, stroke }: DotItemDotProps) =>
      typeof (payload as Point)[String(dataKey)] === 'number' && (
        <rect
          key={index}
          x={cx - barWidth / 2}
          y={cy}
          width={barWidth}
          height={Math.max(0, height - plotFrame.bottom - plotFrame.labels - cy)}
          fill={stroke}
          fillOpacity={barOpacity}
          stroke={stroke}
          strokeDasharray={dashes}
        />
      )
  const drag = useDragRange(onZoom && ((start, end) => onZoom(start - half, end - half)))
  const times = timeTicks(from, to, zone, Math.max(minTicks, Math.floor(width / pixelsPerTick)))
  return (
    <>
      <div className={classes.place}>
        <div ref={ref} className={classes.frame} role="img" aria-label={label} data-zooms={onZoom ? true : undefined}>
          {width > 0 && (
            <ComposedChart
              // after a change of range the tooltip would keep the old time until the pointer moves
              key={`${from} ${to}`}
              width={width}
              height={height}
              data={[...data]}
              margin={margin}
              {...(stack ? { syncId: stack, syncMethod: 'value' as const } : {})}
              accessibilityLayer={false}
              {...drag.handlers}
            >
              <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke="var(--sp-line)" />
              <XAxis
                dataKey="at"
                height={plotFrame.labels}
                type="number"
                scale="time"
                domain={[from, to]}
                ticks={[...times]}
                interval={0}
                tickFormatter={(at: number) => timeTick(at, zone)}
                tickLine={false}
                axisLine={{ stroke: 'var(--sp-line)' }}
              />
              <YAxis
                width={plotFrame.left}
                domain={[bottom, top]}
                ticks={[...ticks]}
                interval={0}
                tickFormatter={(value: number) => formatTick(value, top)}
                tickLine={false}
                axisLine={false}
              />
              <Tooltip
                isAnimationActive={false}
                cursor={{ stroke: 'var(--sp-muted)' }}
                content={({ active, label: at, payload }) =>
                  active && typeof at === 'number' ? (
                    <div className={classes.tip}>
                      <p>{bars ? dayOrTime(at - half, zone) : exactTime(at, zone)}</p>
                      {payload.map((entry) => (
                        <p key={String(entry.dataKey)}>
                          <SeriesLine series={series} of={String(entry.dataKey)} />
                          {entry.name}: <strong>{typeof entry.value === 'number' ? format(entry.value) : '–'}</strong>{' '}
                          {isOver(entry.value) && <SeverityMark severity="warning" />}
                        </p>
                      ))}
                    </div>
                  ) : null
                }
              />
              {series.map((one, i) => {
                const { variable, dashes } = lineStyle(one, i)
                const line = {
                  dataKey: one.key,
                  name: one.label,
                  stroke: `var(${variable})`,
                  strokeDasharray: dashes,
                  strokeWidth: 1.5,
                  dot: dotOf(one),
                  isAnimationActive: false,
                }
                if (one.filled && bars) {
                  return <Line key={one.key} {...line} strokeWidth={0} dot={barOf(dashes)} activeDot={false} />
                }
                return one.filled ? (
                  <Area key={one.key} {...line} fill={line.stroke} fillOpacity={filledOpacity} activeDot={{ r: 3 }} />
                ) : (
                  <Line key={one.key} {...line} />
                )
              })}
              {drag.stretch && (
                <ReferenceArea x1={drag.stretch.from} x2={drag.stretch.to} fill="var(--sp-accent)" fillOpacity={0.15} />
              )}
            </ComposedChart>
          )}
        </div>
        {limit && width > 0 && (
          <LimitLine
            {...limit}
            format={formatTick}
            max={top}
            plot={{
              left: plotFrame.left,
              right: plotFrame.right,
              top: plotFrame.top,
              height: height - plotFrame.top - plotFrame.bottom - plotFrame.labels,
            }}
          />
        )}
      </div>
      {changes && <EventStrip {...changes} from={from} to={to} />}
    </>
  )
}

/** A day by its date, unless it begins in the middle of one. */
function dayOrTime(at: number, zone: Zone): string {
  return clockTime(at, zone) === '00:00' ? dayAndMonth(at, zone) : exactTime(at, zone)
}
