import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { useElementSize } from '@mantine/hooks'
import { useState, type PointerEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Tip } from '../feedback/Tip.tsx'
import { TuneIcon } from '../marks/icons.tsx'
import type { Span } from '../ranges/range-presets.ts'
import { exactTime, type Zone } from '../format/time.ts'
import { useZone } from '../format/zone.ts'
import { clustersOf } from './clusters.ts'
import classes from './EventStrip.module.css'
import { plotFrame } from './plot-frame.ts'

/** A change to mark below a chart. */
export interface ChartEvent {
  /** UNIX ms. */
  readonly at: number
  readonly words: string
  /** On the mark of this change alone. */
  readonly icon?: () => ReactNode
  /** Where there is more about this change; else its mark leads to the list of its time. */
  readonly path?: string
}

export interface ChartEvents {
  readonly events: readonly ChartEvent[]
  /** Where the changes of a time window are listed; undefined if the service doesn't list them. */
  readonly pathOf?: (span: Span) => string
  /** What to know about the marks. */
  readonly note?: string | undefined
}

interface Props extends ChartEvents {
  /** The chart's name. */
  of: string
  /** The chart's time axis, UNIX ms. */
  from: number
  to: number
}

/** What happened at a mark, in words. */
interface Explained {
  readonly mark: HTMLElement
  readonly lines: readonly string[]
}

/** Marks nearer to each other than this become one, in pixels: what a finger needs (WCAG 2.2, 2.5.8). */
const distance = 24
/** Changes that a mark names; of more, it tells the number. */
const maxNamed = 5
/** What happened since the chart was read is marked at its end, for so long. */
const lateMs = 5 * 60_000

/** From the time axis to the bottom of the chart that the marks stand on, and half their own height, in pixels. */
const belowAxis = plotFrame.labels + plotFrame.bottom
const half = 12

/** What changed, as marks on the time axis of the chart above. Each leads to more about its change, or to the list of its time. */
export function EventStrip({ events, pathOf, note, of, from, to }: Props) {
  const zone = useZone()
  const { ref, width } = useElementSize()
  const [tip, setTip] = useState<Explained>()
  return (
    <div className={classes.strip} data-paper="hidden">
      <ul
        ref={ref}
        className={classes.marks}
        aria-label={`Changes in the chart “${of}”`}
        style={{
          marginInlineStart: plotFrame.left,
          marginInlineEnd: plotFrame.right,
          marginBlockStart: -belowAxis - half,
          marginBlockEnd: belowAxis - half,
        }}
      >
        {marksOf(events, { from, to, width }).map(({ x, marked }) => (
          <li key={`${marked[0]?.at} ${marked.length}`} style={{ insetInlineStart: x }}>
            <Mark events={marked} zone={zone} pathOf={pathOf} onTip={setTip} />
          </li>
        ))}
      </ul>
      {/* one for all marks: to prepare one for each takes longer than to draw the chart */}
      {tip && (
        <Tip at={tip.mark} onClose={() => setTip(undefined)}>
          {tip.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Tip>
      )}
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}

/** The changes within a chart's time, those near to each other as one mark, at `x` pixels of its width. */
export function marksOf(events: readonly ChartEvent[], { from, to, width }: Axis) {
  const shown = events.filter(({ at }) => at >= from && at <= to + lateMs)
  const places = shown.map(({ at }) => ((Math.min(at, to) - from) / (to - from)) * width)
  return (width > 0 ? clustersOf(places, distance) : []).map((indexes) => ({
    x: places[indexes[0] ?? 0] ?? 0,
    marked: indexes.flatMap((i) => shown[i] ?? []),
  }))
}

interface Axis {
  readonly from: number
  readonly to: number
  readonly width: number
}

interface MarkProps {
  /** In order of time. */
  events: readonly ChartEvent[]
  zone: Zone
  pathOf: ChartEvents['pathOf']
  /** Called with the mark under the pointer or in focus, and with undefined when it's left. */
  onTip: (tip: Explained | undefined) => void
}

function Mark({ events, zone, pathOf, onTip }: MarkProps) {
  const times = events.map(({ at }) => at)
  const all = events.map(({ at, words }) => `${exactTime(at, zone)}: ${words}`)
  const lines = all.length > maxNamed ? [...all.slice(0, maxNamed), `and ${all.length - maxNamed} more`] : all
  const tips = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => onTip({ mark: event.currentTarget, lines }),
    onPointerLeave: () => onTip(undefined),
  }
  const [only] = events.length === 1 ? events : []
  const Icon = only?.icon ?? TuneIcon
  const content = (
    <>
      <span className={classes.badge} aria-hidden="true">
        {only ? <Icon /> : events.length > 9 ? '9+' : events.length}
      </span>
      <VisuallyHidden>
        {all.length === 1 ? lines.join('') : `${all.length} changes. ${lines.join('; ')}`}
      </VisuallyHidden>
    </>
  )
  if (!pathOf) {
    return (
      <span className={classes.mark} {...tips}>
        {content}
      </span>
    )
  }
  return (
    <Link
      className={classes.mark}
      to={only?.path ?? pathOf({ from: minuteOf(Math.min(...times)), to: minuteOf(Math.max(...times)) + 60_000 })}
      {...tips}
      onFocus={(event) => onTip({ mark: event.currentTarget, lines })}
      onBlur={() => onTip(undefined)}
    >
      {content}
    </Link>
  )
}

const minuteOf = (at: number) => Math.floor(at / 60_000) * 60_000
