import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '../reads.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { quotasOf } from '../quotas.ts'
import { scopeOf, useScope, useWho } from '../../../api/scope.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { PropertiesTable } from '../../../kit/layout/PropertiesTable.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { QuotaPanel } from '../QuotaPanel.tsx'
import { SecretValue } from '../../../kit/values/SecretValue.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { useScopeCrumbs } from '../use-scope-crumbs.ts'
import { OpenAsHolder } from '../../sites/OpenAsHolder.tsx'
import { ReplaceKey } from '../ReplaceKey.tsx'
import { WelcomeEmail } from './WelcomeEmail.tsx'

/** The layout's loader reads the account. */
export function loader({ params }: LoaderFunctionArgs) {
  return loadWithin(quotasOf(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Account' })

/** Everything about an account except its sites. */
function AccountDetailsPage() {
  const who = useWho()
  const scope = useScope()
  const crumbs = useScopeCrumbs(scope)
  const { accountId = '' } = useParams()
  const query = accountQuery(who.id, accountId)
  const { data: account } = useSuspenseQuery(query)
  return (
    <>
      <PageHeader
        title="Account"
        documentTitle={`Account · ${account.name}`}
        crumbs={crumbs}
        actions={<LastUpdated of={[query]} />}
      />
      <PageBody>
        <Panel
          title={account.name}
          actions={
            <>
              <ReplaceKey scope={scope} />
              <LinkButton variant="default" to={paths.changeEmail(accountId)}>
                Change email
              </LinkButton>
            </>
          }
        >
          <PropertiesTable
            facts={[
              { label: 'Email', value: account.email },
              { label: 'Account ID', value: <CopyValue value={account.id} what="account ID" short /> },
              ...(account.api_key === undefined
                ? []
                : [{ label: 'API key', value: <SecretValue value={account.api_key} what="API key" /> }]),
              ...(account.company ? [{ label: 'Company', value: account.company }] : []),
              ...(account.phone ? [{ label: 'Phone', value: account.phone }] : []),
              { label: 'Created', value: <Time at={account.created_at} /> },
              {
                label: 'Last sign-in',
                value: <Time at={account.last_sign_in_at} never="Never: the account’s key hasn’t been used yet" />,
              },
            ]}
          />
        </Panel>
        <WelcomeEmail partner={who.id} account={account} />
        <QuotaPanel scope={scope} />
        <Panel title="As the account holder" actions={<OpenAsHolder account={account} />}>
          <p>
            See this dashboard as the account holder does, and do what only they can do: maintenance, cache, profiles
            and settings. It opens in this tab, with a banner that takes you back here. It counts as the account’s last
            sign-in.
          </p>
        </Panel>
        <Panel
          title="Delete account"
          actions={
            <LinkButton variant="default" to={paths.deleteAccount(accountId)}>
              Delete account…
            </LinkButton>
          }
        >
          <p>You can delete an account once it has no sites. The next page shows what’s left to do.</p>
        </Panel>
      </PageBody>
    </>
  )
}

export { AccountDetailsPage as Component }
