import { useElementSize } from '@mantine/hooks'
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'
import { useZone } from '../components/preferences.ts'
import { exactTime } from '../components/time.ts'
import { withGaps, type Point } from './gaps.ts'
import { timeTick, timeTicks, valueTicks } from './ticks.ts'
import classes from './TimeChart.module.css'

export interface Series {
  /** Its name in the points. */
  readonly key: string
  readonly label: string
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
}

/** Told apart by the line before the colour. */
const dashes = ['', '5 3', '1.5 3', '8 3 2 3', '3 2', '10 4']
/** With fewer points than this each is worth a dot. */
const fewPoints = 40
const pixelsPerTick = 90

/** Lines over time. Loaded apart from the page: text first, charts after. */
export default function TimeChart({ label, series, points, from, to, format, formatTick }: TimeChartProps) {
  const zone = useZone()
  const { ref, width, height } = useElementSize()
  const keys = series.map((one) => one.key)
  const data = withGaps(points, keys)
  const most = Math.max(0, ...data.flatMap((point) => keys.map((key) => point[key] ?? 0)))
  const ticks = valueTicks(most)
  const times = timeTicks(from, to, zone, Math.max(2, Math.floor(width / pixelsPerTick)))
  return (
    <div ref={ref} className={classes.frame} role="img" aria-label={label}>
      {width > 0 && (
        <LineChart
          width={width}
          height={height}
          data={[...data]}
          margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--sp-line)" />
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
            width="auto"
            domain={[0, ticks.at(-1) ?? 1]}
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
          {series.map((one, i) => (
            <Line
              key={one.key}
              dataKey={one.key}
              name={one.label}
              stroke={`var(--sp-series-${i + 1})`}
              strokeDasharray={dashes[i] ?? ''}
              strokeWidth={1.5}
              dot={data.length < fewPoints ? { r: 2, strokeDasharray: '' } : false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </div>
  )
}
