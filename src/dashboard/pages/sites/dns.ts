import type { Site } from '../../api/sites.ts'

/** What DNS last showed of a site's CNAME record. */
export type DnsVerdict =
  /** The service does not tell. */
  | { readonly kind: 'untold' }
  /** The service has not asked yet. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'points'; readonly seen: string; readonly at: string }
  | { readonly kind: 'elsewhere'; readonly seen: string; readonly at: string }
  | { readonly kind: 'none'; readonly at: string }

export function dnsVerdict({ dns, service_cname }: Pick<Site, 'dns' | 'service_cname'>): DnsVerdict {
  if (!dns) return { kind: 'untold' }
  const { cname_seen: seen, seen_at: at } = dns
  if (at === null) return { kind: 'unasked' }
  if (seen === null) return { kind: 'none', at }
  return { kind: service_cname && sameName(seen, service_cname) ? 'points' : 'elsewhere', seen, at }
}

/** Names compare without case, and with or without the root's dot. */
function sameName(a: string, b: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')
  return plain(a) === plain(b)
}

/** A host's name in the DNS: without its port. */
export function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
