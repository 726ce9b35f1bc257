import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { readAccount } from '../../../../contract/index.ts'
import { load, q } from '../../../api/queries.ts'
import { scopeOf, useScope, useWho } from '../../../api/scope.ts'
import { siteList } from '../../../api/sites.ts'
import { CopyValue } from '../../../components/CopyValue.tsx'
import { DataAge } from '../../../components/DataAge.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { plural } from '../../../components/format.ts'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { SecretValue } from '../../../components/SecretValue.tsx'
import { Time } from '../../../components/Time.tsx'
import { paths } from '../../../paths.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { pageError } from '../../page-error.tsx'
import { NoSites, SitesTable } from '../../sites/SitesTable.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  return load(siteList(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Account' })

export function Component() {
  const who = useWho()
  const scope = useScope()
  const { accountId = '' } = useParams()
  const accountQuery = q(readAccount, { path: { partner_id: who.id, account_id: accountId } })
  const sitesQuery = siteList(scope)
  const { data: account } = useSuspenseQuery(accountQuery)
  const { sites } = useSuspenseQuery(sitesQuery).data
  return (
    <>
      <PageHeader
        title={account.name}
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
        actions={
          <>
            <DataAge of={[accountQuery, sitesQuery]} />
            <DeleteAccount partner={who.id} account={account} sites={sites.length} />
          </>
        }
      />
      <Panel title="Account">
        <Facts
          facts={[
            { label: 'E-mail', value: account.email },
            { label: 'Account id', value: <CopyValue value={account.id} what="account id" /> },
            { label: 'API key', value: <SecretValue value={account.api_key} what="API key" /> },
            { label: 'Created', value: <Time at={account.created_at} /> },
            {
              label: 'Last sign-in',
              value: <Time at={account.last_sign_in_at} never="Never: the account’s key has not been used yet" />,
            },
          ]}
        />
      </Panel>
      <Panel
        bare
        title="Sites"
        aside={plural(sites.length, 'site')}
        actions={
          <Button component={Link} to={paths.newSite(scope)}>
            Add site
          </Button>
        }
      >
        {sites.length > 0 ? <SitesTable sites={sites} scope={scope} /> : <NoSites scope={scope} />}
      </Panel>
    </>
  )
}
