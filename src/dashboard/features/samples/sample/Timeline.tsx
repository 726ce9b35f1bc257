import { useState, type PointerEvent, type ReactNode } from 'react'
import type { RequestRecord } from '../../../../contract/index.ts'
import { lanesOf } from '../../../kit/charts/lanes.ts'
import { duration } from '../../../kit/format/format.ts'
import { useWidth } from '../../../kit/layout/use-width.ts'
import { axisTicks, axisWords, shareOf, type Axis } from './axis.ts'
import { Filmstrip, type Shot } from './Filmstrip.tsx'
import type { Mark } from './timeline.ts'
import classes from './Timeline.module.css'
import { Waterfall } from './Waterfall.tsx'

interface Props {
  /** The timeline's accessible name. */
  label: string
  requests: readonly RequestRecord[]
  /** The page's own address. */
  page: string | undefined
  shots: readonly Shot[]
  marks: readonly Mark[]
  axis: Axis
  /** ms on the axis. */
  cursor: number
  onCursor: (at: number) => void
  selected?: RequestRecord | undefined
  onSelect?: (request: RequestRecord) => void
  /** Shown below the selected request. */
  details?: ReactNode
  /** Rows in view. */
  rows?: number
}

const pixelsPerTick = 80
const defaultRows = 22
/** Approximate width of a letter and height of a lane in the names of marks. */
const pixelsPerLetter = 7
const emPerLane = 1.5
/** Space after the axis into which names may extend, pixels. */
const pixelsAfter = 40

/** Screenshots and requests on one time axis with one cursor. */
export function Timeline({
  label,
  requests,
  page,
  shots,
  marks,
  axis,
  cursor,
  onCursor,
  selected,
  onSelect,
  details,
  rows = defaultRows,
}: Props) {
  const { ref, width } = useWidth()
  const [top, setTop] = useState(0)
  const ticks = axisTicks(axis, Math.floor(width / pixelsPerTick))
  const tickWords = axisWords(ticks)
  const left = (at: number) => `${100 * shareOf(at, axis)}%`
  const onAxis = (at: number) => `${(100 * (at - axis.from)) / (axis.to - axis.from)}%`
  const named = marks.map(({ name, at }) => {
    const words = `${name} ${duration(at)}`
    const x = shareOf(at, axis) * width
    const length = words.length * pixelsPerLetter
    const isLeft = x + length > width + pixelsAfter
    return { name, at, words, isLeft, start: isLeft ? x - length : x, length }
  })
  const lanes = lanesOf(named)
  const step = Math.max(1, Math.round((axis.to - axis.from) / 200))
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.querySelector('[data-track]')?.getBoundingClientRect()
    if (!box || event.clientX < box.left || event.clientX > box.right) return
    onCursor(axis.from + ((event.clientX - box.left) / box.width) * (axis.to - axis.from))
  }
  return (
    <div
      className={classes.scroller}
      data-short={rows < defaultRows || undefined}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div className={classes.content} onPointerMove={follow}>
        <div className={classes.head} data-head>
          <span className={classes.corner} />
          <div ref={ref} className={classes.track} data-track>
            {shots.length > 0 && (
              <Filmstrip shots={shots} axis={axis} width={width} cursor={cursor} onCursor={onCursor} />
            )}
            <input
              type="range"
              className={classes.slider}
              aria-label={`Time cursor of ${label}`}
              aria-valuetext={duration(cursor)}
              min={axis.from}
              max={axis.to}
              step={step}
              value={cursor}
              onChange={(event) => {
                const at = Number(event.currentTarget.value)
                // the last step may end a little before the axis
                onCursor(at + step > axis.to ? axis.to : at)
              }}
            />
            <div className={classes.ticks} aria-hidden="true">
              {ticks.map((tick, i) => (
                <span key={tick} style={{ insetInlineStart: onAxis(tick) }}>
                  {tickWords[i]}
                </span>
              ))}
            </div>
            <ul
              className={classes.markNames}
              aria-label="Marks"
              style={{ height: `${emPerLane * (1 + Math.max(-1, ...lanes))}em` }}
            >
              {named.map(({ name, at, words, isLeft }, i) => (
                <li
                  key={name}
                  style={{ insetInlineStart: left(at), insetBlockStart: `${emPerLane * (lanes[i] ?? 0)}em` }}
                  data-mark={name}
                  data-left={isLeft || undefined}
                >
                  {words}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <Waterfall
          label={label}
          requests={requests}
          page={page}
          axis={axis}
          top={top}
          shown={rows}
          selected={selected}
          onSelect={onSelect}
          details={details}
        />
        <div className={classes.lines} aria-hidden="true">
          {marks.map(({ name, at }) => (
            <span key={name} className={classes.markLine} data-mark={name} style={{ insetInlineStart: left(at) }} />
          ))}
          <span className={classes.cursor} style={{ insetInlineStart: onAxis(cursor) }} />
        </div>
      </div>
    </div>
  )
}
