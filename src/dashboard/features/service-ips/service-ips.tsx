import { useSuspenseQuery } from '@tanstack/react-query'
import { listServiceIps } from '../../../contract/index.ts'
import { load, q } from '../../api/queries.ts'
import { userOf, useWho } from '../../api/scope.ts'
import { CodeBlock } from '../../kit/values/CodeBlock.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../kit/choices/SegmentedControl.tsx'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import { pageError } from '../errors/page-error.tsx'
import { allowList, formats, isAddress, type Format } from './allow-list.ts'

const ipsOf = (user: string) => q(listServiceIps, { query: { user_id: user } })

export function loader() {
  return load(ipsOf(userOf()))
}

export const ErrorBoundary = pageError({ title: 'Service IPs' })

const formatInfo: Readonly<Record<Format, { label: string; use: string }>> = {
  plain: {
    label: 'Plain',
    use: 'One address per line, for the allowlist of a firewall or hosting panel.',
  },
  nginx: {
    label: 'nginx',
    use: 'For a server or location block on your server. It lets the service in and answers everyone else with 403.',
  },
  apache: {
    label: 'Apache',
    use: 'For a Directory, Location or .htaccess on your server (Apache 2.4). It lets the service in and answers everyone else with 403.',
  },
  iptables: {
    label: 'iptables',
    use: 'Run as root on your server. Only the service can then reach ports 80 and 443. The rules are added after existing ones and are lost at the next restart unless you save them.',
  },
}

function ServiceIpsPage() {
  const { id } = useWho()
  const query = ipsOf(id)
  const { data: addresses } = useSuspenseQuery(query)
  const [params, setParams] = useAddress()
  const format = formats.find((name) => name === params.get('format')) ?? 'plain'
  const invalid = addresses.filter((address) => !isAddress(address))
  return (
    <>
      <PageHeader title="Service IPs" count={addresses.length} actions={<LastUpdated of={[query]} />} />
      <PageBody>
        <p>The addresses from which the service fetches your pages.</p>
        {addresses.length === 0 ? (
          <EmptyState title="No addresses yet">
            The service doesn’t fetch from your server yet. Addresses appear once you have a site with a real host.
          </EmptyState>
        ) : (
          <Panel
            title="Copy as"
            actions={
              <SegmentedControl
                label="Format"
                value={format}
                options={formats.map((value) => ({ value, label: formatInfo[value].label }))}
                onChange={(next) => setParams(withParam('format', next === 'plain' ? null : next), { replace: true })}
              />
            }
          >
            <p>{formatInfo[format].use}</p>
            <CodeBlock text={allowList(addresses, format)} what={`service IPs (${formatInfo[format].label})`} />
            {invalid.length > 0 && (
              <Notice tone="warning">
                Left out because they aren’t IP addresses: {invalid.map((text) => JSON.stringify(text)).join(', ')}.
              </Notice>
            )}
            {format !== 'plain' && (
              <Notice tone="warning">
                Use this only if every site on the server is in trial, active, transparent or maintenance. In preview,
                bypass, proxy only and off, visitors can come straight to your server, and these rules would block them.
              </Notice>
            )}
            <p>Check back from time to time: the list changes as the service grows.</p>
          </Panel>
        )}
      </PageBody>
    </>
  )
}

export { ServiceIpsPage as Component }
