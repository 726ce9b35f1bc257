import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { createAccount, ReplyOf } from '../../../contract/index.ts'
import { accountQuery } from './reads.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { CopyButton, CopyValue } from '../../kit/values/CopyValue.tsx'
import { ExternalLink } from '../../kit/values/ExternalLink.tsx'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { SecretValue } from '../../kit/values/SecretValue.tsx'
import { focusHeading } from '../../kit/navigation/focus.ts'
import { paths } from '../../paths.ts'
import { DnsPanel } from '../sites/DnsPanel.tsx'
import { DnsRecord } from '../sites/DnsRecord.tsx'
import { welcomeInWords } from './welcome-in-words.ts'
import classes from './CreatedAccount.module.css'

const sendingMs = 3000

/** The new account's values, ready to copy. The account's own page shows them too. */
export function CreatedAccount({ account, onAgain }: { account: ReplyOf<typeof createAccount>; onAgain: () => void }) {
  const who = useWho()
  const scope: Scope = { kind: 'account', partner: who.id, account: account.user_id }
  // only resellers get the service CNAME in this reply
  const site = useQuery(siteOf(scope, account.site_id))
  const { data } = useQuery({
    ...accountQuery(who.id, account.user_id),
    // the first attempt takes seconds
    refetchInterval: ({ state }) => (state.data?.welcome_email?.state === 'waiting' ? sendingMs : false),
  })
  const welcome = data?.welcome_email
  useEffect(() => focusHeading({ scrolls: true }), [])
  return (
    <>
      <PageHeader
        title="Account created"
        crumbs={[{ label: 'Accounts', to: paths.accounts() }]}
        link={paths.account(account.user_id)}
      />
      <PageBody>
        <Panel title={account.email}>
          <PropertiesTable
            facts={[
              { label: 'Site', value: <Link to={paths.site(scope, account.site_id)}>{account.host}</Link> },
              { label: 'Account ID', value: <CopyValue value={account.user_id} what="account ID" short /> },
              { label: 'API key', value: <SecretValue value={account.api_key} what="API key" /> },
              { label: 'Site ID', value: <CopyValue value={account.site_id} what="site ID" short /> },
              ...addressFact('Preview', account.preview_url),
            ]}
          />
        </Panel>
        {site.data ? (
          <DnsPanel scope={scope} site={site.data} />
        ) : (
          account.service_cname && (
            <Panel title="DNS record to create">
              <DnsRecord host={account.host} target={account.service_cname} />
            </Panel>
          )
        )}
        {welcome && (
          <Panel title="Welcome email">
            <p>{welcomeInWords(welcome, account.email, account.email)}</p>
          </Panel>
        )}
        <div className={classes.actions}>
          <Button component={Link} to={paths.account(account.user_id)}>
            Open account
          </Button>
          <Button variant="default" onClick={onAgain}>
            Create another
          </Button>
        </div>
      </PageBody>
    </>
  )
}

function addressFact(label: string, url: string | null) {
  if (!url) return []
  const value = (
    <span className={classes.address}>
      <ExternalLink href={url}>{url}</ExternalLink>
      <CopyButton value={url} what={`${label.toLowerCase()} address`} />
    </span>
  )
  return [{ label, value, isLong: true }]
}
