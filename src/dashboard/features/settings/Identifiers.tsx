import { useSuspenseQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { DashboardUrl } from '../sites/DashboardUrl.tsx'

/** What a site is called by scripts and in mails. */
export function Identifiers({ scope, siteId }: { scope: Scope; siteId: string }) {
  const { data: site } = useSuspenseQuery(siteOf(scope, siteId))
  return (
    <Panel title="Identifiers">
      <PropertiesTable
        facts={[
          { label: 'Site ID', value: <CopyValue value={site.id} what="site ID" short /> },
          { label: 'Dashboard', value: <DashboardUrl url={site.portal_url} what="dashboard address" /> },
        ]}
      />
    </Panel>
  )
}
