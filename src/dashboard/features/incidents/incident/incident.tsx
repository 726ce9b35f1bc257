import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import type { IncidentRecord } from '../../../../contract/index.ts'
import { faultInWords } from '../../../../words/fault.ts'
import { incidentSentence, locationsInWords, shownSamples } from '../../../../words/incidents.ts'
import { incidentOf, incidentRefreshMs } from '../reads.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope, type Scope } from '../../../api/scope.ts'
import { siteOf } from '../../sites/reads.ts'
import { PlaceTimeline } from '../../../kit/charts/PlaceTimeline.tsx'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { adviceAfterChange, ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Severity } from '../../samples/Severity.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Paging } from '../../../kit/tables/Paging.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Figures } from '../../../kit/layout/PropertiesTable.tsx'
import { VerdictAnnouncement, VerdictBand } from '../VerdictBand.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { fullNumber, plural } from '../../../kit/format/format.ts'
import { readerOf, serverWords } from '../../sites/server-words.ts'
import { clockTime, dayAndMonth, exactTime, relative } from '../../../kit/format/time.ts'
import { ageStepMs, useNow } from '../../../kit/reading/use-now.ts'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../../paths.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { pageError } from '../../errors/page-error.tsx'
import { DnsPanel } from '../../sites/DnsPanel.tsx'
import { writeState } from '../../samples/explorer-state.ts'
import { AcknowledgeButton } from '../AcknowledgeButton.tsx'
import { Acknowledged, endInWords, kindInWords, Lasted, sampleWord } from '../incident-facts.tsx'
import { useFault } from '../use-fault.ts'
import { PlaceTable } from './PlaceTable.tsx'
import { axisOf, timelineRows } from './timeline.ts'

const OriginTraffic = lazy(lazyWithRetry(() => import('./OriginTraffic.tsx')))

export function loader({ params }: LoaderFunctionArgs) {
  return load(incidentOf(scopeOf(params), params['incidentId'] ?? ''))
}

export const ErrorBoundary = pageError({ title: 'Incident', about: 'incident' })

const nowStepMs = 60_000
const placesPerPage = 25

/** What was wrong, since when, where, and the samples that show it. */
function IncidentPage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { incidentId = '' } = useParams()
  const query = incidentOf(scope, incidentId)
  const { data: incident } = useSuspenseQuery({ ...query, refetchInterval: incidentRefreshMs })
  const site = useQuery({ ...siteOf(scope, incident.site_id ?? ''), enabled: incident.site_id !== null })
  const found = useFault(scope, incident, site.data)
  const isOver = incident.ended_at !== null
  const [failed, setFailed] = useState<unknown>(null)
  const reader = readerOf(scope)
  const sentence = incidentSentence(incident, reader)
  const failedSamples = shownSamples(incident)
  const isSlow = incident.kind === 'slow'
  const fault = found && faultInWords(found.fault, reader)
  return (
    <>
      <PageHeader
        title={`${kindInWords(scope, incident)}: ${incident.host}`}
        crumbs={[...listCrumbs, { label: 'Incidents', to: paths.incidents(scope) }]}
        actions={
          <>
            {!isOver && <AcknowledgeButton scope={scope} incident={incident} onError={setFailed} />}
            {incident.site_id !== null && (
              <Button variant="default" component={Link} to={paths.site(scope, incident.site_id)}>
                Site
              </Button>
            )}
            <SamplesButton scope={scope} incident={incident} />
          </>
        }
      />
      <PageBody>
        {failed !== null && (
          <ErrorState error={failed} title="Couldn’t change the acknowledgement." advice={adviceAfterChange(failed)} />
        )}
        <VerdictBand
          severity={isOver ? undefined : incident.severity}
          // the parts go on after it
          title={sentence.replace(/\.$/, '')}
          parts={[
            ...(isSlow ? [`the ${isOver ? 'last' : 'latest'} slow value of the slowest location`] : []),
            // where no monitor sees it, the evidence is in a figure below
            ...(found ? [`It’s ${fault}${incident.places.length > 0 ? `. ${found.evidence}` : ''}`] : []),
          ]}
          links={<ActivityLink scope={scope} incident={incident} />}
        />
        <VerdictAnnouncement text={isOver ? `${endInWords(incident)}. ${sentence}` : sentence} />
        <Figures
          facts={[
            {
              label: 'Duration',
              value: <Lasted incident={incident} />,
              note: <Severity type={incident.severity} />,
            },
            {
              label: 'Started',
              inWords: true,
              value: <Moment at={incident.started_at} />,
              note: <Ago at={incident.started_at} what={notesOf(incident).begun} />,
            },
            {
              label: isOver ? endInWords(incident) : 'State',
              inWords: true,
              value: incident.ended_at === null ? 'Open' : <Moment at={incident.ended_at} />,
              note: (
                <>
                  {endNote(incident)}
                  <div>
                    <Acknowledged incident={incident} />
                  </div>
                </>
              ),
            },
            incident.places.length === 0
              ? { label: 'Seen by', inWords: true, value: 'The service', note: requestsNote(scope, incident) }
              : {
                  label: 'Seen in',
                  inWords: true,
                  value: locationsInWords(incident),
                  note: `${plural(failedSamples, `${sampleWord(incident)} sample`)}${incident.partly ? `. Not every check of this host ${isSlow ? `${isOver ? 'was' : 'is'} slow` : `${isOver ? 'failed' : 'fails'} this way`}.` : ''}`,
                },
          ]}
        />
        {incident.places.length > 0 && (
          <Places scope={scope} incident={incident} actions={<LastUpdated of={[query]} />} />
        )}
        {incident.kind === 'dns' && site.data && <DnsPanel scope={scope} site={site.data} />}
        {incident.kind === 'origin' && incident.site_id !== null && !Number.isNaN(Date.parse(incident.started_at)) && (
          <Suspense>
            <OriginTraffic
              scope={scope}
              siteId={incident.site_id}
              host={incident.host}
              startedAt={Date.parse(incident.started_at)}
              endedAt={incident.ended_at === null ? null : Date.parse(incident.ended_at)}
            />
          </Suspense>
        )}
      </PageBody>
    </>
  )
}

