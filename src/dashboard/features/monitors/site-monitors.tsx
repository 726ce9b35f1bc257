import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { monitorsOfHost } from './host-monitors.ts'
import { load, queryClient } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { LinkButton } from '../../kit/actions/LinkButton.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { fullNumber } from '../../kit/format/format.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { paths } from '../../paths.ts'
import { useBulk } from './list/use-bulk.ts'
import { BulkBar } from './list/BulkBar.tsx'
import { MonitorsTable } from './MonitorsTable.tsx'
import { pageError } from '../errors/page-error.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  const { id, host } = await queryClient.ensureQueryData(siteOf(scope, params['siteId'] ?? ''))
  return load(monitorsOfHost(scope, id, host))
}

export const ErrorBoundary = pageError({ title: 'Site' })

/** The monitors that check a site's host. */
function SiteMonitorsPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  const query = monitorsOfHost(scope, site.id, site.host)
  const { data } = useSuspenseQuery(query)
  const bulk = useBulk(scope, 'monitor', data.monitors)
  // once a page: above the list, or in its place
  const create = <LinkButton to={paths.newMonitor(scope, { address: site.host })}>New monitor</LinkButton>
  return (
    <>
      <Toolbar>
        {data.monitors.length > 0 && create}
        <LastUpdated of={[query]} />
      </Toolbar>
      {data.read < data.of && (
        <Notice tone="plain">
          Showing matches among the first {fullNumber(data.read)} of {fullNumber(data.of)} monitors in the account. The
          service can’t search by host.
        </Notice>
      )}
      {data.monitors.length > 0 ? (
        <BulkBar bulk={bulk} what="monitor">
          <MonitorsTable scope={scope} rows={data.monitors} bulk={bulk} />
        </BulkBar>
      ) : (
        <EmptyState title={`No monitors check ${site.host}`} action={create}>
          Monitors of any address on this host appear here.
        </EmptyState>
      )}
    </>
  )
}

export { SiteMonitorsPage as Component }
