import { useSuspenseQuery } from '@tanstack/react-query'
import { listServiceIps } from '../../../contract/index.ts'
import { load, q } from '../../api/queries.ts'
import { userOf, useWho } from '../../api/scope.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { LastUpdated } from '../../components/LastUpdated.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { useAddress, withParam } from '../../hooks/use-address.ts'
import { pageError } from '../page-error.tsx'
import { allowList, formats, isAddress, type Format } from './allow-list.ts'

const ipsOf = (user: string) => q(listServiceIps, { query: { user_id: user } })

export function loader() {
  return load(ipsOf(userOf()))
}

export const ErrorBoundary = pageError({ title: 'Service IPs' })

const about: Readonly<Record<Format, { label: string; use: string }>> = {
  plain: {
    label: 'Plain',
    use: 'An address a line, for a firewall’s or a hosting panel’s list of who may come to your server.',
  },
  nginx: {
    label: 'nginx',
    use: 'For a server or location block on your server: it answers the service and refuses everybody else with 403.',
  },
  apache: {
    label: 'Apache',
    use: 'For a Directory, Location or .htaccess on your server (Apache 2.4): it answers the service and refuses everybody else with 403.',
  },
  iptables: {
    label: 'iptables',
    use: 'To run as root on your server: lets the service in on ports 80 and 443 and nobody else. The rules go after those that are there and are gone after a restart, unless you save them.',
  },
}

export function Component() {
  const { id } = useWho()
  const query = ipsOf(id)
  const { data: addresses } = useSuspenseQuery(query)
  const [params, setParams] = useAddress()
  const format = formats.find((name) => name === params.get('format')) ?? 'plain'
  const odd = addresses.filter((address) => !isAddress(address))
  return (
    <>
      <PageHeader title="Service IPs" count={addresses.length} actions={<LastUpdated of={[query]} />} />
      <p>The addresses of all load balancers and processing units that fetch from your server, for all your sites.</p>
      {addresses.length === 0 ? (
        <EmptyState title="No addresses">
          The service fetches for none of your sites yet: they come with the first site that has a real host.
        </EmptyState>
      ) : (
        <Panel
          title="Copy as"
          actions={
            <SegmentedControl
              label="Format"
              value={format}
              options={formats.map((value) => ({ value, label: about[value].label }))}
              onChange={(next) => setParams(withParam('format', next === 'plain' ? null : next), { replace: true })}
            />
          }
        >
          <p>{about[format].use}</p>
          <CodeBlock text={allowList(addresses, format)} what={`the addresses, ${about[format].label}`} />
          {odd.length > 0 && (
            <Notice tone="warning">
              Left out, because they are no addresses: {odd.map((one) => JSON.stringify(one)).join(', ')}.
            </Notice>
          )}
          {format !== 'plain' && (
            <Notice tone="warning">
              Use it only where every site of the server is trial, active, transparent or in maintenance. In preview,
              bypass and off visitors come straight to your server, and these rules would shut them out.
            </Notice>
          )}
          <p>The addresses change when the service grows: look again from time to time.</p>
        </Panel>
      )}
    </>
  )
}
