import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { worstIncident } from '../../../contract/index.ts'
import { incidentSentence } from '../../../words/incidents.ts'
import type { Scope } from '../../api/scope.ts'
import { fullNumber } from '../../kit/format/format.ts'
import { Time } from '../../kit/values/Time.tsx'
import { Acknowledged, Lasted } from '../incidents/incident-facts.tsx'
import { incidentRefreshMs, openIncidents } from '../incidents/reads.ts'
import { VerdictBand } from '../incidents/VerdictBand.tsx'
import { paths } from '../../paths.ts'
import { readerOf } from './server-words.ts'

/** The worst of an account's open incidents, above its sites; nothing while there is none. */
export function WorstIncident({ scope }: { scope: Scope }) {
  const { data } = useQuery({ ...openIncidents(scope), refetchInterval: incidentRefreshMs })
  const worst = data && worstIncident(data.rows)
  if (!worst) return null
  return (
    <VerdictBand
      label="Open incident"
      severity={worst.severity}
      title={incidentSentence(worst, readerOf(scope)).replace(/\.$/, '')}
      parts={[
        <span key="since">
          Since <Time at={worst.started_at} withoutAgo />, for <Lasted incident={worst} />
        </span>,
        ...(worst.site_id === null ? ['Only monitored: not one of the sites below'] : []),
        ...(worst.acknowledged_at === null ? [] : [<Acknowledged key="acknowledged" incident={worst} />]),
      ]}
      links={
        <>
          <Button variant="default" component={Link} to={paths.incident(scope, worst.id)}>
            View incident
          </Button>
          {data.total_entries > 1 && (
            <Button variant="default" component={Link} to={paths.incidents(scope, { open: 'true' })}>
              All {fullNumber(data.total_entries)} open
            </Button>
          )}
        </>
      }
    />
  )
}
