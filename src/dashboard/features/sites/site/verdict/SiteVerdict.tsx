import { Button } from '@mantine/core'
import { useMutationState, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  liveStates,
  severities,
  uncheckedOf,
  worstIncident,
  type IncidentRecord,
  type Sample,
  type Unchecked,
} from '../../../../../contract/index.ts'
import { faultInWords } from '../../../../../words/fault.ts'
import { causeInWords, incidentSentence, locationsInWords, monitorsInWords } from '../../../../../words/incidents.ts'
import { verdictInWords } from '../../../../../words/verdict.ts'
import { latestMove } from '../../../changes/reads.ts'
import { endedIncidents, incidentRefreshMs, openIncidents } from '../../../incidents/reads.ts'
import { siteVerdict } from '../../../incidents/verdicts.ts'
import { isRunning } from '../../../monitors/reads.ts'
import type { Scope } from '../../../../api/scope.ts'
import type { Site } from '../../reads.ts'
import { reasonOf } from '../../../../kit/feedback/ErrorState.tsx'
import { Elapsed } from '../../../../kit/values/Elapsed.tsx'
import { LoadingValue } from '../../../../kit/values/LoadingValue.tsx'
import { Time } from '../../../../kit/values/Time.tsx'
import { LaterLink, VerdictAnnouncement, VerdictBand } from '../../../incidents/VerdictBand.tsx'
import { plural } from '../../../../kit/format/format.ts'
import { ago } from '../../../../kit/format/time.ts'
import { ageStepMs, useNow } from '../../../../kit/reading/use-now.ts'
import { readerOf } from '../../server-words.ts'
import { paths } from '../../../../paths.ts'
import { kindInWords, Lasted } from '../../../incidents/incident-facts.tsx'
import { useFault } from '../../../incidents/use-fault.ts'
import { siteMeaning } from '../../meaning.ts'
import { movesKey } from '../../../optimizer/use-move.ts'
import type { FoundKeyPage } from '../../use-key-page.ts'
import { healthySince } from './healthy-since.ts'
import { worstOfLatest } from './latest-round.ts'
import { RecentDays } from './RecentDays.tsx'
import { resultKind } from '../../../samples/result-kind.ts'

interface Props {
  scope: Scope
  site: Site
}

interface WithKeyPage extends Props {
  keyPage: FoundKeyPage
}

interface WithDays extends WithKeyPage {
  /** Shows how its last 30 days were, where the page doesn't. */
  withDays: boolean
}

/** Whether a site works, since when not, and where that shows. On top of all its pages. */
export function SiteVerdict({ scope, site, keyPage, withDays }: WithDays) {
  const open = openIncidents(scope, { site_id: site.id })
  const incidents = useQuery({ ...open, refetchInterval: incidentRefreshMs })
  const shared = { scope, site, keyPage, withDays }
  if (incidents.data) return <ByIncidents {...shared} open={incidents.data.rows} />
  if (incidents.data === null) return <BySamples scope={scope} site={site} keyPage={keyPage} />
  if (incidents.error) {
    return (
      <VerdictBand
        severity={undefined}
        title="Couldn’t load the site’s health"
        parts={[reasonOf(incidents.error)]}
        links={
          <Button variant="default" onClick={() => void incidents.refetch()}>
            Retry
          </Button>
        }
      />
    )
  }
  // as high as what arrives
  return <VerdictBand severity={undefined} title={<LoadingValue />} parts={['\u00a0']} links={<LaterLink />} />
}

function ByIncidents({ open, ...shared }: WithDays & { open: readonly IncidentRecord[] }) {
  const { scope, site, keyPage } = shared
  const { trouble, ...verdict } = siteVerdict(site.host, site.optimizer, open)
  const failing = verdict.kind === null ? undefined : worstIncident(open)
  const moved = useMovedAt(scope, site)
  const unchecked = trouble === 'healthy' ? uncheckedSite(site, keyPage, moved) : undefined
  const title = verdictInWords({ trouble, ...verdict, unchecked }, readerOf(scope))
  return (
    <>
      {failing ? (
        <Trouble scope={scope} site={site} worst={failing} open={open.length} />
      ) : trouble === 'healthy' ? (
        <Healthy {...shared} title={title} unchecked={unchecked} />
      ) : (
        <VerdictBand
          severity={undefined}
          title={title}
          parts={[
            clause(siteMeaning(site, scope)),
            ...checkedParts({ scope, site, keyPage }),
            ...(open.length > 0 ? [<OpenIncidents key="open" scope={scope} site={site} open={open.length} />] : []),
          ]}
          links={<SampleLink scope={scope} found={keyPage} />}
        />
      )}
      <VerdictAnnouncement text={failing ? incidentSentence(failing, readerOf(scope)) : title} />
    </>
  )
}

