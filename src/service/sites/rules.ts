import { getDomain } from 'tldts'
import type { DnsAnswer } from '../world.ts'
import type { SiteHost } from './host.ts'

type Refusal = { readonly kind: 'field' | 'state'; readonly problem: string }

/**
 * Why a reseller may not have this host: https is not supported, nor a root domain (by the public suffix list), and the
 * host must be a CNAME record. DNS that cannot be read decides nothing, so the request is refused for now.
 */
export function resellerRefusal(
  { scheme, hostname }: Pick<SiteHost, 'scheme' | 'hostname'>,
  record: DnsAnswer,
): Refusal | undefined {
  if (scheme === 'https') return { kind: 'field', problem: 'must not be an https site: resellers have none' }
  if (getDomain(hostname, { allowPrivateDomains: true }) === hostname) {
    return { kind: 'field', problem: 'must not be a root domain: use a name below it, such as www' }
  }
  switch (record.kind) {
    case 'cname':
      return undefined
    case 'address':
      return { kind: 'field', problem: 'must be a CNAME record: its DNS has an A record' }
    case 'none':
      return { kind: 'field', problem: 'must be a CNAME record: its DNS has none' }
    case 'silent':
      return { kind: 'state', problem: `The DNS of ${hostname} cannot be read now. Try again later.` }
  }
}
