import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { MoreMenu, type MenuItem } from '../../../kit/actions/MoreMenu.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { paths } from '../../../paths.ts'
import { onlyHolderCan } from '../only-holder-can.ts'
import { siteList, type Site } from '../reads.ts'
import type { useTestNow } from './use-test-now.ts'

interface Props {
  scope: Scope
  site: Site
  test: ReturnType<typeof useTestNow>
}

/** What is done with a site from any of its pages; what is seldom done is behind ⋯. */
export function SiteActions({ scope, site, test }: Props) {
  const cache = paths.cache(scope, site.id)
  const { pathname } = useLocation()
  const refusal = purgeRefusal(scope, site)
  return (
    <>
      <ReasonButton
        does="tests.create"
        variant="default"
        loading={test.isUnderWay}
        disabledReason={test.refusal}
        onClick={test.start}
      >
        Test now
      </ReasonButton>
      {pathname === cache ? null : refusal === undefined ? (
        <Button variant="default" component={Link} to={cache}>
          Purge…
        </Button>
      ) : (
        <ReasonButton variant="default" disabledReason={refusal} onClick={() => undefined}>
          Purge…
        </ReasonButton>
      )}
      {scope.kind === 'account' && <PartnerMenu scope={scope} site={site} />}
    </>
  )
}

/** Why nothing can be purged. */
function purgeRefusal({ kind }: Scope, { optimizer }: Site): string | undefined {
  if (kind === 'account') return onlyHolderCan('purge the cache')
  if (optimizer === null) return 'The host is a placeholder, so nothing is cached.'
  return optimizer === 'off' ? 'The optimizer is off, so nothing is cached.' : undefined
}

/** Changes to the site as a whole. */
function PartnerMenu({ scope, site }: { scope: Scope; site: Site }) {
  const first = useQuery(siteList(scope)).data?.sites[0]
  const change: MenuItem =
    first && first.id !== site.id
      ? {
          label: 'Change host…',
          disabledReason: `Only the host of the account’s first site, ${first.host}, can be changed.`,
        }
      : { label: 'Change host…', to: paths.changeHost(scope, site.id) }
  return (
    <MoreMenu
      label={`More actions for ${site.host}`}
      items={[change, { label: 'Delete site…', to: paths.deleteSite(scope, site.id), isDanger: true }]}
    />
  )
}