function Trouble({ scope, site, worst, open }: Props & { worst: IncidentRecord; open: number }) {
  const found = useFault(scope, worst, site)
  const fault = found && faultInWords(found.fault, readerOf(scope))
  return (
    <VerdictBand
      severity={worst.severity}
      title={
        <span>
          {kindInWords(scope, worst)} since <Time at={worst.started_at} withoutAgo /> (<Lasted incident={worst} />)
        </span>
      }
      parts={[
        causeInWords(worst),
        locationsInWords(worst),
        monitorsInWords(worst),
        fault && <span title={found?.evidence}>{fault}</span>,
        open > 1 && <OpenIncidents scope={scope} site={site} open={open - 1} more />,
      ].filter(Boolean)}
      links={
        <Button variant="default" component={Link} to={paths.incident(scope, worst.id)}>
          View incident
        </Button>
      }
    />
  )
}

/** Why it isn't known whether a site without an open incident is healthy; undefined if it is, or while that is being read. */
function uncheckedSite(site: Site, found: FoundKeyPage, moved: number | undefined): Unchecked | undefined {
  const { keyPage: monitor, searching, failure, latest } = found
  const isMonitored = monitor ? isRunning(monitor) : searching || failure !== null
  if (isMonitored && !latest.data) return undefined
  return uncheckedOf({ state: site.optimizer, stateSince: moved, isMonitored, checkedAt: checkedAt(found) })
}

/** Whether visitors get a site through the optimizer. */
function isOptimized({ optimizer }: Site): boolean {
  return liveStates.includes(optimizer)
}

/**
 * What the latest checks found that isn't an incident: one failure doesn't open one, and a low score never does. It bears no
 * mark, which would contradict the verdict.
 */
function latestFinding(found: FoundKeyPage): readonly ReactNode[] {
  const worst = worstOfLatest(found.latest.data?.rows ?? [])
  const type = worst?.sample_type ?? 0
  if (!severities[type] || type < 2) return []
  const kind = resultKind(type, worst?.metrics) ?? worst?.issues?.find((one) => one.severity === type)?.message
  return [`latest check: ${clause(kind ?? 'errors').replace(/^Page score/, 'page score')}`]
}

function Healthy({
  scope,
  site,
  keyPage,
  withDays,
  title,
  unchecked,
}: WithDays & { title: string; unchecked: Unchecked | undefined }) {
  const { keyPage: monitor, latest } = keyPage
  const sample = newestOf(keyPage)
  const about = isOptimized(site) ? [] : [clause(siteMeaning(site, scope))]
  if (!monitor && unchecked) {
    return <VerdictBand severity={undefined} title={title} parts={about} />
  }
  if (monitor && !isRunning(monitor)) {
    return (
      <VerdictBand
        severity={undefined}
        title={title}
        parts={['its monitor is paused', ...about, ...checkedParts({ scope, site, keyPage }, 'last checked')]}
        links={<Link to={paths.monitor(scope, monitor.id)}>Monitor</Link>}
      />
    )
  }
  if ((latest.data && !sample) || unchecked) {
    return <VerdictBand severity={undefined} title={title} parts={about} />
  }
  return (
    <VerdictBand
      severity={0}
      title={
        <>
          {title} <HealthyFor scope={scope} site={site} />
        </>
      }
      parts={
        about.length === 0 && isAwaited(keyPage)
          ? ['\u00a0']
          : [...latestFinding(keyPage), ...about, ...checkedParts({ scope, site, keyPage })]
      }
      aside={withDays && <RecentDays scope={scope} site={site} />}
      links={
        <>
          {site.optimizer === 'proxy only' && <Link to={paths.optimizer(scope, site.id)}>Resume</Link>}
          <SampleLink scope={scope} found={keyPage} />
        </>
      }
    />
  )
}

