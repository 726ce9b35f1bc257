import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { troubleOf } from '../../../../contract/index.ts'
import { incidentSentence } from '../../../../words/incidents.ts'
import { incidentRefreshMs, openIncidents } from '../../incidents/reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { plural } from '../../../kit/format/format.ts'
import { readerOf } from '../../sites/server-words.ts'
import { paths } from '../../../paths.ts'

const shown = 3

/** What is wrong with a monitor's host now, as far as this monitor sees it. */
export function OpenIncidents({ scope, monitorId }: { scope: Scope; monitorId: string }) {
  const { data } = useQuery({
    ...openIncidents(scope, { monitor_id: monitorId }),
    refetchInterval: incidentRefreshMs,
  })
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Notice tone={troubleOf(Math.max(...rows.map(({ severity }) => severity))) ?? 'warning'}>
      {rows.slice(0, shown).map((incident) => (
        <p key={incident.id}>
          {incidentSentence(incident, readerOf(scope))} Since <Time at={incident.started_at} withoutAgo />.{' '}
          <Link to={paths.incident(scope, incident.id)}>View incident</Link>
        </p>
      ))}
      {rows.length > shown && (
        <p>
          <Link to={paths.incidents(scope, { monitor: monitorId, open: 'true' })}>
            {plural(rows.length - shown, 'more incident')}
          </Link>
        </p>
      )}
    </Notice>
  )
}
