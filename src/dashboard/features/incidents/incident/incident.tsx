import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { severities, troubleOf, type IncidentRecord } from '../../../../contract/index.ts'
import { faultInWords } from '../../../../words/fault.ts'
import { incidentSentence, incidentTitle, worstInWords } from '../../../../words/incidents.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Band } from '../../../kit/feedback/Band.tsx'
import { lasted } from '../../../kit/format/time.ts'
import { Columns } from '../../../kit/layout/Columns.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { AchievedMark, NoMark, SeverityMark } from '../../../kit/marks/Mark.tsx'
import { Badge } from '../../../kit/marks/Badge.tsx'
import { EditIcon } from '../../../kit/marks/icons.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { paths } from '../../../paths.ts'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { pageError } from '../../errors/page-error.tsx'
import { recordOf } from '../../monitors/reads.ts'
import { DnsPanel } from '../../sites/DnsPanel.tsx'
import { siteOf } from '../../sites/reads.ts'
import { readerOf } from '../../sites/server-words.ts'
import { writeState } from '../../samples/explorer-state.ts'
import { AcknowledgeButton } from '../AcknowledgeButton.tsx'
import { Acknowledged, endInWords, kindInWords, Lasted } from '../incident-facts.tsx'
import { incidentOf, incidentRefreshMs, openIncidents } from '../reads.ts'
import { useFault } from '../use-fault.ts'
import { VerdictAnnouncement } from '../VerdictBand.tsx'
import { Details } from './Details.tsx'
import { EvidencePanel } from './EvidencePanel.tsx'
import { IncidentTimeline } from './IncidentTimeline.tsx'
import { Moment } from './Moment.tsx'
import { isNoteBegun, NoteForm } from './NoteForm.tsx'
import { OriginFailures } from './OriginFailures.tsx'
import { metricOf, shownMetric, shownPlace, slowTitle, spanAround, watchedPlaces } from './shown.ts'
import { useEvidence } from './use-evidence.ts'
import { ValueChart } from './ValueChart.tsx'
import { useLocations } from './where.ts'
import { WhereTable } from './WhereTable.tsx'
import classes from './incident.module.css'

export function loader({ params }: LoaderFunctionArgs) {
  return load(incidentOf(scopeOf(params), params['incidentId'] ?? ''))
}

export const ErrorBoundary = pageError({ title: 'Incident', about: 'incident' })