/** For how long; nothing where that isn't known. */
function HealthyFor({ scope, site }: Props) {
  const now = useNow(ageStepMs)
  const { data } = useQuery({ ...endedIncidents(scope, site.id), refetchInterval: incidentRefreshMs })
  const since = data ? healthySince({ ended: data.rows, stateSince: site.state_since, now }) : undefined
  return since === undefined ? null : <Elapsed since={since} />
}

/** What the latest samples say, for a service that doesn't report incidents. */
function BySamples({ scope, site, keyPage }: WithKeyPage) {
  const worst = worstOfLatest(keyPage.latest.data?.rows ?? [])
  const type = worst?.sample_type ?? -1
  const issue = worst?.issues?.toSorted((a, b) => b.severity - a.severity)[0]
  const isTrouble = type > 1 && site.optimizer !== 'maintenance'
  const isLoading = !worst && (keyPage.searching || keyPage.latest.isFetching)
  const title = !worst
    ? 'No check so far'
    : issue
      ? `Latest check: ${clause(issue.message)}`
      : type === 0
        ? 'Latest check: no issues'
        : 'Latest check'
  return (
    <>
      <VerdictBand
        severity={isTrouble ? type : type === 0 ? 0 : undefined}
        title={isLoading ? <LoadingValue /> : title}
        parts={[
          ...(isOptimized(site) ? [] : [clause(siteMeaning(site, scope))]),
          ...(worst?.location ? [worst.location] : []),
          ...checkedParts({ scope, site, keyPage }),
          'this service doesn’t report incidents',
        ]}
        links={<SampleLink scope={scope} found={keyPage} sample={worst} />}
      />
      <VerdictAnnouncement text={isLoading ? '' : title} />
    </>
  )
}

function OpenIncidents({ scope, site, open, more = false }: Props & { open: number; more?: boolean }) {
  return (
    <Link to={paths.incidents(scope, { site: site.id, open: 'true' })}>
      {more ? plural(open, 'more incident') : plural(open, 'open incident')}
    </Link>
  )
}

function SampleLink({
  scope,
  found,
  sample = newestOf(found),
}: {
  scope: Scope
  found: FoundKeyPage
  sample?: Sample | undefined
}) {
  if (sample?.id !== undefined) return <Link to={paths.sample(scope, sample.id)}>Latest sample</Link>
  return isAwaited(found) ? <LaterLink /> : null
}

/** Whether the latest samples are still on their way. Their place is kept, so that nothing moves. */
function isAwaited({ searching, latest }: FoundKeyPage): boolean {
  return searching || latest.isLoading
}

function newestOf({ latest }: FoundKeyPage): Sample | undefined {
  return latest.data?.rows[0]
}

/** When the home page was last checked, UNIX ms. */
function checkedAt(found: FoundKeyPage): number | undefined {
  const at = Date.parse(newestOf(found)?.taken_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

function checkedParts({ scope, site, keyPage }: WithKeyPage, words = 'home page checked'): readonly ReactNode[] {
  const at = checkedAt(keyPage)
  return at === undefined ? [] : [<Checked key="checked" scope={scope} site={site} at={at} words={words} />]
}

/** When the home page was checked. A check from before the optimizer was moved says nothing of the new state. */
function Checked({ scope, site, at, words }: Props & { at: number; words: string }) {
  const now = useNow(ageStepMs)
  const moved = useMovedAt(scope, site)
  if (moved !== undefined && moved > at) return 'home page not checked since the change'
  return (
    <time dateTime={new Date(at).toISOString()}>
      {words} {ago(at, now)}
    </time>
  )
}

/** When the optimizer came into its state: as the service says or, where it doesn't, by this page's moves. UNIX ms. */
function useMovedAt(scope: Scope, { id, state_since }: Site): number | undefined {
  const events = useQuery({ ...latestMove(scope, id), refetchInterval: incidentRefreshMs })
  const moves = useMutationState({
    filters: { mutationKey: movesKey(id), status: 'success' },
    select: ({ state }) => state.submittedAt,
  })
  const told = [state_since, events.data?.rows[0]?.at].map((at) => Date.parse(at ?? '')).filter((at) => at > 0)
  if (events.data === null) told.push(...moves.slice(-1))
  return told.length > 0 ? Math.max(...told) : undefined
}

/** A sentence as part of a line. */
function clause(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
