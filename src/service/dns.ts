import { isIP } from 'node:net'
import { Resolver } from 'node:dns/promises'
import type { Dns, DnsAnswer } from './world.ts'

/** Answers that say that there is no such record, as against none at all. */
const negative = new Set(['ENODATA', 'ENOTFOUND'])

/** @param servers `address` or `address:port`; empty for the system's */
export function realDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    async ask(hostname) {
      const bare = hostname.replace(/^\[|\]$/g, '')
      if (isIP(bare)) return { kind: 'address', address: bare }
      // RFC 6761, section 6.3: never asked of a server
      if (/(^|\.)localhost$/.test(bare)) return { kind: 'address', address: '127.0.0.1' }
      const target = await first(() => resolver.resolveCname(bare))
      if (target === 'silent') return { kind: 'silent' }
      if (target !== undefined) return { kind: 'cname', target: normalName(target) }
      return addressOf(resolver, bare)
    },
  }
}

async function addressOf(resolver: Resolver, name: string): Promise<DnsAnswer> {
  const [v4, v6] = await Promise.all([first(() => resolver.resolve4(name)), first(() => resolver.resolve6(name))])
  const address = [v4, v6].find((found) => found !== undefined && found !== 'silent')
  if (address !== undefined) return { kind: 'address', address }
  return { kind: v4 === 'silent' || v6 === 'silent' ? 'silent' : 'none' }
}

async function first(ask: () => Promise<string[]>): Promise<string | undefined> {
  try {
    return (await ask())[0]
  } catch (error) {
    return error instanceof Error && 'code' in error && negative.has(String(error.code)) ? undefined : 'silent'
  }
}

/** Names compare without case, and a last dot says nothing. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** Whether an answer says that the host points at the service; undefined where it says nothing. */
export function pointsAtService(
  answer: DnsAnswer,
  { service_cname }: { readonly service_cname: string },
): boolean | undefined {
  if (answer.kind === 'silent') return undefined
  return answer.kind === 'cname' && answer.target === service_cname
}

/** The customer's server, as far as an answer names one: a CNAME is kept as its target. */
export function originBy(answer: DnsAnswer): { origin?: string } {
  if (answer.kind === 'cname') return { origin: answer.target }
  return answer.kind === 'address' ? { origin: answer.address } : {}
}

/** The name in a host, without its port. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
