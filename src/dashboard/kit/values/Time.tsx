import classes from './Time.module.css'
import { Stacked } from '../layout/Stacked.tsx'
import { useZone } from '../format/zone.ts'
import { ago, dateAndTime, exactTime, relative, shortDateAndTime, zoneName } from '../format/time.ts'
import { ageStepMs, useNow } from '../reading/use-now.ts'

interface Props {
  /** ISO 8601 text or UNIX ms. */
  at: string | number | null
  /** Shown if there is no time. */
  never?: string
  /** Leaves out the time zone, where a heading already shows it. */
  withoutZone?: boolean
  /** How long ago it was stands above, in two lines. */
  stacked?: boolean
  /** Without how long ago it was. */
  withoutAgo?: boolean
  /** Only how long ago it was. */
  agoOnly?: boolean
  /** Something planned, which can be in the future. */
  planned?: boolean
}

/** A time in the chosen zone, with how long ago it was. */
export function Time({
  at,
  never = 'not reported',
  withoutZone = false,
  stacked = false,
  withoutAgo = false,
  agoOnly = false,
  planned = false,
}: Props) {
  const zone = useZone()
  const now = useNow(ageStepMs)
  const ms = typeof at === 'string' ? Date.parse(at) : at
  if (ms === null) return <span className={classes.ago}>{never}</span>
  // an unknown format is shown as received
  if (Number.isNaN(ms)) return <span>{at}</span>
  const distance = planned ? relative(ms, now) : ago(ms, now)
  const shown = stacked ? shortDateAndTime(ms, zone, now) : dateAndTime(ms, zone)
  const date = withoutZone ? shown : `${shown} ${zoneName(zone, ms)}`
  return (
    <time
      dateTime={new Date(ms).toISOString()}
      title={exactTime(ms, zone)}
      className={classes.time}
      data-two={(!agoOnly && !stacked && !withoutAgo) || undefined}
    >
      {agoOnly ? (
        distance
      ) : stacked ? (
        <Stacked below={date}>{distance}</Stacked>
      ) : (
        <>
          <span>{date}</span>
          {!withoutAgo && (
            <>
              {' '}
              <span className={classes.after}>
                <span className={classes.dot}>· </span>
                {distance}
              </span>
            </>
          )}
        </>
      )}
    </time>
  )
}
