import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { dnsNameOf } from './dns.ts'

/** The CNAME record that sends a site's visitors through the service, as a zone file has it. */
export function ZoneFileEntry({ host, target }: { host: string; target: string }) {
  const record = `${dnsNameOf(host)}. CNAME ${target}.`
  return <CopyValue value={record} what="zone file entry" />
}
