import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { accountQuery } from '../reads.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope, useWho, type Scope } from '../../../api/scope.ts'
import { siteList, siteOf, type ListedSite } from '../../sites/reads.ts'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { PropertiesTable } from '../../../kit/layout/PropertiesTable.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { LoadingLines } from '../../../kit/values/LoadingLines.tsx'
import { SecretValue } from '../../../kit/values/SecretValue.tsx'
import { paths } from '../../../paths.ts'
import { pageError } from '../../errors/page-error.tsx'
import { isRootDomain } from '../../sites/dns.ts'
import { DnsPanel } from '../../sites/DnsPanel.tsx'
import { DnsRecord } from '../../sites/DnsRecord.tsx'
import { PreviewAddress } from '../../sites/PreviewAddress.tsx'
import { welcomeInWords } from '../welcome-in-words.ts'
import classes from './created.module.css'

const sendingMs = 3000

/** The layout's loader reads the account. */
export function loader({ params }: LoaderFunctionArgs) {
  return load(siteList(scopeOf(params)))
}

export const ErrorBoundary = pageError({ title: 'Account created' })

/** What a partner does next for a new account: DNS, and the key to pass on. */
function CreatedAccountPage() {
  const who = useWho()
  const scope = useScope()
  const { accountId = '' } = useParams()
  const { data: account } = useSuspenseQuery({
    ...accountQuery(who.id, accountId),
    // the first attempt takes seconds
    refetchInterval: ({ state }) => (state.data?.welcome_email?.state === 'waiting' ? sendingMs : false),
  })
  // the oldest comes first
  const [site] = useSuspenseQuery(siteList(scope)).data.sites
  const { email, welcome_email: welcome } = account
  return (
    <>
      <PageHeader
        title="Account created"
        documentTitle={`Account created · ${account.name}`}
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
      />
      <PageBody>
        <Panel title={email}>
          <PropertiesTable
            facts={[
              ...(site ? [{ label: 'Site', value: <Link to={paths.site(scope, site.id)}>{site.host}</Link> }] : []),
              { label: 'Account ID', value: <CopyValue value={account.id} what="account ID" short /> },
              ...(account.api_key === undefined
                ? []
                : [
                    {
                      label: 'API key',
                      value: <SecretValue value={account.api_key} what="API key" />,
                      note: 'Pass it on to your customer. It stays on the account’s own page.',
                    },
                  ]),
              ...(site ? [{ label: 'Site ID', value: <CopyValue value={site.id} what="site ID" short /> }] : []),
              ...(site?.preview_url
                ? [{ label: 'Preview', value: <PreviewAddress url={site.preview_url} />, isLong: true }]
                : []),
            ]}
          />
        </Panel>
        {site && <Dns scope={scope} site={site} />}
        {welcome && (
          <Panel title="Welcome email">
            <p>{welcomeInWords(welcome, email, email)}</p>
          </Panel>
        )}
        <div className={classes.actions}>
          {site && (
            <Button component={Link} to={paths.site(scope, site.id)}>
              Follow the site
            </Button>
          )}
          <Button variant={site ? 'default' : 'filled'} component={Link} to={paths.account(account.id)}>
            Open account
          </Button>
          <LinkButton variant="default" to={paths.newAccount()}>
            Create another
          </LinkButton>
        </div>
      </PageBody>
    </>
  )
}

export { CreatedAccountPage as Component }

function Dns({ scope, site }: { scope: Scope; site: ListedSite }) {
  const { data, isPending } = useQuery(siteOf(scope, site.id))
  if (data) return <DnsPanel scope={scope} site={data} />
  if (!site.service_cname) return null
  if (isPending) {
    return (
      <Panel title="DNS">
        <LoadingLines />
      </Panel>
    )
  }
  // what is known of the host's domain couldn't be loaded
  if (isRootDomain({ host: site.host })) return null
  return (
    <Panel title="DNS record to create">
      <DnsRecord host={site.host} target={site.service_cname} />
    </Panel>
  )
}
