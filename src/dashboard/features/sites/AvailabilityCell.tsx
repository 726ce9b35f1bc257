import { AvailabilityStrip, reportedTimes } from '../../kit/charts/AvailabilityStrip.tsx'
import { percent } from '../../kit/format/format.ts'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import classes from './AvailabilityCell.module.css'
import { measuredFor } from './measured-since.ts'

interface Props {
  /** 0 to 1. */
  share: number | null
  /** How each hour or day was, as the service reports it, the oldest first. */
  states: readonly (string | null)[]
  unit: 'hour' | 'day'
  /** The host. */
  of: string
  /** Why there is no share. */
  why: string
  /** What there is room for. */
  shown: 'strip' | 'share' | 'both'
}

/** A row's availability: a strip of hours or days, and the share. What is all up is muted, so that the rest stands out. */
export function AvailabilityCell({ share, states, unit, of, why, shown }: Props) {
  if (share === null) return <EmptyCell why={why} />
  const isStrip = shown !== 'share' && states.length > 0
  return (
    // a strip shows for how long
    <Stacked below={!isStrip && measuredFor(states, unit)}>
      <span className={classes.cell}>
        {isStrip && <AvailabilityStrip times={reportedTimes(states)} unit={unit} of={of} />}
        {(shown !== 'strip' || !isStrip) && (
          <span className={classes.share} data-full={share === 1 || undefined}>
            {percent(share)}
          </span>
        )}
      </span>
    </Stacked>
  )
}