export { IncidentPage as Component }

/** A time that fits into a figure. */
function Moment({ at }: { at: string }) {
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

function Ago({ at, what }: { at: string; what: string }) {
  const now = useNow(ageStepMs)
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? what : `${what}, ${relative(Math.min(ms, now), now)}`
}

/** What the edge saw, where it noticed the incident. */
function requestsNote(scope: Scope, { requests }: IncidentRecord): string {
  return requests
    ? `${fullNumber(requests.failed)} of ${plural(requests.asked, 'request')} to ${serverWords(scope)} failed`
    : 'No monitor sees it.'
}

const dayMs = 24 * 3_600_000

/** Leads to what may have caused it. */
function ActivityLink({ scope, incident: { site_id: site, started_at } }: { scope: Scope; incident: IncidentRecord }) {
  const to = Date.parse(started_at)
  if (Number.isNaN(to)) return null
  return (
    <Link to={paths.activity(scope, { ...(site === null ? {} : { site }), from: to - dayMs, to })}>
      Activity in the 24 h before
    </Link>
  )
}

interface Notes {
  readonly begun: string
  readonly open: string
  readonly unwatched: string
  readonly recovered: string
}

const bySamples: Notes = {
  begun: 'First failed sample',
  open: 'Closes after three good rounds.',
  unwatched: 'Its monitor was paused, changed or deleted.',
  recovered: 'First of three good rounds',
}

/** How incidents of other kinds begin and end. */
const otherwise: Readonly<Partial<Record<string, Notes>>> = {
  slow: { ...bySamples, begun: 'First slow sample' },
  certificate: {
    ...bySamples,
    open: 'Closes once a renewed certificate is seen.',
  },
  dns: {
    begun: 'First wrong answer',
    open: 'Closes once DNS points to the service again.',
    unwatched: 'The site was deleted or got another host.',
    recovered: 'DNS points to the service again',
  },
  origin: {
    begun: 'First failed requests',
    open: 'Closes after 5 minutes with hardly any failed requests.',
    unwatched: 'The site was deleted or got another host, or the service doesn’t count its visitors any more.',
    recovered: 'First good minute',
  },
}

/** Of a certificate that the service can't get. */
const notRenewed: Notes = {
  begun: 'Noticed',
  open: 'Closes once the service has got a certificate.',
  unwatched: 'The site was deleted, got another host or isn’t live any more.',
  recovered: 'The new certificate',
}

function notesOf({ kind, places }: IncidentRecord): Notes {
  if (kind === 'certificate' && places.length === 0) return notRenewed
  return otherwise[kind] ?? bySamples
}

function endNote(incident: IncidentRecord): string {
  const { ended_at, end_reason } = incident
  const words = notesOf(incident)
  if (ended_at === null) return words.open
  if (end_reason === 'unwatched') return words.unwatched
  return end_reason === 'recovered' ? words.recovered : (end_reason ?? 'No reason reported')
}

function Places({ scope, incident, actions }: { scope: Scope; incident: IncidentRecord; actions: ReactNode }) {
  const now = useNow(nowStepMs)
  const [{ page, per_page: perPage }, setPlace] = useState({ page: 1, per_page: placesPerPage })
  const rows = timelineRows(incident.places)
  const { from, to } = axisOf(incident, now)
  const start = (page - 1) * perPage
  return (
    <Panel title="Where and when" actions={actions}>
      <PlaceTimeline
        label={`When ${incident.host} ${incident.kind === 'slow' ? 'was slow' : 'failed'} at ${plural(rows.length, 'place')}; the table has the times`}
        rows={rows.slice(0, placesPerPage)}
        from={from}
        to={to}
        severity={incident.severity}
      />
      <PlaceTable scope={scope} incident={incident} places={incident.places.slice(start, start + perPage)} />
      {incident.places.length > placesPerPage && (
        <Paging
          page={page}
          perPage={perPage}
          total={incident.places.length}
          what="places"
          onChange={(change) => setPlace((was) => ({ ...was, ...change }))}
        />
      )}
    </Panel>
  )
}

/** How much of the time around an incident the explorer shows, ms. */
const around = 3_600_000
const maxSources = 10

/** Leads to the samples of the incident's monitors around it. */
function SamplesButton({ scope, incident }: { scope: Scope; incident: IncidentRecord }) {
  const now = useNow(nowStepMs)
  const { kind, severity, cause, started_at, ended_at, places } = incident
  const byMonitor = Map.groupBy(
    places.filter(({ monitor_name }) => monitor_name !== null),
    ({ monitor_id }) => monitor_id,
  )
  if (byMonitor.size === 0) return null
  const sources = [...byMonitor].slice(0, maxSources).map(([id, seen]) => ({
    id,
    locations: [...new Set(seen.map(({ location }) => location))],
  }))
  const range = {
    from: Date.parse(started_at) - around,
    to: (ended_at === null ? now : Date.parse(ended_at)) + around,
  }
  const state = writeState(new URLSearchParams(), {
    sources,
    range,
    ...(kind === 'down' ? { severity } : {}),
    // a page that answered with an error has no speed
    ...(kind === 'down' && cause.startsWith('HTTP ') ? { metrics: ['status_code'] as const } : {}),
  })
  return (
    <Button variant="default" component={Link} to={paths.samples(scope, state)}>
      All samples
    </Button>
  )
}
