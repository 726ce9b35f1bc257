import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { liveStates } from '../../../../contract/index.ts'
import { rulesOf } from '../../alerts/reads.ts'
import { creationOf } from '../../changes/reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { ExternalLink } from '../../../kit/values/ExternalLink.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import type { Site } from '../reads.ts'
import { CheckIcon } from '../../../kit/marks/icons.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../../paths.ts'
import { trafficQuery } from '../../traffic/read-traffic.ts'
import { latest48h } from '../../traffic/traffic-tiles.tsx'
import type { Bucket } from '../../traffic/usage.ts'
import { isIpAddress } from '../../../../contract/dns-records.ts'
import { dnsVerdict, hasAddresses, isUnseenRoot } from '../dns.ts'
import { dnsNote } from '../dns-words.ts'
import classes from './SiteProgress.module.css'
import type { FoundKeyPage } from '../use-key-page.ts'

// few sites have just gone live
const LivePanel = lazy(lazyWithRetry(() => import('./live/LivePanel.tsx')))

interface Props {
  scope: Scope
  site: Site
  found: FoundKeyPage
  /** Whether the page has shown the way so far, and so shows its end. */
  wasShown: boolean
}

interface Step {
  readonly name: string
  readonly label?: ReactNode
  readonly isDone: boolean
  /** Whether the site goes live without it. */
  readonly isOptional?: boolean
  /** When it was done. */
  readonly at?: string | undefined
  /** What is still to come, or where it is. */
  readonly note?: ReactNode
}

/** A site that was created no longer ago shows its way even when it is live. */
const newForMs = 24 * 3600_000

/** A site enters its first state while it's being created, ms. */
const firstStateMs = 60_000

/** A new site's way to its visitors. Nothing once it has been there for long, or if the service doesn't say what DNS has. */
export function SiteProgress({ scope, site, found, wasShown }: Props) {
  const isLive = liveStates.includes(site.optimizer)
  const created = useQuery(creationOf(scope, site.id)).data?.rows[0]?.at
  const { data: traffic } = useQuery(trafficQuery(scope, site.id, latest48h))
  const [openedAt] = useState(() => Date.now())
  const verdict = dnsVerdict(site)
  const isNew = created !== undefined && openedAt - Date.parse(created) < newForMs
  const isOnItsWay = site.optimizer === 'preview' || (isLive && (wasShown || isNew))
  if (!isOnItsWay || verdict.kind === 'not reported' || isIpAddress(site.host)) return null
  const buckets = typeof traffic === 'object' ? traffic.buckets : undefined
  if (isLive)
    return (
      <Suspense fallback={<div className={classes.place} />}>
        <LivePanel
          scope={scope}
          site={site}
          found={found}
          buckets={buckets}
          alerts={<Alerts scope={scope} site={site} />}
        />
      </Suspense>
    )
  const isPointing = verdict.kind === 'matches'
  const root = site.dns?.addresses
  const isImpossible = !isPointing && (isUnseenRoot(site) || (root !== undefined && !hasAddresses(site)))
  const isSeen = buckets !== undefined && wasVisited(buckets, site.state_since, created)
  const steps: readonly Step[] = [
    { name: 'Created', isDone: true, at: created },
    firstSample(found),
    ...(site.preview_url
      ? [
          {
            name: 'Preview',
            label: <ExternalLink href={site.preview_url}>Preview</ExternalLink>,
            isOptional: true,
            isDone: isSeen,
            note: isSeen ? undefined : 'See the site through the service.',
          },
        ]
      : []),
    {
      name: 'DNS',
      label: <a href="#dns">{root ? 'DNS records' : 'DNS record'}</a>,
      isDone: isPointing,
      note: isUnseenRoot(site) && !isPointing ? 'A root domain can’t have the record.' : dnsNote(site, verdict.kind),
    },
    {
      name: 'Live',
      isDone: false,
      note: isPointing
        ? 'Within about a minute.'
        : isImpossible
          ? root
            ? 'Not with a root domain.'
            : 'Only with the record.'
          : verdict.kind === 'no origin'
            ? 'As soon as the server is set.'
            : `As soon as the ${root ? 'records match' : 'record matches'}.`,
    },
  ]
  const current = steps.findIndex(({ isDone, isOptional }) => !isDone && !isOptional)
  return (
    <Panel title="On its way">
      <ol className={classes.steps} aria-label="Progress of the site">
        {steps.map(({ name, label = name, note, isDone, at }, i) => (
          <li key={name} className={classes.step} data-done={isDone} aria-current={i === current ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {isDone ? <CheckIcon /> : i + 1}
            </span>
            <span>
              <strong>{label}</strong>
              <VisuallyHidden>{isDone ? ', done' : ''}</VisuallyHidden>
              <span className={classes.note}>{note || (at && <Time at={at} withoutZone />)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** That somebody is told when the site goes down, or else the way to that. Nothing if the service has no alerts. */
function Alerts({ scope, site }: { scope: Scope; site: Site }) {
  const rules = useQuery(rulesOf(scope)).data?.rules
  if (!rules) return null
  const isCovered = rules.some(
    ({ enabled, kinds, site_ids, monitor_ids }) =>
      enabled && (kinds?.includes('down') ?? true) && (site_ids?.includes(site.id) ?? monitor_ids === null),
  )
  return isCovered ? (
    <Button variant="default" component={Link} to={paths.alerts(scope)}>
      Alerts are on
    </Button>
  ) : (
    <LinkButton to={paths.newAlertRule(scope)}>Set an alert</LinkButton>
  )
}

/** Whether anyone has looked at a site since it has been in preview, where the edge counts visits of the preview only. */
function wasVisited(
  buckets: readonly Bucket[],
  since: string | null | undefined,
  created: string | undefined,
): boolean {
  const begun = Date.parse(since ?? '')
  // of a new site, there is nothing from before, and it may have been looked at in its first minutes
  const isFirstState = Number.isNaN(begun) || begun - Date.parse(created ?? '') < firstStateMs
  return buckets.some(({ at, serviceRequests }) => (isFirstState || at >= begun) && (serviceRequests ?? 0) > 0)
}

/** The first result of the home page's monitor. Its time is known as long as all of them are. */
function firstSample({ keyPage, searching, failure, latest: { data } }: FoundKeyPage): Step {
  const name = 'First sample'
  if (!keyPage && !searching && failure === null)
    return { name, isDone: false, isOptional: true, note: 'No monitor checks its home page.' }
  const [first] = data?.rows.slice(-1) ?? []
  if (!first) return { name, isDone: false, note: 'Within a minute.' }
  const isWhole = data?.total_entries === data?.rows.length
  return { name, isDone: true, at: isWhole ? first.taken_at : undefined }
}
