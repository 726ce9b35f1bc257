import classes from './Histogram.module.css'
import { fullNumber } from '../format/format.ts'
import { valueTicks } from '../format/ticks.ts'
import { plotFrame } from './plot-frame.ts'

export interface Bar {
  readonly from: number
  /** Infinity for the last bar, which counts all greater values. */
  readonly to: number
  readonly count: number
}

interface Props {
  /** The chart's accessible name. */
  label: string
  bars: readonly Bar[]
  /** A value in the unit of the axis's greatest. */
  formatTick: (value: number, max?: number) => string
}

const maxLabels = 5
const frameStyle = { paddingInlineEnd: plotFrame.right, paddingBlockEnd: plotFrame.bottom + plotFrame.labels }

/** How many values fall into each range. */
export function Histogram({ label, bars, formatTick }: Props) {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count))
  const ticks = valueTicks(maxCount, 3).filter(Number.isInteger)
  const top = ticks.at(-1) ?? maxCount
  const every = Math.ceil(bars.length / maxLabels)
  return (
    <div className={classes.frame} role="img" aria-label={label} style={frameStyle}>
      <ol className={classes.counts} style={{ width: plotFrame.left }}>
        {ticks.map((tick) => (
          <li key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            {fullNumber(tick)}
          </li>
        ))}
      </ol>
      <div className={classes.bars}>
        {bars.map((bar, i) => (
          <div key={bar.from} className={classes.slot} title={`${rangeOf(bar, formatTick)}: ${fullNumber(bar.count)}`}>
            <div
              className={classes.bar}
              data-empty={bar.count === 0 || undefined}
              data-beyond={bar.to === Number.POSITIVE_INFINITY || undefined}
              style={{ height: `${(bar.count / top) * 100}%` }}
            />
            {i % every === 0 && <span className={classes.value}>{formatTick(bar.from, bars.at(-1)?.from)}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Takes the space of a histogram while its values load. */
export function HistogramPlace() {
  return (
    <div className={classes.frame} style={frameStyle}>
      <p className={classes.counts} role="status">
        Loading…
      </p>
    </div>
  )
}

/** `1.5 s to 2 s`, `above 4 s`. */
export function rangeOf({ from, to }: Bar, format: (value: number) => string): string {
  return to === Number.POSITIVE_INFINITY ? `above ${format(from)}` : `${format(from)} to ${format(to)}`
}
