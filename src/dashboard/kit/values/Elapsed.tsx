import { exactTime, span } from '../format/time.ts'
import { useZone } from '../format/zone.ts'
import { ageStepMs, useNow } from '../reading/use-now.ts'

interface Props {
  /** ISO 8601 text or UNIX ms. */
  since: string | number
  className?: string | undefined
}

/** For how long something has been so: `for 12 d`. Nothing where it has only begun, or for a time in an unknown format. */
export function Elapsed({ since, className }: Props) {
  const now = useNow(ageStepMs)
  const zone = useZone()
  const at = typeof since === 'string' ? Date.parse(since) : since
  if (Number.isNaN(at) || now - at < 1000) return null
  return (
    <time className={className} dateTime={new Date(at).toISOString()} title={`since ${exactTime(at, zone)}`}>
      for {span(now - at)}
    </time>
  )
}
