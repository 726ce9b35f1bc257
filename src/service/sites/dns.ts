import type { Site } from '../database/index.ts'
import { hostnameOf } from '../dns.ts'
import { isRootDomain } from './rules.ts'

/** What is known of a site's DNS, for replies; null for a deferred host. */
export function dnsOf({ deferred, host, cname_seen, cname_seen_at }: Site) {
  if (deferred === 1) return null
  return {
    cname_seen,
    seen_at: cname_seen_at === null ? null : new Date(cname_seen_at).toISOString(),
    root_domain: isRootDomain(hostnameOf(host)),
  }
}
