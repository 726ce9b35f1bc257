import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOutletContext, useParams, type LoaderFunctionArgs } from 'react-router'
import { measurementsOf, monitorsOf } from '../key-page.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { prefetch } from '../../../api/queries.ts'
import { rulesOf } from '../../alerts/reads.ts'
import { creationOf } from '../../changes/reads.ts'
import { scopeOf, useScope } from '../../../api/scope.ts'
import { dnsVerdict } from '../dns.ts'
import { figuresOf, originOf, siteOf, type Site, type SiteOrigin } from '../reads.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { PropertiesTable, type Fact } from '../../../kit/layout/PropertiesTable.tsx'
import { Columns } from '../../../kit/layout/Columns.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { LazyOnScroll } from '../../../kit/layout/LazyOnScroll.tsx'
import { usePageRange } from '../../../kit/ranges/use-page-range.ts'
import { useZoom } from '../../../kit/ranges/use-zoom.ts'
import { paths } from '../../../paths.ts'
import { useShownRange } from '../../../kit/ranges/shown-range.ts'
import { pageError } from '../../errors/page-error.tsx'
import { FailingChannels } from '../../alerts/FailingChannels.tsx'
import { openIncidents } from '../../incidents/reads.ts'
import { siteVerdict } from '../../incidents/verdicts.ts'
import { siteMeaning } from '../meaning.ts'
import { serverLabel } from '../server-words.ts'
import { NoPreview } from '../NoPreview.tsx'
import { PreviewAddress } from '../PreviewAddress.tsx'
import { awaitedMs } from '../refresh-intervals.ts'
import { SiteState } from '../SiteState.tsx'
import { DnsPanel } from '../DnsPanel.tsx'
import { RedirectPanel } from '../RedirectPanel.tsx'
import { CertificatePanel } from '../../certificates/CertificatePanel.tsx'
import { Tiles } from '../../../kit/layout/Tiles.tsx'
import { useHomePageTiles } from './home-page-tiles.tsx'
import { KeyPage } from './KeyPage.tsx'
import { latest48h, useTrafficTiles } from '../../traffic/traffic-tiles.tsx'
import { OverviewRequests } from '../../traffic/OverviewRequests.tsx'
import { prefetchPreviousPeriod, trafficQuery } from '../../traffic/read-traffic.ts'
import { SiteIncidents } from './SiteIncidents.tsx'
import { SiteProgress } from './SiteProgress.tsx'
import { SiteSamples } from './SiteSamples.tsx'
import { prefetchOfKeyPage, type FoundKeyPage } from '../use-key-page.ts'

/** The layout loads the site. What the page shows of it loads in parallel, and the page waits for none of that. What stands
 * above would move it. */
export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  prefetch(
    monitorsOf(scope),
    trafficQuery(scope, siteId, latest48h),
    figuresOf(scope, siteId),
    originOf(scope, siteId),
    creationOf(scope, siteId),
  )
  void prefetchOfKeyPage(scope, siteId, (of, profile) => measurementsOf(of, profile, latest48h.range))
  void prefetchPreviousPeriod(scope, siteId, latest48h)
  return loadWithin(rulesOf(scope), openIncidents(scope, { site_id: siteId }))
}

export const ErrorBoundary = pageError({ title: 'Site' })

function SiteOverviewPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const siteQuery = siteOf(scope, siteId)
  const { data: site } = useSuspenseQuery({
    ...siteQuery,
    refetchInterval: ({ state }) => (isAwaited(state.data) ? awaitedMs : false),
  })
  const { data: origin } = useQuery(originOf(scope, siteId))
  const { data: open } = useQuery(openIncidents(scope, { site_id: siteId }))
  const isInTrouble = siteVerdict(site.host, site.optimizer, open?.rows ?? []).severity > 0
  const [range] = usePageRange()
  const [zoom] = useZoom()
  useShownRange(zoom ?? range)
  const found = useOutletContext<FoundKeyPage>()
  const { keyPage, searching, failure, retry, latestQuery, latest } = found
  const tiles = [...useHomePageTiles(scope, site, found), ...useTrafficTiles(scope, siteId)]
  const dns = (
    <>
      <div id="dns">
        <DnsPanel scope={scope} site={site} />
      </div>
      {site.redirect?.host && <RedirectPanel scope={scope} site={site} redirect={site.redirect} />}
    </>
  )
  // the only thing to do comes first, and doesn't move once it's done
  const [setUpSite, setSetUpSite] = useState<string>()
  const needsDns = site.optimizer === 'preview' || site.optimizer === 'off'
  if (needsDns && setUpSite !== siteId) setSetUpSite(siteId)
  const isDnsFirst = setUpSite === siteId
  return (
    <>
      <FailingChannels scope={scope} site={{ id: siteId, isInTrouble }} />
      <SiteProgress scope={scope} site={site} found={found} wasShown={isDnsFirst} />
      {isDnsFirst && dns}
      <Tiles tiles={tiles} />
      <Columns
        aside={
          <>
            <Panel
              title="Setup"
              onPaper="hidden"
              actions={
                <>
                  {origin && site.optimizer !== null && (
                    <LinkButton variant="default" to={paths.changeServer(scope, siteId)}>
                      Change server
                    </LinkButton>
                  )}
                  <LastUpdated of={keyPage ? [siteQuery, latestQuery] : [siteQuery]} />
                </>
              }
            >
              <PropertiesTable
                facts={[
                  {
                    label: 'Optimizer',
                    value: <SiteState state={site.optimizer} />,
                    note: siteMeaning(site, scope),
                  },
                  { label: 'Host', value: <CopyValue value={site.host} what="host" isCut /> },
                  {
                    label: 'Preview',
                    value: site.preview_url ? <PreviewAddress url={site.preview_url} /> : <NoPreview />,
                  },
                  ...serverFacts(origin, serverLabel(scope), site),
                ]}
              />
            </Panel>
            {(keyPage !== undefined || searching) && (
              <LazyOnScroll place="Latest samples">
                <SiteSamples scope={scope} siteId={siteId} monitor={keyPage} latest={latest} />
              </LazyOnScroll>
            )}
            <LazyOnScroll place="Certificate">
              <CertificatePanel scope={scope} siteId={siteId} state={site.optimizer} />
            </LazyOnScroll>
          </>
        }
      >
        <OverviewRequests scope={scope} siteId={siteId} host={site.host} />
        {failure ? (
          <ErrorState error={failure} title="Couldn’t load the site’s monitors." onRetry={retry} />
        ) : (
          <KeyPage
            scope={scope}
            siteId={siteId}
            host={site.optimizer === null ? undefined : site.host}
            monitor={keyPage}
            searching={searching}
            latestAt={latest.data?.rows[0]?.taken_at}
          />
        )}
        <LazyOnScroll place="Incidents">
          <SiteIncidents scope={scope} siteId={siteId} />
        </LazyOnScroll>
        {!isDnsFirst && <LazyOnScroll place="DNS">{dns}</LazyOnScroll>}
      </Columns>
    </>
  )
}

export { SiteOverviewPage as Component }

/** Whether DNS is to say something about the site. */
const isAwaited = (site: Site | undefined) =>
  site?.optimizer === 'preview' || (site?.redirect?.enabled === true && site.redirect.since === null)

/** Where the site's pages come from; undefined until it's known. */
function serverFacts(origin: SiteOrigin | null | undefined, label: string, site: Site): readonly Fact[] {
  if (origin === undefined) return []
  if (origin === null) return [{ label, value: 'Not reported by this service', inWords: true }]
  const { url, is_set: isSet, host } = origin
  if (url === null) return [{ label, value: 'Not known: DNS names none', inWords: true }]
  return [{ label, value: <CopyValue value={url} what="server" isCut />, note: noteOf(isSet, host, site) }]
}

function noteOf(isSet: boolean, host: string | null | undefined, site: Site): string {
  if (!isSet) return dnsVerdict(site).kind === 'matches' ? 'As DNS said before it pointed here' : 'As DNS says'
  return host ? `Set by hand; gets ${host} as Host` : 'Set by hand'
}
