import type { Site } from './reads.ts'

/** What the service last saw of a site's CNAME record. */
export type DnsVerdict =
  /** The service doesn't report it. */
  | { readonly kind: 'not reported' }
  /** The service hasn't checked yet. */
  | { readonly kind: 'not checked' }
  | { readonly kind: 'matches'; readonly seen: string; readonly at: string }
  | { readonly kind: 'differs'; readonly seen: string; readonly at: string }
  | { readonly kind: 'missing'; readonly at: string }

export function dnsVerdict({ dns, service_cname }: Pick<Site, 'dns' | 'service_cname'>): DnsVerdict {
  if (!dns) return { kind: 'not reported' }
  const { cname_seen: seen, seen_at: at } = dns
  if (at === null) return { kind: 'not checked' }
  if (seen === null) return { kind: 'missing', at }
  return { kind: service_cname && sameName(seen, service_cname) ? 'matches' : 'differs', seen, at }
}

/**
 * Whether a host is a root domain, at whose zone's apex no CNAME can stand (RFC 1912, section 2.4). Where the service doesn't
 * say so, only names of two parts are known to be one.
 */
export function isRootDomain({ host, dns }: Pick<Site, 'host' | 'dns'>): boolean {
  return dns?.root_domain ?? (!isIpAddress(host) && dnsNameOf(host).replace(/\.$/, '').split('.').length === 2)
}

/** Whether the service has seen that a site's DNS doesn't point to it. An ALIAS record of a root domain can't be seen. */
export function pointsElsewhere(site: Pick<Site, 'dns' | 'service_cname'>): boolean {
  const { kind } = dnsVerdict(site)
  return !site.dns?.root_domain && (kind === 'missing' || kind === 'differs')
}

/**
 * A name as the DNS panel of its domain wants it: `www`, or `@` for the domain itself. Undefined where the domain isn't
 * known.
 */
export function panelName(name: string, domain: string | null | undefined): string | undefined {
  if (!domain) return undefined
  if (sameName(name, domain)) return '@'
  return name.toLowerCase().endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : undefined
}

/** What a partner can send to whoever manages the host's DNS. */
export function dnsMessage({ host, service_cname, dns }: Pick<Site, 'host' | 'service_cname' | 'dns'>): string {
  const name = dnsNameOf(host)
  const short = panelName(name, dns?.domain)
  return `To bring ${host} live, please create this DNS record where the domain is managed:

  Type:  CNAME
  Name:  ${short === undefined ? name : `${short} (in full: ${name})`}
  Value: ${service_cname ?? ''}

If there is already a record with this name, replace it. The change usually takes effect within an hour, and the site then goes live automatically.
`
}

/** DNS names ignore case and a trailing dot. */
function sameName(a: string, b: string): boolean {
  const normal = (name: string) => name.toLowerCase().replace(/\.$/, '')
  return normal(a) === normal(b)
}

/** Whether a host is an IP address. No DNS record can send its visitors through the service. */
export function isIpAddress(host: string): boolean {
  return /^(?:\[.*\]|\d+(?:\.\d+){3})$/.test(dnsNameOf(host))
}

/** A host's DNS name: the host without its port. */
export function dnsNameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
