import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { createAccount, ReplyOf } from '../../../contract/index.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { siteOf } from '../../api/sites.ts'
import { CopyButton, CopyValue } from '../../components/CopyValue.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { PropertiesTable } from '../../components/PropertiesTable.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretValue } from '../../components/SecretValue.tsx'
import { paths } from '../../paths.ts'
import { DashboardUrl } from '../sites/DashboardUrl.tsx'
import { DnsRecord } from '../sites/DnsRecord.tsx'
import classes from './CreatedAccount.module.css'

/** The new account's values, ready to copy. The account's own page shows them too. */
export function CreatedAccount({ account, onAgain }: { account: ReplyOf<typeof createAccount>; onAgain: () => void }) {
  const who = useWho()
  const scope: Scope = { kind: 'account', partner: who.id, account: account.user_id }
  // only resellers get the service CNAME in this reply, so read it from the site
  const site = useQuery(siteOf(scope, account.site_id))
  const cname = account.service_cname ?? site.data?.service_cname
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), [])
  return (
    <>
      <PageHeader title="Account created" crumbs={[{ label: 'Accounts', to: paths.accounts() }]} />
      <Panel title={account.email}>
        <PropertiesTable
          facts={[
            { label: 'Site', value: <Link to={paths.site(scope, account.site_id)}>{account.host}</Link> },
            { label: 'Account ID', value: <CopyValue value={account.user_id} what="account ID" short /> },
            { label: 'API key', value: <SecretValue value={account.api_key} what="API key" /> },
            { label: 'Site ID', value: <CopyValue value={account.site_id} what="site ID" short /> },
            ...addressFact('Preview', account.preview_url),
            ...(account.assessment_url
              ? [
                  {
                    label: 'Assessment',
                    value: <DashboardUrl url={account.assessment_url} what="assessment address" />,
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      {cname && (
        <Panel title="DNS record to create">
          <DnsRecord host={account.host} target={cname} />
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
  return [{ label, value }]
}
