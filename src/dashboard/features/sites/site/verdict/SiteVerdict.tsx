import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { uncheckedOf, worstIncident, type IncidentRecord, type Unchecked } from '../../../../../contract/index.ts'
import { faultInWords } from '../../../../../words/fault.ts'
import { causeInWords, incidentSentence, locationsInWords, monitorsInWords } from '../../../../../words/incidents.ts'
import { verdictInWords } from '../../../../../words/verdict.ts'
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
import { ageStepMs, useNow } from '../../../../kit/reading/use-now.ts'
import { readerOf } from '../../server-words.ts'
import { paths } from '../../../../paths.ts'
import { kindInWords, Lasted } from '../../../incidents/incident-facts.tsx'
import { useFault } from '../../../incidents/use-fault.ts'
import { siteMeaning } from '../../meaning.ts'
import type { FoundKeyPage } from '../../use-key-page.ts'
import { healthySince } from './healthy-since.ts'
import { RecentDays } from './RecentDays.tsx'
import { BySamples } from './BySamples.tsx'
import {
  checkedAt,
  checkedParts,
  clause,
  isAwaited,
  latestFinding,
  newestOf,
  SampleLink,
  stateParts,
  useMovedAt,
} from './verdict-parts.tsx'

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
  const about = stateParts({ scope, site })
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

function OpenIncidents({ scope, site, open, more = false }: Props & { open: number; more?: boolean }) {
  return (
    <Link to={paths.incidents(scope, { site: site.id, open: 'true' })}>
      {more ? plural(open, 'more incident') : plural(open, 'open incident')}
    </Link>
  )
}