const nowStepMs = 60_000

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
  const seen = useSeen(scope, incident)
  return (
    <>
      <PageHeader
        title={`${kindInWords(scope, incident)}: ${incident.host}`}
        beside={
          <>
            <IncidentState incident={incident} />
            {isOver && <Again scope={scope} incident={incident} monitorId={seen.place?.monitor_id} />}
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
        <IncidentBand scope={scope} incident={incident} seen={seen} />
        <Columns
          aside={
            <>
              <IncidentTimeline scope={scope} incident={incident} nextRoundAt={seen.monitor?.next_round_at}>
                {isWriting && (
                  <NoteForm key={incidentId} scope={scope} incident={incidentId} onClose={() => setIsWriting(false)} />
                )}
              </IncidentTimeline>
              <Details scope={scope} incident={incident} site={site.data} query={query} />
            </>
          }
        >
          <Shown scope={scope} incident={incident} seen={seen} />
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

/** The monitor whose values are shown, the place that the evidence is from, and what shows it there. */
function useSeen(scope: Scope, incident: IncidentRecord) {
  const [params, setParams] = useAddress()
  const watched = watchedPlaces(incident)
  const places = watched.find(([place]) => place?.monitor_id === params.get('monitor')) ?? watched[0] ?? []
  const place = shownPlace(incident, places)
  const { data: monitor } = useQuery({
    ...recordOf(scope, 'monitor', place?.monitor_id ?? ''),
    enabled: place !== undefined,
    refetchInterval: incident.ended_at === null ? incidentRefreshMs : false,
  })
  const evidence = useEvidence(scope, incident, place, monitor)
  return {
    place,
    monitor,
    evidence,
    monitors: watched.flatMap(([first]) =>
      first ? [{ value: first.monitor_id, label: first.monitor_name ?? first.monitor_id }] : [],
    ),
    choose: (id: string) =>
      setParams(withParam('monitor', id === watched[0]?.[0]?.monitor_id ? null : id), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}

type Seen = ReturnType<typeof useSeen>

interface ShownProps {
  scope: Scope
  incident: IncidentRecord
  seen: Seen
}

/** The cause, whose fault it is, and the one thing to do. */
function IncidentBand({ scope, incident, seen }: ShownProps) {
  const reader = readerOf(scope)
  const site = useQuery({ ...siteOf(scope, incident.site_id ?? ''), enabled: incident.site_id !== null })
  const found = useFault(scope, incident, site.data)
  const isOver = incident.ended_at !== null
  const sentence = incidentSentence(incident, reader)
  const fault = found && faultInWords(found.fault, reader)
  const { compared, isLastKept } = seen.evidence
  const { place } = seen
  const worst = worstInWords(incident)
  const cause = slowTitle(incident) ?? incidentTitle(incident, reader)
  const told = found
    ? // where no monitor sees it, the evidence is among the details
      `It’s ${fault}.${incident.places.length > 0 ? ` ${found.evidence}` : ''}`
    : undefined
  return (
    <>
      <Band
        tone={
          isOver
            ? incident.end_reason === 'recovered'
              ? 'achieved'
              : 'unjudged'
            : (troubleOf(incident.severity) ?? 'unjudged')
        }
        title={isOver ? <Ended incident={incident} /> : cause}
        detail={
          isOver ? (
            <>
              {cause}.
              {incident.worst && worst !== undefined && (
                <>
                  {' '}
                  Worst {worst} at <Moment at={incident.worst.at} />.
                </>
              )}
              {told && ` ${told}`}
            </>
          ) : (
            told
          )
        }
        actions={
          compared && place ? (
            <Button
              {...(isOver ? { variant: 'default' } : {})}
              component={Link}
              to={paths.compareSamples(scope, compared.ids)}
            >
              {compared.isGood ? 'Compare with the last good sample' : 'Compare with a sample before it'}
            </Button>
          ) : place && isLastKept ? (
            <Button
              {...(isOver ? { variant: 'default' } : {})}
              component={Link}
              to={paths.sample(scope, place.last_sample_id)}
            >
              View the latest {incident.kind === 'slow' ? 'slow sample' : 'failure'}
            </Button>
          ) : undefined
        }
      />
      <VerdictAnnouncement text={isOver ? `${endInWords(incident)}. ${sentence}` : sentence} />
    </>
  )
}

function Ended({ incident }: { incident: IncidentRecord }) {
  const { started_at, ended_at, end_reason } = incident
  if (ended_at === null) return null
  const length = Date.parse(ended_at) - Date.parse(started_at)
  return (
    <>
      {end_reason === 'unwatched' ? 'No longer watched since ' : 'Recovered at '}
      <Moment at={ended_at} />
      {!Number.isNaN(length) && `, after ${lasted(Math.max(0, length))}`}
    </>
  )
}

/** What monitors have measured: the value over time, the evidence, and where it is seen. */
function Shown({ scope, incident, seen }: ShownProps) {
  const { place, monitor, evidence, monitors, choose } = seen
  const metric = place && monitor ? shownMetric(incident, place, monitor) : 'time_to_display'
  const locations = useLocations(scope, incident, monitor, metric, evidence.first)
  if (incident.places.length === 0) return null
  const choice = monitors.length > 1 && place && (
    <div>
      <Choice label="Monitor" labelShown value={place.monitor_id} options={monitors} onChange={choose} />
    </div>
  )
  const hasChart = incident.kind !== 'certificate'
  return (
    <>
      {choice}
      {hasChart && monitor?.id !== undefined && (
        <ValueChart
          scope={scope}
          incident={incident}
          monitor={{ ...monitor, id: monitor.id }}
          metric={metric}
          first={evidence.first}
          isFirstKnown={evidence.isFirstKnown}
        />
      )}
      {place && (
        <EvidencePanel
          scope={scope}
          incident={incident}
          place={place}
          metric={metric}
          evidence={evidence}
          actions={<AllSamples scope={scope} incident={incident} />}
        />
      )}
      <WhereTable
        incident={incident}
        metric={metric}
        locations={locations}
        // a page that failed has no value
        hasValues={hasChart && incident.kind !== 'down'}
      />
    </>
  )
}

const maxSources = 10

/** Leads to the samples of the incident's monitors around it. */
function AllSamples({ scope, incident }: { scope: Scope; incident: IncidentRecord }) {
  const now = useNow(nowStepMs)
  const { kind, severity, cause } = incident
  const sources = watchedPlaces(incident)
    .slice(0, maxSources)
    .flatMap((places) => {
      const [first] = places
      return first ? [{ id: first.monitor_id, locations: [...new Set(places.map(({ location }) => location))] }] : []
    })
  if (sources.length === 0) return null
  const state = writeState(new URLSearchParams(), {
    sources,
    range: spanAround(incident, now),
    ...(kind === 'down' ? { severity } : {}),
    // a page that answered with an error has no speed
    ...(kind === 'down' && cause.startsWith('HTTP ') ? { metrics: ['status_code'] as const } : {}),
  })
  return <Link to={paths.samples(scope, state)}>All samples</Link>
}
