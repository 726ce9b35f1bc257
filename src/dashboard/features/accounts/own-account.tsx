import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { headers, listUserSites, readUserEmail, urlOf } from '../../../contract/index.ts'
import { loadWithin } from '../../api/load-within.ts'
import { load, q } from '../../api/queries.ts'
import { quotasOf } from './quotas.ts'
import { userOf, useScope, useWho } from '../../api/scope.ts'
import { isByCookie } from '../../api/credentials.ts'
import { renewSession } from '../../api/exchange-key.ts'
import { keyReplacer } from '../../api/key-replacer.ts'
import { session } from '../../api/session.ts'
import { CodeBlock } from '../../kit/values/CodeBlock.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { ReplaceKey, useCanReplaceKey } from './ReplaceKey.tsx'
import { QuotaPanel } from './QuotaPanel.tsx'
import { SecretValue } from '../../kit/values/SecretValue.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../errors/page-error.tsx'

const emailOf = (user: string) => q(readUserEmail, { query: { user_id: user } })

export async function loader() {
  const user = userOf()
  await Promise.all([load(emailOf(user)), loadWithin(quotasOf({ kind: 'user', user }))])
  return null
}

export const ErrorBoundary = pageError({ title: 'Account' })

/** The key that this browser keeps, where the service has no sessions. */
function keptKey(): string {
  const credentials = session.current()
  return credentials && !isByCookie(credentials) ? credentials.key : ''
}

/** The account holder's own account. The key comes from the session, so it's in no query and no address. */
function OwnAccountPage() {
  const who = useWho()
  const scope = useScope()
  const query = emailOf(who.id)
  const { email } = useSuspenseQuery(query).data
  const [key, setKey] = useState(keptKey)
  const canReplaceKey = useCanReplaceKey(scope)
  const isKept = session.isByCookie()
  const renew = async (to: string) => {
    setKey(to)
    await renewSession(to)
  }
  return (
    <>
      <PageHeader title="Account" actions={<LastUpdated of={[query]} />} />
      <PageBody>
        <Panel title="Your account" actions={<ReplaceKey scope={scope} onReplaced={renew} />}>
          <PropertiesTable
            facts={[
              {
                label: 'Email',
                value: email ? (
                  <CopyValue value={email} what="email" />
                ) : (
                  <EmptyCell why="Not reported by the service" />
                ),
                note: session.impersonator()
                  ? 'You can change it in the partner view.'
                  : 'Your hosting provider can change it.',
              },
              { label: 'Account ID', value: <CopyValue value={who.id} what="account ID" short /> },
              key
                ? {
                    label: 'API key',
                    value: <SecretValue value={key} what="API key" />,
                    ...(isKept ? { note: 'Copy it now: it isn’t shown again.' } : {}),
                  }
                : {
                    label: 'API key',
                    value: <EmptyCell why="Not kept in this browser" />,
                    note: session.impersonator()
                      ? 'You can see it in the partner view.'
                      : 'Your hosting provider can show it.',
                  },
              { label: 'API base URL', value: <CopyValue value={absoluteUrl(who.baseUrl)} what="API base URL" /> },
            ]}
          />
          <p>
            Anyone with {key ? 'this' : 'the'} key can do everything {isKept ? 'an owner' : 'you'} can do here.
            Third-party applications use the same account ID and key.
            {!canReplaceKey && ` To replace the key, ask ${keyReplacer(scope)}.`}
          </p>
        </Panel>
        <QuotaPanel scope={scope} />
        <Panel title="Use the API">
          <p>
            Your scripts can make the same requests as this dashboard. For example, this request lists your sites. Never
            put the key in a URL.
          </p>
          <CodeBlock text={curlExample(absoluteUrl(who.baseUrl), who.id)} what="curl example" />
        </Panel>
        <Panel title="Your firewall">
          <p>
            Allow the <Link to={paths.serviceIps()}>service IPs</Link>, the addresses from which the service fetches
            your pages.
          </p>
        </Panel>
      </PageBody>
    </>
  )
}

export { OwnAccountPage as Component }

/** Examples get copied around, so the key is a shell variable. */
function curlExample(base: string, user: string): string {
  const address = `${base}${urlOf(listUserSites, { query: { user_id: user } })}`
  return `export KEY='…'\ncurl -H "${headers.key}: $KEY" '${address}'`
}

function absoluteUrl(baseUrl: string): string {
  return URL.parse(baseUrl, window.location.origin)?.href ?? baseUrl
}
