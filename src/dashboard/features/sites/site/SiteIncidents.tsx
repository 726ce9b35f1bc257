import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { endedIncidents, incidentRefreshMs, openIncidents } from '../../incidents/reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { LoadingLines } from '../../../kit/values/LoadingLines.tsx'
import { paths } from '../../../paths.ts'
import { IncidentTable } from '../../incidents/IncidentTable.tsx'

const shown = 5

/** A site's open incidents, then its last ones. Nothing if the service doesn't report them. */
export function SiteIncidents({ scope, siteId }: { scope: Scope; siteId: string }) {
  const open = useQuery({ ...openIncidents(scope, { site_id: siteId }), refetchInterval: incidentRefreshMs })
  const latest = useQuery({
    ...endedIncidents(scope, siteId),
    refetchInterval: incidentRefreshMs,
  })
  if (open.data === null || latest.data === null) return null
  const error = open.error ?? latest.error
  const rows = [...(open.data?.rows ?? []), ...(latest.data?.rows ?? [])].slice(0, shown)
  return (
    <Panel
      bare
      title="Incidents"
      actions={
        rows.length > 0 && (
          <Button variant="subtle" component={Link} to={paths.incidents(scope, { site: siteId })}>
            All incidents
          </Button>
        )
      }
    >
      {open.data && latest.data ? (
        rows.length > 0 ? (
          <IncidentTable scope={scope} rows={rows} label="Incidents of the site" withoutHost />
        ) : (
          <p>No incidents so far.</p>
        )
      ) : error ? (
        <ErrorState
          error={error}
          title="Couldn’t load the incidents."
          onRetry={() => void Promise.all([open.refetch(), latest.refetch()])}
        />
      ) : (
        <LoadingLines />
      )}
    </Panel>
  )
}
