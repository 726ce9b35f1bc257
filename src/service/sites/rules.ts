import { parse } from 'tldts'
import type { Settings } from '../configuration/configuration.ts'
import type { DnsAnswer } from '../world/world.ts'
import type { SiteHost } from './host.ts'

/** `field`: the host is wrong. `state`: it can't be decided now. */
type HostRejection = { readonly kind: 'field' | 'state'; readonly problem: string }

/**
 * Why a reseller can't have this host. Resellers add no https addresses, no root domains and no public suffixes (by the
 * public suffix list, private part included), and the host must be a CNAME record. While DNS can't be read, nothing is
 * decided and the request is refused for now.
 */
export function resellerRefusal(
  { scheme, hostname }: Pick<SiteHost, 'scheme' | 'hostname'>,
  record: DnsAnswer,
): HostRejection | undefined {
  if (scheme === 'https')
    return { kind: 'field', problem: 'must not be an https address: resellers add a site by its host alone' }
  if (parse(hostname, { allowPrivateDomains: true }).publicSuffix === hostname) {
    return { kind: 'field', problem: 'must not be a public suffix: use a name below a domain of your own' }
  }
  if (isRootDomain(hostname)) {
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

/** The domain above a host that can be registered, by the public suffix list, private part included; null for none. */
export function domainOf(hostname: string): string | null {
  return parse(hostname, { allowPrivateDomains: true }).domain
}

/** Whether a host is a domain that can be registered. */
export function isRootDomain(hostname: string): boolean {
  return domainOf(hostname) === hostname
}

/**
 * The counterpart of a host name: `www.shop.example` of `shop.example` and the other way. Null where there is none: below
 * other names, at an IP address, on localhost.
 */
export function counterpartOf(hostname: string): string | null {
  const domain = domainOf(hostname)
  // RFC 6761, section 6.3
  if (domain === null || domain.endsWith('.localhost')) return null
  const www = `www.${domain}`
  if (hostname === www) return domain
  // RFC 1035, section 2.3.4
  return hostname === domain && www.length <= 253 ? www : null
}

/**
 * Whether a host belongs to the service: the host of PUBLIC_URL and every name under SERVICE_DOMAIN, which are service
 * CNAMEs and preview addresses. A site must not claim the visitors of these.
 *
 * On one machine, in development, everything is an IP address or a name under localhost. There only the exact host of
 * PUBLIC_URL and the names that the service makes are its own.
 */
export function isOwnHost(
  { host, hostname }: Pick<SiteHost, 'host' | 'hostname'>,
  { serviceDomain, publicUrl }: Pick<Settings, 'serviceDomain' | 'publicUrl'>,
): boolean {
  const own = new URL(publicUrl)
  const isUnder = hostname === serviceDomain || hostname.endsWith(`.${serviceDomain}`)
  const isLocal = /^(.+\.)?localhost$|^\[|^\d+(\.\d+){3}$/.test(hostname)
  if (isLocal) return host === own.host || (isUnder && /^[sp]-[0-9a-f]{12}\./.test(hostname))
  return isUnder || hostname === own.hostname.replace(/\.$/, '')
}
