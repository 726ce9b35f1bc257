import { clockTime, dayAndMonth, exactTime } from '../../../kit/format/time.ts'
import { useZone } from '../../../kit/format/zone.ts'

/** A time of an incident, in a few letters: `27 Nov, 00:59`. */
export function Moment({ at }: { at: string }) {
  const zone = useZone()
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? (
    at
  ) : (
    <time dateTime={at} title={exactTime(ms, zone)}>
      {dayAndMonth(ms, zone)}, {clockTime(ms, zone)}
    </time>
  )
}
