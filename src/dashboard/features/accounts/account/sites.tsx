import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { accountQuery } from '../reads.ts'
import { openIncidents } from '../../incidents/reads.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { load, prefetch } from '../../../api/queries.ts'
import { rulesOf } from '../../alerts/reads.ts'
import { scopeOf, useScope, useWho } from '../../../api/scope.ts'
import { figuresOf, siteList } from '../../sites/reads.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { plural } from '../../../kit/format/format.ts'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { AccountTiles } from '../../sites/AccountTiles.tsx'
import { SiteList } from '../../sites/SiteList.tsx'
import { WorstIncident } from '../../sites/WorstIncident.tsx'
import { OpenAsHolder } from '../../sites/OpenAsHolder.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const scope = scopeOf(params)
  prefetch(openIncidents(scope))
  await Promise.all([load(siteList(scope)), loadWithin(rulesOf(scope), figuresOf(scope))])
  return null
}

export const ErrorBoundary = pageError({ title: 'Account' })

/** An account's sites. Its other details have a page of their own. */
function AccountSitesPage() {
  const who = useWho()
  const scope = useScope()
  const { accountId = '' } = useParams()
  const readQuery = accountQuery(who.id, accountId)
  const sitesQuery = siteList(scope)
  const { data: account } = useSuspenseQuery(readQuery)
  const { sites } = useSuspenseQuery(sitesQuery).data
  return (
    <>
      <PageHeader
        title={account.name}
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
        actions={<OpenAsHolder account={account} />}
      >
        <p>
          {account.company && account.company !== account.name && `${account.company} · `}
          {account.email} · <Link to={paths.accountDetails(accountId)}>Account details</Link>
        </p>
      </PageHeader>
      <PageBody>
        {sites.length > 0 && <AccountTiles scope={scope} />}
        <WorstIncident scope={scope} />
        <Panel
          bare
          title="Sites"
          aside={plural(sites.length, 'site')}
          actions={<LinkButton to={paths.newSite(scope)}>Add site</LinkButton>}
        >
          <SiteList scope={scope} sites={sites} of={[readQuery, sitesQuery]} />
        </Panel>
      </PageBody>
    </>
  )
}

export { AccountSitesPage as Component }
