import { readFileSync } from 'node:fs'
import { Resolver as DnsResolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { bounds } from '../bounds.ts'

export interface Address {
  readonly address: string
  /** 4 or 6 */
  readonly family: number
}

/** Resolves a host name to addresses; rejects if there are none. */
export interface Resolver {
  lookup(host: string): Promise<readonly Address[]>
}

/**
 * Queries these name servers (`address` or `address:port`), or the machine's own and its hosts file if there are none.
 * The first attempt takes up to `attemptMs`, later ones longer.
 * Names under localhost always resolve to loopback (RFC 6761, section 6.3).
 *
 * Doesn't use getaddrinfo: a silent name server would block the few threads that the whole process shares.
 */
export function resolverFor(servers: readonly string[], attemptMs = bounds.dns.attempt): Resolver {
  const dns = new DnsResolver({ timeout: attemptMs, tries: bounds.dns.tries })
  if (servers.length > 0) dns.setServers([...servers])
  return {
    async lookup(host) {
      if (/(^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }]
      const known = servers.length > 0 ? [] : hostsEntries(host)
      if (known.length > 0) return known
      const [v4, v6] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
      const found = [...addresses(v4, 4), ...addresses(v6, 6)].slice(0, bounds.dns.addresses)
      if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error('the name has no address')
      return found
    },
  }
}

function addresses(answer: PromiseSettledResult<string[]>, family: number): Address[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

/** A name's addresses in the machine's hosts file, IPv4 first. */
function hostsEntries(host: string): readonly Address[] {
  const name = host.toLowerCase().replace(/\.$/, '')
  return readHosts()
    .filter(({ names }) => names.includes(name))
    .map(({ address }) => ({ address, family: isIP(address) }))
    .toSorted((a, b) => a.family - b.family)
}

interface HostsLine {
  readonly address: string
  readonly names: readonly string[]
}

/** How long the file's contents are cached, ms. */
const hostsMaxAge = 5000
let hosts: { readonly lines: readonly HostsLine[]; readonly until: number } = { lines: [], until: 0 }

function readHosts(): readonly HostsLine[] {
  if (performance.now() < hosts.until) return hosts.lines
  let text = ''
  try {
    text = readFileSync('/etc/hosts', 'utf8')
  } catch {
    // there is no hosts file
  }
  const lines = text.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    return isIP(address) ? [{ address, names: names.map((name) => name.toLowerCase()) }] : []
  })
  hosts = { lines, until: performance.now() + hostsMaxAge }
  return lines
}
