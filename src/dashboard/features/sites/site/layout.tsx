import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useParams, type LoaderFunctionArgs } from 'react-router'
import { latestMove } from '../../changes/reads.ts'
import { endedIncidents, openIncidents } from '../../incidents/reads.ts'
import { isExtensionMissing } from '../../../../client/errors.ts'
import { load, prefetch } from '../../../api/queries.ts'
import { scopeOf, useScope } from '../../../api/scope.ts'
import { latestSamples, monitorsOf } from '../key-page.ts'
import { siteOf } from '../reads.ts'
import { SiteState } from '../SiteState.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { pageError } from '../../errors/page-error.tsx'
import { useScopeCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { SiteActions } from './SiteActions.tsx'
import { SiteTabs } from './SiteTabs.tsx'
import { siteTabs, tabAt } from '../tabs.ts'
import { prefetchOfKeyPage, useKeyPage } from '../use-key-page.ts'
import { useTestNow } from './use-test-now.ts'
import { SiteVerdict } from './verdict/SiteVerdict.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const siteId = params['siteId'] ?? ''
  // the page doesn't wait for them
  prefetch(
    openIncidents(scope, { site_id: siteId }),
    endedIncidents(scope, siteId),
    latestMove(scope, siteId),
    monitorsOf(scope),
  )
  void prefetchOfKeyPage(scope, siteId, latestSamples)
  return load(siteOf(scope, siteId))
}

export const ErrorBoundary = pageError({
  title: 'Site',
  about: 'site',
})

/** The frame of a site's pages: its host as the heading, and tabs. */
function SiteLayout() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const keyPage = useKeyPage(scope, site)
  const test = useTestNow(scope, site, keyPage)
  const tabs = siteTabs(scope, siteId)
  const current = tabAt(tabs, pathname)
  return (
    <>
      <PageHeader
        title={site.host}
        documentTitle={current && current.tab !== tabs[0] ? `${current.title} · ${site.host}` : site.host}
        beside={<SiteState state={site.optimizer} since={site.state_since} />}
        crumbs={useScopeCrumbs(scope)}
        actions={<SiteActions scope={scope} site={site} test={test} />}
      />
      <PageBody>
        {test.error && (
          <ErrorState
            error={test.error}
            title="Couldn’t test the home page."
            {...(isExtensionMissing(test.error) ? { advice: 'This service measures only on its own schedule.' } : {})}
          />
        )}
        {/* says nothing of an earlier time */}
        <div data-paper={new URLSearchParams(search).has('from') ? 'hidden' : undefined}>
          <SiteVerdict scope={scope} site={site} keyPage={keyPage} withDays={current?.tab !== tabs[0]} />
        </div>
        <SiteTabs tabs={tabs} current={current?.tab} />
        {/* the parts of a tab are one page, whose drafts outlive a move between them */}
        <PageBody key={current?.tab.to ?? pathname}>
          <Outlet context={keyPage} />
        </PageBody>
      </PageBody>
    </>
  )
}

export { SiteLayout as Component }
