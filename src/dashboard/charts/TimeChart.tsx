import { useElementSize } from '@mantine/hooks'
import { useDeferredValue } from 'react'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts'
import { useZone } from '../stores/preferences.ts'
import { exactTime } from '../format/time.ts'
import { withGaps, type Point } from './gaps.ts'
import { lineLook } from './line-look.ts'
import { spanTicks, timeTick, timeTicks } from '../format/ticks.ts'
import classes from './TimeChart.module.css'
import { useDragRange } from './use-drag-range.ts'

export interface Series {
  /** Its name in the points. */
  readonly key: string
  readonly label: string
  /** An earlier period, for comparison: quiet and dotted. */
  readonly previousPeriod?: boolean
  /** Filled down to zero. */
  readonly filled?: boolean
}

export interface TimeChartProps {
  /** What is drawn, for those who do not see it. */
  label: string
  series: readonly Series[]
  points: readonly Point[]
  /** UNIX ms of both ends of the axis. */
  from: number
  to: number
  format: (value: number) => string
  /** Shorter than `format`: no digits that say nothing. */
  formatTick: (value: number) => string
  /** A stretch was drawn with the mouse: UNIX ms of both ends. */
  onZoom?: ((from: number, to: number) => void) | undefined
}

/** With fewer points than this each is worth a dot. */
const fewPoints = 40
const pixelsPerTick = 90
/** On a narrow screen they stand closer. */
const minTicks = 4
const filledOpacity = 0.1
/** Of the axes' letters, at most; to measure them would lay out the page once more for each chart. */
const pixelsPerLetter = 7
const tickGap = 10
/** Else the places of lines that are not drawn would be found by measuring every tick. */
const noLines = () => []

/** Lines over time. Loaded apart from the page: text first, charts after. */
export default function TimeChart({ label, series, points, from, to, format, formatTick, onZoom }: TimeChartProps) {
  const zone = useZone()
  const { ref, ...size } = useElementSize()
  // drawing is long work that may be interrupted: what is typed or tapped meanwhile comes first
  const width = useDeferredValue(size.width)
  const height = useDeferredValue(size.height)
  const keys = series.map((one) => one.key)
  const data = withGaps(points, keys)
  const values = data.flatMap((point) => keys.map((key) => point[key] ?? 0))
  const ticks = spanTicks(
    values.reduce((a, b) => Math.min(a, b), 0),
    values.reduce((a, b) => Math.max(a, b), 0),
  )
  const drag = useDragRange(onZoom)
  const times = timeTicks(from, to, zone, Math.max(minTicks, Math.floor(width / pixelsPerTick)))
  return (
    <div ref={ref} className={classes.frame} role="img" aria-label={label} data-zooms={onZoom ? true : undefined}>
      {width > 0 && (
        <ComposedChart
          // on another axis the pointer is over another time, which this one would not notice until it moves
          key={`${from} ${to}`}
          width={width}
          height={height}
          data={[...data]}
          margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          {...drag.handlers}
        >
          <CartesianGrid vertical={false} verticalCoordinatesGenerator={noLines} stroke="var(--sp-line)" />
          <XAxis
            dataKey="at"
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
            width={Math.max(0, ...ticks.map((tick) => formatTick(tick).length)) * pixelsPerLetter + tickGap}
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
            ticks={[...ticks]}
            interval={0}
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--sp-muted)' }}
            content={({ active, label: at, payload }) =>
              active && typeof at === 'number' ? (
                <div className={classes.tip}>
                  <p>{exactTime(at, zone)}</p>
                  {payload.map((entry) => (
                    <p key={String(entry.dataKey)}>
                      {entry.name}: <strong>{typeof entry.value === 'number' ? format(entry.value) : '–'}</strong>
                    </p>
                  ))}
                </div>
              ) : null
            }
          />
          {series.map((one, i) => {
            const { variable, dashes } = lineLook(one, i)
            const look = {
              dataKey: one.key,
              name: one.label,
              stroke: `var(${variable})`,
              strokeDasharray: dashes,
              strokeWidth: 1.5,
              dot: data.length < fewPoints && !one.previousPeriod ? { r: 2, strokeDasharray: '' } : false,
              isAnimationActive: false,
            }
            return one.filled ? (
              <Area key={one.key} {...look} fill={look.stroke} fillOpacity={filledOpacity} activeDot={{ r: 3 }} />
            ) : (
              <Line key={one.key} {...look} />
            )
          })}
          {drag.stretch && (
            <ReferenceArea x1={drag.stretch.from} x2={drag.stretch.to} fill="var(--sp-accent)" fillOpacity={0.15} />
          )}
        </ComposedChart>
      )}
    </div>
  )
}
