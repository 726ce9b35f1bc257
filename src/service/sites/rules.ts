import { parse } from 'tldts'
import type { DnsAnswer } from '../world.ts'
import type { SiteHost } from './host.ts'

/** `field`: the host is wrong. `state`: it can't be decided now. */
type HostRejection = { readonly kind: 'field' | 'state'; readonly problem: string }

/**
 * Why a reseller can't have this host. Resellers have no https sites, no root domains and no public suffixes (by the
 * public suffix list, private part included), and the host must be a CNAME record. While DNS can't be read, nothing is
 * decided and the request is refused for now.
 */
export function resellerRefusal(
  { scheme, hostname }: Pick<SiteHost, 'scheme' | 'hostname'>,
  record: DnsAnswer,
): HostRejection | undefined {
  if (scheme === 'https') return { kind: 'field', problem: "must not be an https site: resellers can't have one" }
  const { domain, publicSuffix } = parse(hostname, { allowPrivateDomains: true })
  if (publicSuffix === hostname) {
    return { kind: 'field', problem: 'must not be a public suffix: use a name below a domain of your own' }
  }
  if (domain === hostname) {
    return { kind: 'field', problem: 'must not be a root domain: use a name below it, such as www' }
  }
  switch (record.kind) {
    case 'cname':
      return undefined
    case 'address':
      return { kind: 'field', problem: 'must be a CNAME record, but its DNS has an A record' }
    case 'none':
      return { kind: 'field', problem: "must be a CNAME record, but its DNS doesn't have one" }
    case 'silent':
      return { kind: 'state', problem: `The DNS of ${hostname} can't be read at the moment. Try again later.` }
  }
}
