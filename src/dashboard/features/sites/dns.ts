import { dnsNameOf, dnsRecords, isIpAddress } from '../../../contract/dns-records.ts'
import type { RootDns } from '../../../contract/root-dns.ts'
import type { Site } from './reads.ts'

/** What the service last saw of a site's DNS records. */
export type DnsVerdict =
  /** The service doesn't report it. */
  | { readonly kind: 'not reported' }
  /** The service hasn't checked yet. */
  | { readonly kind: 'not checked' }
  | { readonly kind: 'matches'; readonly at: string }
  | { readonly kind: 'differs'; readonly at: string }
  | { readonly kind: 'missing'; readonly at: string }
  /** Of a root domain: all but the TXT record match. */
  | { readonly kind: 'unproved'; readonly at: string }
  /** Of a root domain: they match, but the service doesn't know the site's server. */
  | { readonly kind: 'no origin'; readonly at: string }

export function dnsVerdict({ dns, service_cname }: Pick<Site, 'dns' | 'service_cname'>): DnsVerdict {
  if (!dns) return { kind: 'not reported' }
  const { cname_seen: seen, seen_at: at, addresses } = dns
  if (at === null) return { kind: 'not checked' }
  if (seen !== null && service_cname && sameName(seen, service_cname)) return { kind: 'matches', at }
  if (addresses) return addresses.verdict === null ? { kind: 'not checked' } : rootVerdict(addresses.verdict, at)
  return { kind: seen === null ? 'missing' : 'differs', at }
}

const rootKinds = {
  none: 'missing',
  elsewhere: 'differs',
  partly: 'differs',
  unproved: 'unproved',
  'no-origin': 'no origin',
  here: 'matches',
} as const satisfies Record<RootDns, DnsVerdict['kind']>

function rootVerdict(verdict: string, at: string): DnsVerdict {
  return isRootDns(verdict) ? { kind: rootKinds[verdict], at } : { kind: 'not reported' }
}

const isRootDns = (verdict: string): verdict is RootDns => Object.hasOwn(rootKinds, verdict)

type DnsOfSite = Pick<Site, 'host' | 'service_cname' | 'dns'>

/** The records as the zone file of the site's domain has them (RFC 1035, section 5). */
export function zoneLines(site: DnsOfSite): readonly string[] {
  return dnsRecords(site).flatMap(({ type, name, values }) =>
    values.map((value) => {
      const data = type === 'CNAME' ? `${value}.` : type === 'TXT' ? `"${value}"` : value
      return `${panelName(name, site.dns?.domain) ?? `${name}.`} ${type} ${data}`
    }),
  )
}

/** Whether the service has addresses that a root domain can use. */
export function hasAddresses({ dns }: Pick<Site, 'dns'>): boolean {
  return (dns?.addresses?.expected.length ?? 0) > 0
}

/**
 * Whether a host is a root domain, at whose zone's apex no CNAME can stand (RFC 1912, section 2.4). Where the service doesn't
 * say so, only names of two parts are known to be one.
 */
export function isRootDomain({ host, dns }: Pick<Site, 'host' | 'dns'>): boolean {
  return dns?.root_domain ?? (!isIpAddress(host) && dnsNameOf(host).replace(/\.$/, '').split('.').length === 2)
}

/** Whether a site is at a root domain whose ALIAS record the service wouldn't see: it doesn't report addresses. */
export function isUnseenRoot(site: Pick<Site, 'host' | 'dns'>): boolean {
  return isRootDomain(site) && !site.dns?.addresses
}

/** Whether the service has seen that a site's DNS doesn't point to it. */
export function pointsElsewhere(site: Pick<Site, 'dns' | 'service_cname'>): boolean {
  const { kind } = dnsVerdict(site)
  const isSeen = !site.dns?.root_domain || site.dns.addresses !== undefined
  return isSeen && (kind === 'missing' || kind === 'differs')
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
export function dnsMessage(site: DnsOfSite): string {
  const records = dnsRecords(site).flatMap(({ type, name, values }) => {
    const short = panelName(name, site.dns?.domain)
    const shown = short === undefined ? name : `${short} (in full: ${name})`
    return values.map((value) => `  Type:  ${type}\n  Name:  ${shown}\n  Value: ${value}\n`)
  })
  const [these, others] = site.dns?.addresses
    ? ['these DNS records', 'If there are other A or AAAA records with this name, remove them.']
    : ['this DNS record', 'If there is already a record with this name, replace it.']
  return `To bring ${site.host} live, please create ${these} where the domain is managed:

${records.join('\n')}
${others} The change usually takes effect within an hour, and the site then goes live automatically.
`
}

/** What a partner can send to the customer once the site is live. */
export function liveMessage(host: string): string {
  return `${dnsNameOf(host)} is live: its visitors now get cached, compressed pages from the edge. There is nothing more to do.
`
}

/** DNS names ignore case and a trailing dot. */
function sameName(a: string, b: string): boolean {
  const normal = (name: string) => name.toLowerCase().replace(/\.$/, '')
  return normal(a) === normal(b)
}
