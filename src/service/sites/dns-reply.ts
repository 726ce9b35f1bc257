import type { Site } from '../database/index.ts'
import { claimRecord } from '../../contract/host-claims.ts'
import { hostnameOf } from '../world/dns.ts'
import { domainOf, isRootDomain } from './rules.ts'

/** What is known of a site's DNS, for replies; null for a deferred host. */
export function dnsOf({ deferred, host, service_cname, cname_seen, cname_seen_at, host_taken }: Site) {
  if (deferred === 1) return null
  return {
    cname_seen,
    seen_at: cname_seen_at === null ? null : new Date(cname_seen_at).toISOString(),
    root_domain: isRootDomain(hostnameOf(host)),
    domain: domainOf(hostnameOf(host)),
    ...(host_taken === 1 ? { taken: recordOf(host, service_cname) } : {}),
  }
}

/** What brings the visitors of a host to a site. */
function recordOf(host: string, serviceCname: string) {
  const { name, value } = claimRecord(hostnameOf(host), serviceCname)
  return { txt_name: name, txt_value: value }
}
