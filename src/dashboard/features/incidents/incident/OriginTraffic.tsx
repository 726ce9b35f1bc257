import { Link } from 'react-router'
import { troubleOf } from '../../../../contract/severity.ts'
import type { Scope } from '../../../api/scope.ts'
import { rangeInWords } from '../../../kit/ranges/range-words.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { paths } from '../../../paths.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { RequestsPanel } from '../../traffic/RequestsPanel.tsx'
import { writeWindow } from '../../traffic/window.ts'

interface Props {
  scope: Scope
  siteId: string
  host: string
  severity: number
  /** UNIX ms. */
  startedAt: number
  /** UNIX ms, null while the incident is open. */
  endedAt: number | null
}

/** How much of the time around the incident is shown, ms. */
const around = 2 * 3_600_000
/** The narrowest buckets of traffic, ms. */
const bucketMs = 5 * 60_000
/** More can't be told apart. */
const maxBuckets = 96

/** The site's requests around an incident that the edge has noticed. */
export default function OriginTraffic({ scope, siteId, host, severity, startedAt, endedAt }: Props) {
  const now = useNow(bucketMs)
  const zone = useZone()
  const from = Math.floor((startedAt - around) / bucketMs) * bucketMs
  const to = Math.ceil(Math.min(now, (endedAt ?? now) + around) / bucketMs) * bucketMs
  const requested = { kind: 'times', from, to } as const
  return (
    <RequestsPanel
      scope={scope}
      siteId={siteId}
      host={host}
      requested={requested}
      rangeName={rangeInWords(requested, zone)}
      maxBuckets={maxBuckets}
      highlight={{ from: startedAt, to: endedAt ?? now, label: 'Incident', tone: troubleOf(severity) }}
      actions={
        <Link to={paths.traffic(scope, siteId, writeWindow(new URLSearchParams(), requested, zone))}>All traffic</Link>
      }
    />
  )
}
