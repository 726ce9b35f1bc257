import classes from './Time.module.css'
import { useZone } from '../stores/preferences.ts'
import { dateAndTime, exactTime, relative, zoneName } from '../format/time.ts'
import { useNow } from '../hooks/use-now.ts'

const stepMs = 10_000

interface Props {
  /** ISO text or UNIX ms. */
  at: string | number | null
  /** What to say where there is none. */
  never?: string
  /** Where a heading above already names the zone. */
  withoutZone?: boolean
}

/** A moment in the chosen zone, with how long ago it was beside it. */
export function Time({ at, never = 'not reported', withoutZone = false }: Props) {
  const zone = useZone()
  const now = useNow(stepMs)
  const ms = typeof at === 'string' ? Date.parse(at) : at
  if (ms === null) return <span className={classes.ago}>{never}</span>
  // a service's own notation is better shown than hidden
  if (Number.isNaN(ms)) return <span>{at}</span>
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms, zone)} className={classes.time}>
      <span>
        {dateAndTime(ms, zone)}
        {!withoutZone && ` ${zoneName(zone, ms)}`}
      </span>{' '}
      <span className={classes.ago}>· {relative(justPast(ms, now), now)}</span>
    </time>
  )
}

/** The clock here moves in steps: what happened since the last one is not in the future. */
function justPast(at: number, now: number): number {
  return at > now && at - now <= stepMs ? now : at
}
