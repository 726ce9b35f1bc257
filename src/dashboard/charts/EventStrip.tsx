import '@mantine/core/styles/Tooltip.css'
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from 'react-router'
import type { ChartEvent, ChartEvents } from '../hooks/use-chart-events.ts'
import { exactTime, type Zone } from '../format/time.ts'
import { useZone } from '../stores/preferences.ts'
import { clustersOf } from './clusters.ts'
import classes from './EventStrip.module.css'
import { plotFrame } from './plot-frame.ts'

interface Props extends ChartEvents {
  /** The chart's time axis, UNIX ms. */
  from: number
  to: number
}

/** Marks nearer to each other than this become one, in pixels: as wide as a mark is. */
const distance = 14
/** Changes that a mark names; of more, it tells the number. */
const maxNamed = 5
/** What happened since the chart was read is marked at its end, for so long. */
const lateMs = 5 * 60_000

/** What changed, as marks along a chart's time axis. Each leads to the list of changes of its time. */
export function EventStrip({ events, pathOf, note, from, to }: Props) {
  const zone = useZone()
  const { ref, width } = useElementSize()
  const shown = events.filter(({ at }) => at >= from && at <= to + lateMs)
  const places = shown.map(({ at }) => ((Math.min(at, to) - from) / (to - from)) * width)
  const clusters = width > 0 ? clustersOf(places, distance) : []
  return (
    <div className={classes.strip} data-paper="hidden">
      <ul
        ref={ref}
        className={classes.marks}
        aria-label="Changes"
        style={{ marginInlineStart: plotFrame.left, marginInlineEnd: plotFrame.right }}
      >
        {clusters.map((indexes) => {
          const marked = indexes.flatMap((i) => shown[i] ?? [])
          const x = places[indexes[0] ?? 0] ?? 0
          return (
            <li key={`${marked[0]?.at} ${marked.length}`} style={{ insetInlineStart: x }}>
              <Mark events={marked} zone={zone} pathOf={pathOf} />
            </li>
          )
        })}
      </ul>
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}

interface MarkProps {
  /** In order of time. */
  events: readonly ChartEvent[]
  zone: Zone
  pathOf: ChartEvents['pathOf']
}

function Mark({ events, zone, pathOf }: MarkProps) {
  const times = events.map(({ at }) => at)
  const lines = events.map(({ at, words }) => `${exactTime(at, zone)}: ${words}`)
  const named = lines.length > maxNamed ? [...lines.slice(0, maxNamed), `and ${lines.length - maxNamed} more`] : lines
  const label = lines.length === 1 ? named.join('') : `${lines.length} changes. ${named.join('; ')}`
  const sign =
    events.length === 1 ? (
      <span className={classes.sign} aria-hidden="true" />
    ) : (
      <span className={classes.number} aria-hidden="true">
        {events.length > 9 ? '9+' : events.length}
      </span>
    )
  return (
    <Tooltip
      label={named.map((line) => (
        <div key={line}>{line}</div>
      ))}
      events={{ hover: true, focus: true, touch: true }}
    >
      {pathOf ? (
        <Link
          className={classes.mark}
          to={pathOf({ from: minuteOf(Math.min(...times)), to: minuteOf(Math.max(...times)) + 60_000 })}
        >
          {sign}
          <VisuallyHidden>{label}</VisuallyHidden>
        </Link>
      ) : (
        <span className={classes.mark}>
          {sign}
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      )}
    </Tooltip>
  )
}

const minuteOf = (at: number) => Math.floor(at / 60_000) * 60_000
