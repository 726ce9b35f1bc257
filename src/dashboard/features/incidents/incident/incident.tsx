import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { severities, type IncidentRecord } from '../../../../contract/index.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Columns } from '../../../kit/layout/Columns.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { AchievedMark, NoMark, SeverityMark } from '../../../kit/marks/Mark.tsx'
import { Badge } from '../../../kit/marks/Badge.tsx'
import { EditIcon } from '../../../kit/marks/icons.tsx'
import { paths } from '../../../paths.ts'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { pageError } from '../../errors/page-error.tsx'
import { DnsPanel } from '../../sites/DnsPanel.tsx'
import { siteOf } from '../../sites/reads.ts'
import { AcknowledgeButton } from '../AcknowledgeButton.tsx'
import { Acknowledged, kindInWords, Lasted } from '../incident-facts.tsx'
import { incidentOf, incidentRefreshMs, openIncidents } from '../reads.ts'
import { Details } from './Details.tsx'
import { IncidentBand } from './IncidentBand.tsx'
import { IncidentTimeline } from './IncidentTimeline.tsx'
import { Measurements } from './Measurements.tsx'
import { Moment } from './Moment.tsx'
import { isNoteBegun, NoteForm } from './NoteForm.tsx'
import { OriginFailures } from './OriginFailures.tsx'
import { metricOf } from './shown.ts'
import { useShownMonitor } from './use-shown-monitor.ts'
import classes from './incident.module.css'

export function loader({ params }: LoaderFunctionArgs) {
  return load(incidentOf(scopeOf(params), params['incidentId'] ?? ''))
}

export const ErrorBoundary = pageError({ title: 'Incident', about: 'incident' })

/** What was wrong, since when, where, the samples that show it, and who did what about it. */
function IncidentPage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { incidentId = '' } = useParams()
  const query = incidentOf(scope, incidentId)
  const { data: incident } = useSuspenseQuery({ ...query, refetchInterval: incidentRefreshMs })
  const site = useQuery({ ...siteOf(scope, incident.site_id ?? ''), enabled: incident.site_id !== null })
  const [failed, setFailed] = useState<unknown>(null)
  const [isWriting, setIsWriting] = useState(() => isNoteBegun(incidentId))
  const isOver = incident.ended_at !== null
  const takesNotes = incident.notes !== undefined
  const shown = useShownMonitor(scope, incident)
  return (
    <>
      <PageHeader
        title={`${kindInWords(scope, incident)}: ${incident.host}`}
        beside={
          <>
            <IncidentState incident={incident} />
            {isOver && <Again scope={scope} incident={incident} monitorId={shown.place?.monitor_id} />}
            {!isOver && incident.acknowledged_at !== null && (
              <span className={classes.acknowledged}>
                <Acknowledged incident={incident} />
              </span>
            )}
          </>
        }
        crumbs={[...listCrumbs, { label: 'Incidents', to: paths.incidents(scope) }]}
        actions={
          <>
            {!isOver && <AcknowledgeButton scope={scope} incident={incident} onError={setFailed} />}
            {takesNotes && (
              <Button
                variant="default"
                leftSection={<EditIcon />}
                disabled={isWriting}
                onClick={() => setIsWriting(true)}
              >
                Add note
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        {failed !== null && (
          <ErrorState error={failed} title="Couldn’t change the acknowledgement." advice={adviceAfterChange(failed)} />
        )}
        <IncidentBand scope={scope} incident={incident} shown={shown} />
        <Columns
          aside={
            <>
              <IncidentTimeline scope={scope} incident={incident} nextRoundAt={shown.monitor?.next_round_at}>
                {isWriting && (
                  <NoteForm key={incidentId} scope={scope} incident={incidentId} onClose={() => setIsWriting(false)} />
                )}
              </IncidentTimeline>
              <Details scope={scope} incident={incident} site={site.data} query={query} />
            </>
          }
        >
          <Measurements scope={scope} incident={incident} shown={shown} />
          {incident.kind === 'dns' && site.data && <DnsPanel scope={scope} site={site.data} />}
          {incident.kind === 'origin' && <OriginFailures scope={scope} incident={incident} />}
        </Columns>
      </PageBody>
    </>
  )
}

export { IncidentPage as Component }

function IncidentState({ incident }: { incident: IncidentRecord }) {
  const tone = severities[incident.severity] ?? 'error'
  if (incident.ended_at === null)
    return (
      <Badge tone={tone === 'ok' ? 'plain' : tone} mark={<SeverityMark severity={tone} />}>
        <span>
          Open for <Lasted incident={incident} />
        </span>
      </Badge>
    )
  return incident.end_reason === 'unwatched' ? (
    <Badge mark={<NoMark />}>No longer watched</Badge>
  ) : (
    <Badge tone="good" mark={<AchievedMark />}>
      Recovered
    </Badge>
  )
}

interface AgainProps {
  scope: Scope
  incident: IncidentRecord
  monitorId: string | undefined
}

/** Leads from an incident that is over to the one that is open now, if it is of the same monitor and metric. */
function Again({ scope, incident: { id, kind, cause }, monitorId }: AgainProps) {
  const { data } = useQuery({
    ...openIncidents(scope, { monitor_id: monitorId }),
    enabled: monitorId !== undefined,
    refetchInterval: incidentRefreshMs,
  })
  const open = data?.rows.find(
    (other) => other.id !== id && other.kind === kind && metricOf(other.cause) === metricOf(cause),
  )
  if (!open) return null
  return (
    <Link to={paths.incident(scope, open.id)}>
      {kindInWords(scope, { kind, partly: false })} again since <Moment at={open.started_at} />
    </Link>
  )
}
