/** A record to create, with one value or several. */
export interface DnsRecord {
  readonly type: 'CNAME' | 'A' | 'AAAA' | 'TXT'
  readonly name: string
  /** None where there must be no such record. */
  readonly values: readonly string[]
}

interface DnsOfHost {
  readonly host: string
  readonly service_cname?: string | null | undefined
  readonly dns?:
    | {
        readonly addresses?:
          | {
              readonly expected: readonly string[]
              readonly seen: readonly string[]
              readonly txt: { readonly name: string; readonly value: string }
            }
          | undefined
      }
    | null
    | undefined
}

/**
 * The records that bring a host's visitors to the service. An IP address has none, nor has a root domain while the service has no
 * address.
 */
export function dnsRecords({ host, service_cname: target, dns }: DnsOfHost): readonly DnsRecord[] {
  if (isIpAddress(host)) return []
  const name = dnsNameOf(host)
  const root = dns?.addresses
  if (!root) return target ? [{ type: 'CNAME', name, values: [target] }] : []
  if (root.expected.length === 0) return []
  const family = (type: 'A' | 'AAAA') => {
    const values = root.expected.filter((address) => familyOf(address) === type)
    // one that is left over has to go
    const isShown = values.length > 0 || root.seen.some((address) => familyOf(address) === type)
    return isShown ? [{ type, name, values }] : []
  }
  return [...family('A'), ...family('AAAA'), { type: 'TXT', name: root.txt.name, values: [root.txt.value] }]
}

/** The type of record that holds an address. */
export const familyOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/** Whether a host is an IP address. No DNS record can send its visitors through the service. */
export function isIpAddress(host: string): boolean {
  return /^(?:\[.*\]|\d+(?:\.\d+){3})$/.test(dnsNameOf(host))
}

/** A host's DNS name: the host without its port. */
export function dnsNameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
