import { LoadingValue } from '../values/LoadingValue.tsx'
import { EmptyCell } from '../values/Measured.tsx'
import { OverLimit } from '../values/OverLimit.tsx'
import { stretchesOf } from './gaps.ts'
import classes from './Sparkline.module.css'

interface Props {
  /** Oldest first; null if not measured. */
  values: readonly (number | null)[]
  /** What it shows: "Largest contentful paint". */
  what: string
  format: (value: number) => string
  /** The number next to it, if that isn't the latest value. Null for the latest that was measured. */
  value?: number | null
  /** The limit of what is shown; a number over it is marked. */
  limit?: number | undefined
}

const width = 96
const height = 24
const inset = 2
/** How far above the highest value the frame ends, so that a steady line is level with its number. */
const headroom = 1.4

/** A line without axes that starts at zero, followed by a number. */
export function Sparkline({ values, what, format, value, limit }: Props) {
  const known = values.filter((one) => one !== null)
  const last = known.at(-1)
  const shown = (value === undefined ? values.at(-1) : (value ?? last)) ?? null
  const uncounted = 'not counted for the latest samples'
  if (last === undefined && shown === null)
    return (
      <span className={classes.spark}>
        <EmptyCell why={`${what}: ${values.length === 0 ? 'not measured' : uncounted}`} />
      </span>
    )
  const max = Math.max(...known) || 1
  const x = (i: number) => inset + (i * (width - 2 * inset)) / Math.max(1, values.length - 1)
  const y = (one: number) => height - inset - (one / (max * headroom)) * (height - 2 * inset)
  const isOver = limit !== undefined && shown !== null && shown > limit
  const now = shown === null ? uncounted : format(shown)
  const label = `${what} of the latest ${known.length}: ${format(Math.min(...known))} to ${format(Math.max(...known))}, ${typeof value === 'number' ? 'overall' : 'now'} ${now}${isOver ? `, over the limit of ${format(limit)}` : ''}`
  return (
    <span className={classes.spark}>
      {last === undefined ? null : (
        <svg className={classes.line} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
          {stretchesOf(
            values.map((one, at) => ({ at, one })),
            ({ one }) => one,
          ).map((stretch) => {
            const [{ at, one } = { at: 0, one: 0 }] = stretch
            return stretch.length === 1 ? (
              <circle key={at} cx={x(at)} cy={y(one ?? 0)} r={inset / 2} />
            ) : (
              <polyline
                key={at}
                points={stretch.map((place) => `${x(place.at).toFixed(1)},${y(place.one ?? 0).toFixed(1)}`).join(' ')}
              />
            )
          })}
          <circle cx={x(values.lastIndexOf(last))} cy={y(last)} r={inset} />
        </svg>
      )}
      <span className={classes.number} aria-hidden={last !== undefined}>
        {shown === null ? (
          <EmptyCell why={uncounted} />
        ) : (
          <OverLimit limit={isOver ? format(limit) : undefined}>{format(shown)}</OverLimit>
        )}
      </span>
    </span>
  )
}

/** Takes the space of a line and its number while they load. */
export function LoadingSparkline() {
  return (
    <span className={classes.spark}>
      <span className={classes.line} />
      <LoadingValue />
    </span>
  )
}
