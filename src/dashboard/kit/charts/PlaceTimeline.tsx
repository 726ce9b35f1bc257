import { useElementSize } from '@mantine/hooks'
import { timeTicks } from '../format/ticks.ts'
import { clockTime, dateAndTime, dayAndMonth } from '../format/time.ts'
import { useZone } from '../format/zone.ts'
import classes from './PlaceTimeline.module.css'

/** A stretch of time, UNIX ms. */
interface Span {
  readonly from: number
  /** Null while it goes on. */
  readonly to: number | null
}

export interface TimelineRow {
  readonly label: string
  readonly spans: readonly Span[]
}

interface Props {
  /** The chart's accessible name. A table next to it has the values. */
  label: string
  rows: readonly TimelineRow[]
  /** The axis's range in UNIX ms. */
  from: number
  to: number
  /** As of an issue. */
  severity: number
}

const pixelsPerTick = 90
/** Applies to narrow screens, where ticks are closer together. */
const minTicks = 4

/** When something went on at each of several places, on one time axis. */
export function PlaceTimeline({ label, rows, from, to, severity }: Props) {
  const zone = useZone()
  const { ref, width } = useElementSize()
  const momentOf = (at: number) => `${dayAndMonth(at, zone)}, ${clockTime(at, zone)}`
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100))}%`
  const ticks = width > 0 ? timeTicks(from, to, zone, Math.max(minTicks, Math.floor(width / pixelsPerTick))) : []
  return (
    <div className={classes.chart} role="img" aria-label={label}>
      {rows.map((row, i) => (
        // several rows may have the same label
        <div key={i} className={classes.row}>
          <span className={classes.label} title={row.label}>
            {row.label}
          </span>
          <div className={classes.track}>
            {row.spans.map((span) => (
              <span
                key={span.from}
                className={classes.span}
                data-severity={severity}
                data-open={span.to === null || undefined}
                title={`${dateAndTime(span.from, zone)} – ${span.to === null ? 'now' : dateAndTime(span.to, zone)}`}
                style={{ insetInlineStart: share(span.from), insetInlineEnd: `calc(100% - ${share(span.to ?? to)})` }}
              />
            ))}
          </div>
        </div>
      ))}
      <div className={classes.axis}>
        <div ref={ref} className={classes.ticks}>
          {/* where hardly any fit, the ends */}
          {width > 0 && ticks.length < 2 && (
            <>
              <span className={classes.end}>{momentOf(from)}</span>
              <span className={classes.end} data-last>
                {momentOf(to)}
              </span>
            </>
          )}
          {ticks.length > 1 &&
            ticks.map((tick) => (
              <span key={tick.at} className={classes.tick} style={{ insetInlineStart: share(tick.at) }}>
                {tick.label}
              </span>
            ))}
        </div>
      </div>
    </div>
  )
}
