import { useElementSize } from '@mantine/hooks'
import { Fragment, memo, useEffect, useRef, type ReactNode } from 'react'
import type { RequestRecord } from '../../../../contract/index.ts'
import { bytes, duration } from '../../../kit/format/format.ts'
import { shareOf, type Axis } from './axis.ts'
import { endOf, hasFailed, segmentsOf, shortUrl } from './timeline.ts'
import classes from './Timeline.module.css'

interface Props {
  label: string
  requests: readonly RequestRecord[]
  page: string | undefined
  axis: Axis
  /** How far the surrounding frame is scrolled, pixels. */
  top: number
  /** Rows in view. A few more are drawn around them. */
  shown: number
  selected?: RequestRecord | undefined
  onSelect?: ((request: RequestRecord) => void) | undefined
  /** Shown below the selected request. */
  details?: ReactNode
}

/** Pixels. Rows are placed by index, so that only those in view are drawn. */
export const rowHeight = 26
const extraRows = 12
/** The most letters of a name's end that are kept. */
const maxTail = 16
/** The first row drawn moves in steps of this size, so that scrolling doesn't redraw on every pixel. */
const scrollStep = 6

export const Waterfall = memo(function Waterfall({
  label,
  requests,
  page,
  axis,
  top,
  shown,
  selected,
  onSelect,
  details,
}: Props) {
  const { ref, height } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const isOpening = useRef(false)
  const open = selected && details ? requests.indexOf(selected) : -1
  const opened = open < 0 ? 0 : height
  const afterOpen = (open + 1) * rowHeight
  const rowsAbove = top <= afterOpen ? top : Math.max(afterOpen, top - opened)
  const first = Math.max(0, Math.floor((Math.floor(rowsAbove / rowHeight) - extraRows) / scrollStep) * scrollStep)
  const rows = requests.slice(first, first + shown + 2 * extraRows + scrollStep)
  useEffect(() => {
    if (!isOpening.current || open < 0 || height === 0) return
    isOpening.current = false
    if (place.current) reveal(place.current)
  }, [open, height])
  const select =
    onSelect &&
    ((request: RequestRecord) => {
      isOpening.current = request !== selected
      onSelect(request)
    })
  const rowCount = requests.length + (open < 0 ? 1 : 2)
  return (
    <div
      role="table"
      aria-label={`Requests of ${label}`}
      aria-rowcount={rowCount}
      className={classes.rows}
      style={{ height: requests.length * rowHeight + opened }}
    >
      <div role="row" className={classes.rowHead} aria-rowindex={1}>
        {['Request', 'Type', 'Status', 'Size', 'Timing'].map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {rows.map((request, i) => (
        <Fragment key={first + i}>
          <Row
            request={request}
            index={first + i}
            page={page}
            axis={axis}
            below={open >= 0 && first + i > open ? opened : undefined}
            chosen={request === selected}
            onSelect={select}
          />
          {first + i === open && (
            <div
              ref={ref}
              role="row"
              aria-rowindex={open + 3}
              className={classes.details}
              style={{ insetBlockStart: afterOpen }}
            >
              <div ref={place} role="cell" aria-colspan={5}>
                {details}
              </div>
            </div>
          )}
        </Fragment>
      ))}
    </div>
  )
})

/** Brings a request's details into view: all of them or, if they don't fit below the head, the request and what comes first. */
function reveal(details: HTMLElement): void {
  details.scrollIntoView({ block: 'nearest' })
  const scroller = details.closest('[role="region"]')
  const head = scroller?.querySelector('[data-head]')
  if (!scroller || !head) return
  const hidden = head.getBoundingClientRect().bottom + rowHeight - details.getBoundingClientRect().top
  if (hidden > 0) scroller.scrollTop -= hidden
}

/** A name that is too long loses its middle: its end tells requests apart. */
function Name({ of }: { of: string }) {
  const end = of.slice(of.lastIndexOf('/', of.length - 2) + 1)
  const tail = end.slice(-maxTail)
  return (
    <span className={classes.whole}>
      <span>{of.slice(0, of.length - tail.length)}</span>
      <span>{tail}</span>
    </span>
  )
}

interface RowProps {
  request: RequestRecord
  index: number
  page: string | undefined
  axis: Axis
  /** The height of the details of a request before it, pixels; undefined if there are none. */
  below: number | undefined
  chosen: boolean
  onSelect: ((request: RequestRecord) => void) | undefined
}

const Row = memo(function Row({ request, index, page, axis, below, chosen, onSelect }: RowProps) {
  const { url, type, status, error } = request
  const name = shortUrl(url, page)
  const length = endOf(request) - request.start
  return (
    <div
      role="row"
      aria-rowindex={index + (below === undefined ? 2 : 3)}
      className={classes.row}
      data-even={index % 2 === 0 || undefined}
      data-failed={hasFailed(request) || undefined}
      data-chosen={chosen || undefined}
      style={{ height: rowHeight, insetBlockStart: index * rowHeight + (below ?? 0) }}
    >
      <span role="cell" className={classes.name} title={url}>
        {onSelect ? (
          // the two parts of the name would be read with a space between them
          <button type="button" aria-label={name} aria-pressed={chosen} onClick={() => onSelect(request)}>
            <Name of={name} />
          </button>
        ) : (
          <Name of={name} />
        )}
      </span>
      <span role="cell">{type}</span>
      <span role="cell" title={error ?? undefined}>
        {status ?? (error ? 'failed' : '–')}
      </span>
      <span role="cell" className={classes.size}>
        {request.bytes === null ? '–' : bytes(request.bytes)}
      </span>
      <span role="cell" className={classes.bars}>
        {segmentsOf(request).map(({ phase, from, to }) => (
          <span
            key={phase}
            className={classes.bar}
            data-phase={phase}
            style={{
              insetInlineStart: `${100 * shareOf(from, axis)}%`,
              width: `${(100 * (to - from)) / (axis.to - axis.from)}%`,
            }}
          />
        ))}
        <span className={classes.length} style={{ insetInlineStart: `${100 * shareOf(endOf(request), axis)}%` }}>
          {duration(length)}
        </span>
      </span>
    </div>
  )
})
