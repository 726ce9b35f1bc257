import { isIP } from 'node:net'
import { dnsLimits, firstUseful, isAnswer, NameServers } from '../../shared/guard/index.ts'
import type { Site } from '../database/index.ts'
import type { Dns, DnsAnswer } from './world.ts'

/** @param servers `address` or `address:port`; empty for the system's */
export function realDns(servers: readonly string[], attemptMs = dnsLimits.attempt): Dns {
  const nameServers = new NameServers(servers, attemptMs)
  const ask = async (hostname: string, addressesOf: typeof addressOf): Promise<DnsAnswer> => {
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare)) return { kind: 'address', address: bare }
    // RFC 6761, section 6.3: localhost is never looked up
    if (/(^|\.)localhost$/.test(bare)) return { kind: 'address', address: '127.0.0.1' }
    const target = await first(nameServers.ask((dns) => dns.resolveCname(bare)))
    if (target === 'silent') return { kind: 'silent' }
    return target === undefined ? addressesOf(nameServers, bare) : { kind: 'cname', target: normalName(target) }
  }
  return {
    ask: (hostname) => ask(hostname, addressOf),
    askAll: (hostname) => ask(hostname, allAddressesOf),
    async texts(name) {
      const texts = await listed(nameServers.ask((dns) => dns.resolveTxt(name)))
      // a record is made of pieces of at most 255 bytes
      return texts === 'silent' ? texts : texts.map((pieces) => pieces.join(''))
    },
  }
}

async function addressOf(nameServers: NameServers, name: string): Promise<DnsAnswer> {
  const v4 = first(nameServers.ask((dns) => dns.resolve4(name)))
  const v6 = first(nameServers.ask((dns) => dns.resolve6(name)))
  const found = await firstUseful(addresses(v4, 4), addresses(v6, 6)).catch(() => undefined)
  const address = found?.addresses[0]?.address
  if (address !== undefined) return { kind: 'address', address }
  return { kind: (await v4) === 'silent' || (await v6) === 'silent' ? 'silent' : 'none' }
}

async function allAddressesOf(nameServers: NameServers, name: string): Promise<DnsAnswer> {
  const answers = await Promise.all([
    listed(nameServers.ask((dns) => dns.resolve4(name))),
    listed(nameServers.ask((dns) => dns.resolve6(name))),
  ])
  const all = answers.flatMap((answer) => (answer === 'silent' ? [] : answer))
  const [address] = all
  if (answers.includes('silent')) return { kind: 'silent' }
  return address === undefined ? { kind: 'none' } : { kind: 'address', address, all }
}

async function addresses(answer: Promise<string | undefined>, family: number) {
  const address = await answer
  return { addresses: address === undefined || address === 'silent' ? [] : [{ address, family }] }
}

async function first(answer: Promise<string[]>): Promise<string | undefined> {
  const all = await listed(answer)
  return all === 'silent' ? all : all[0]
}

/** The records of an answer, none where it says that there are none. */
async function listed<T>(answer: Promise<T[]>): Promise<T[] | 'silent'> {
  try {
    return await answer
  } catch (error) {
    return isAnswer(error) ? [] : 'silent'
  }
}

/** A name for comparing: in lower case, without a final dot. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** Whether the host points at the service, undefined if DNS didn't answer. */
export function pointsAtService(
  answer: DnsAnswer,
  { service_cname }: { readonly service_cname: string },
): boolean | undefined {
  if (answer.kind === 'silent') return undefined
  return answer.kind === 'cname' && answer.target === service_cname
}

/** Whether a site's host was last seen leading to the service: by its CNAME, or a root domain by its addresses. */
export function isSeenHere({ cname_seen, service_cname, root_dns }: SeenDns): boolean {
  return cname_seen === service_cname || root_dns === 'here'
}

type SeenDns = Pick<Site, 'cname_seen' | 'service_cname' | 'root_dns'>

/** The customer's server, if the answer names one. For a CNAME it's the target. */
export function originBy(answer: DnsAnswer): { origin?: string } {
  if (answer.kind === 'cname') return { origin: answer.target }
  return answer.kind === 'address' ? { origin: answer.address } : {}
}

/** The host of an address with its port, as sites have it: without the final dot of its name. */
export function hostIn(url: URL): string {
  return url.host.replace(/\.(?=:|$)/, '')
}

/** A host without its port. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
