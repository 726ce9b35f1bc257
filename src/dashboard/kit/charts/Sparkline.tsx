import type { ReactNode } from 'react'
import { LoadingValue } from '../values/LoadingValue.tsx'
import { EmptyCell } from '../values/Measured.tsx'
import { OverLimit } from '../values/OverLimit.tsx'
import { Spark } from './Spark.tsx'
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
  /** From what on it's poor, which is worse than over the limit. */
  poor?: number | undefined
  /** Smaller, below the number, such as by how much it changed. */
  below?: ReactNode
}

/** A line without axes, followed by a number. */
export function Sparkline({ values, what, format, value, limit, poor = Infinity, below }: Props) {
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
  const isOver = limit !== undefined && shown !== null && shown > limit
  const isPoor = shown !== null && shown > poor
  const tone = isPoor ? 'error' : 'warning'
  const now = shown === null ? uncounted : format(shown)
  const label = `${what} of the latest ${known.length}: ${format(Math.min(...known))} to ${format(Math.max(...known))}, ${typeof value === 'number' ? 'overall' : 'now'} ${now}${isOver ? `, over the limit of ${format(limit)}` : ''}`
  return (
    <span className={classes.spark}>
      {last === undefined ? null : (
        <span className={classes.line}>
          <Spark values={values} label={label} limit={limit} tone={isOver ? tone : undefined} />
        </span>
      )}
      <span className={classes.number} aria-hidden={last !== undefined}>
        {shown === null ? (
          <EmptyCell why={uncounted} />
        ) : (
          <OverLimit limit={isOver ? format(limit) : undefined} isPoor={isPoor}>
            {format(shown)}
          </OverLimit>
        )}
      </span>
      {below && <span className={classes.below}>{below}</span>}
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
