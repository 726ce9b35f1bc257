import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { headers, listUserSites, readUserEmail, urlOf } from '../../../contract/index.ts'
import { load, q } from '../../api/queries.ts'
import { userOf, useWho } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { CopyValue } from '../../components/CopyValue.tsx'
import { LastUpdated } from '../../components/LastUpdated.tsx'
import { PropertiesTable } from '../../components/PropertiesTable.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SecretValue } from '../../components/SecretValue.tsx'
import { paths } from '../../paths.ts'
import { pageError } from '../page-error.tsx'

const emailOf = (user: string) => q(readUserEmail, { query: { user_id: user } })

export function loader() {
  return load(emailOf(userOf()))
}

export const ErrorBoundary = pageError({ title: 'Account' })

/** The account holder's own. The key comes from the session: it is in no query and no address. */
export function Component() {
  const who = useWho()
  const query = emailOf(who.id)
  const { email } = useSuspenseQuery(query).data
  const key = session.current()?.key ?? ''
  return (
    <>
      <PageHeader title="Account" actions={<LastUpdated of={[query]} />} />
      <Panel title="You">
        <PropertiesTable
          facts={[
            {
              label: 'E-mail',
              value: email ? <CopyValue value={email} what="e-mail" /> : <EmptyCell why="The service did not tell" />,
              note: 'Your partner can change it.',
            },
            { label: 'User id', value: <CopyValue value={who.id} what="user id" /> },
            { label: 'API key', value: <SecretValue value={key} what="API key" /> },
            { label: 'API base', value: <CopyValue value={baseOf(who.baseUrl)} what="API base" /> },
          ]}
        />
        <p>
          Whoever has the key can do all that you can do here. Third-party applications use the same user id and key;
          ask your partner when it has to be replaced.
        </p>
      </Panel>
      <Panel title="From a script">
        <p>The same requests as this dashboard makes, such as the list of your sites. Keep the key out of addresses.</p>
        <CodeBlock text={exampleFor(baseOf(who.baseUrl), who.id)} what="a request with curl" />
      </Panel>
      <Panel title="For your server">
        <p>
          <Link to={paths.serviceIps()}>Service IPs</Link>: the addresses from which the service fetches your pages, for
          firewalls and web servers.
        </p>
      </Panel>
    </>
  )
}

/** The key is a variable of the shell: an example is copied into many places. */
function exampleFor(base: string, user: string): string {
  const address = `${base}${urlOf(listUserSites, { query: { user_id: user } })}`
  return `export KEY='…'\ncurl -H "${headers.key}: $KEY" '${address}'`
}

function baseOf(baseUrl: string): string {
  return URL.parse(baseUrl, window.location.origin)?.href ?? baseUrl
}
