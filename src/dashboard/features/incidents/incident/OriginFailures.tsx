import { Link } from 'react-router'
import type { IncidentRecord } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { fullNumber, percent } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Tiles } from '../../../kit/layout/Tiles.tsx'
import { useZone } from '../../../kit/format/zone.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { paths } from '../../../paths.ts'
import { serverWords } from '../../sites/server-words.ts'
import { writeWindow } from '../../traffic/window.ts'
import classes from './incident.module.css'

interface Props {
  scope: Scope
  incident: IncidentRecord
}

/** How much of the time around the incident the traffic page shows, ms. */
const around = 2 * 3_600_000
/** The narrowest buckets of traffic, ms. */
const bucketMs = 5 * 60_000

/** How many requests to an origin failed, of an incident that the edge has noticed. The service keeps their sums only. */
export function OriginFailures({ scope, incident: { site_id, started_at, ended_at, requests } }: Props) {
  const now = useNow(bucketMs)
  const zone = useZone()
  const started = Date.parse(started_at)
  if (site_id === null || Number.isNaN(started)) return null
  const from = Math.floor((started - around) / bucketMs) * bucketMs
  const end = ended_at === null ? now : Date.parse(ended_at)
  const to = Math.ceil(Math.min(now, end + around) / bucketMs) * bucketMs
  const traffic = writeWindow(new URLSearchParams(), { kind: 'times', from, to }, zone)
  const isKnown = requests !== null && requests.asked > 0
  return (
    <Panel
      title="Failed requests"
      bare={isKnown}
      actions={<Link to={paths.traffic(scope, site_id, traffic)}>Traffic around the incident</Link>}
    >
      {isKnown ? (
        <>
          <Tiles
            tiles={[
              { label: 'Failed', value: fullNumber(requests.failed) },
              { label: `Requests to ${serverWords(scope)}`, value: fullNumber(requests.asked) },
              { label: 'Share that failed', value: percent(requests.failed / requests.asked) },
            ]}
          />
          <p className={classes.beside}>The service keeps only these totals, so there’s no chart over time.</p>
        </>
      ) : (
        <p>The service doesn’t report how many requests failed.</p>
      )}
    </Panel>
  )
}
