import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { siteList, type Site } from '../../../api/sites.ts'
import { Panel } from '../../../components/Panel.tsx'
import { ReasonButton } from '../../../components/ReasonButton.tsx'
import { paths } from '../../../paths.ts'

/** What is done to a site as a whole: the partner's, not the account holder's. */
export function SiteActions({ scope, site }: { scope: Scope; site: Site }) {
  const navigate = useNavigate()
  const isPartner = scope.kind === 'account'
  const first = useQuery({ ...siteList(scope), enabled: isPartner }).data?.sites[0]
  if (!isPartner)
    return (
      <Panel title="Host and deletion">
        <p>Your partner changes this site’s host and deletes it: the service offers neither to account holders.</p>
      </Panel>
    )
  const reason =
    first && first.id !== site.id
      ? `Only the host of the site that came with the account can be changed: ${first.host}.`
      : undefined
  return (
    <Panel
      title="Host and deletion"
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
      <p>The host of the account’s first site can be changed. A site can be deleted in preview or off.</p>
    </Panel>
  )
}
