import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useIsReseller } from '../../accounts/partner.ts'
import type { Scope } from '../../../api/scope.ts'
import { siteList, type Site } from '../reads.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { paths } from '../../../paths.ts'
import { deletionBlockers } from '../deletion.ts'

/** Changes to the site as a whole, which only partners can make. */
export function SiteActions({ scope, site }: { scope: Scope; site: Site }) {
  const navigate = useNavigate()
  const isPartner = scope.kind === 'account'
  const isReseller = useIsReseller(scope)
  const first = useQuery({ ...siteList(scope), enabled: isPartner }).data?.sites[0]
  if (!isPartner)
    return (
      <Panel title="Manage site" onPaper="hidden">
        <p>Only your hosting provider can change this site’s host or delete the site.</p>
      </Panel>
    )
  const [blocker] = deletionBlockers(site, isReseller)
  const reason =
    first && first.id !== site.id
      ? `Only the host of the account’s first site, ${first.host}, can be changed.`
      : undefined
  return (
    <Panel
      title="Manage site"
      onPaper="hidden"
      actions={
        <>
          <ReasonButton
            variant="default"
            disabledReason={reason}
            onClick={() => void navigate(paths.changeHost(scope, site.id))}
          >
            Change host
          </ReasonButton>
          <Button variant="default" component={Link} to={paths.deleteSite(scope, site.id)}>
            Delete site…
          </Button>
        </>
      }
    >
      {blocker && <p>This site can’t be deleted yet. {blocker.remedy}</p>}
    </Panel>
  )
}
