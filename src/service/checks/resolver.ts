import { Resolver as DnsResolver, lookup } from 'node:dns/promises'

export interface Address {
  readonly address: string
  /** 4 or 6 */
  readonly family: number
}

/** Resolves a host name to addresses; rejects if there are none. */
export interface Resolver {
  lookup(host: string): Promise<readonly Address[]>
}

/** The machine's own resolver: its hosts file and its name servers. */
export function systemResolver(): Resolver {
  return { lookup: (host) => lookup(host, { all: true, order: 'ipv4first' }) }
}

/**
 * Queries only these name servers (`address` or `address:port`). Names under localhost always resolve to loopback
 * (RFC 6761, section 6.3).
 */
export function serverResolver(servers: readonly string[]): Resolver {
  const dns = new DnsResolver({ timeout: 2000, tries: 3 })
  dns.setServers([...servers])
  return {
    async lookup(host) {
      if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }]
      const [v4, v6] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
      const found = [...addresses(v4, 4), ...addresses(v6, 6)]
      if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error('the name has no address')
      return found
    },
  }
}

function addresses(answer: PromiseSettledResult<string[]>, family: number): Address[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
