import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { dnsNameOf } from '../../../contract/dns-records.ts'
import { panelName } from './dns.ts'

interface Props {
  host: string
  target: string
  domain: string | null | undefined
}

/** The CNAME record that sends a site's visitors through the service, as the zone file of its domain has it. */
export function ZoneFileEntry({ host, target, domain }: Props) {
  const name = dnsNameOf(host)
  const short = panelName(name, domain)
  const full = <CopyValue value={`${name}. CNAME ${target}.`} what={`${short ? 'full ' : ''}zone file entry`} />
  if (short === undefined) return full
  return (
    <>
      <CopyValue value={`${short} CNAME ${target}.`} what="zone file entry" /> or in full {full}
    </>
  )
}
