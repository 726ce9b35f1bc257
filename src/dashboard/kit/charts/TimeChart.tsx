import { useElementSize } from '@mantine/hooks'
import { useDeferredValue } from 'react'
import { Surface } from 'recharts'
import { timeTicks } from '../format/ticks.ts'
import { useZone } from '../format/zone.ts'
import { type ChartEvents, EventStrip, marksOf } from './EventStrip.tsx'
import { type Failure, FailureMarks } from './FailureMarks.tsx'
import type { Point } from './gaps.ts'
import { Grid } from './Grid.tsx'
import { Lanes } from './Lanes.tsx'
import { LimitLine, type Limit } from './LimitLine.tsx'
import { labelSide } from './limit-line.ts'
import { Lines } from './Lines.tsx'
import { heightOfLanes, plotFrame } from './plot-frame.ts'
import { PlotValues } from './PlotValues.tsx'
import { yOf, type Scale } from './point-layer.ts'
import { Shade, ShadeName } from './Shade.tsx'
import classes from './TimeChart.module.css'
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

/** How lanes are drawn. */
export interface LaneStyle {
  /** The time that a bar stands for, around its point, ms. */
  readonly width: number
  /** How bad a failure is. */
  readonly tone: 'warning' | 'error' | 'critical'
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
  /** Whether the values are counts, which have no fractions. */
  counts?: boolean
  /** Draws filled series as bars of this width, ms, from each point on. */
  bars?: number | undefined
  /** Draws each series as a lane of bars, without an axis of values: its values count what failed. */
  lanes?: LaneStyle | undefined
  /** Charts with the same name show their values at the same time. */
  stack?: string | undefined
}

const pixelsPerTick = 90
/** Applies to narrow screens, where ticks are closer together. */
const minTicks = 4
/** Between the labels of the values and the plot, and from a label's middle to its baseline, in pixels. */
const valueGap = 8
const valueBaseline = 4

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
  counts = false,
  bars,
  lanes,
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
  const ticks = lanes ? [] : valueAxis({ series, points, limit, shares, counts })
  const scale: Scale = {
    from,
    to,
    min: ticks[0] ?? 0,
    max: ticks.at(-1) ?? 1,
    width: Math.max(0, width - plotFrame.left - plotFrame.right),
    height: Math.max(0, height - plotFrame.top - plotFrame.bottom - plotFrame.labels),
  }
  return (
    <div style={lanes && { ['--sp-chart' as string]: `${heightOfLanes(series.length)}px` }}>
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
                  {lanes ? (
                    <Lanes
                      series={series}
                      points={placed}
                      scale={scale}
                      lines={marksOf(changes?.events ?? [], scale).map(({ x }) => x)}
                      {...lanes}
                    />
                  ) : (
                    <Lines series={series} points={placed} scale={scale} bars={bars} limit={limit} />
                  )}
                  {highlight && !lanes && <ShadeName highlight={highlight} scale={scale} />}
                  <FailureMarks failures={failures} scale={scale} />
                </g>
              </Surface>
              <PlotValues
                // the values of an earlier range mustn't stay
                key={`${from} ${to}`}
                series={series}
                points={placed}
                scale={scale}
                bars={bars}
                isInLanes={lanes !== undefined}
                limit={limit}
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
            side={labelSide(limit.value, placed, series, scale)}
            format={formatTick}
            max={scale.max}
            plot={{ left: plotFrame.left, right: plotFrame.right, top: plotFrame.top, height: scale.height }}
          />
        )}
      </div>
      {changes && <EventStrip {...changes} of={label} from={from} to={to} />}
    </div>
  )
}
