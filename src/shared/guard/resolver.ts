import { readFileSync } from 'node:fs'
import type { RecordWithTtl } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { dnsLimits } from './limits.ts'
import { orAborted } from './failure.ts'
import { isAnswer, NameServers } from './name-servers.ts'

export interface Address {
  readonly address: string
  /** 4 or 6 */
  readonly family: number
}

/** What a look-up found. */
export interface Found {
  readonly addresses: readonly Address[]
  /** What comes after `addresses`, perhaps nothing; never rejects. Undefined if nothing more comes. */
  readonly later?: Promise<Found> | undefined
  /** How long it may be kept, ms; not at all if undefined. */
  readonly ttl?: number | undefined
}

/** Resolves a host name to addresses; rejects if there are none. */
export interface Resolver {
  lookup(host: string): Promise<Found>
  /** Asks again next time, where answers are kept. */
  forget?(host: string): void
}

/** How long the other family's addresses are waited for, ms (RFC 8305, section 3: "Resolution Delay"). */
const resolutionDelay = 50

/**
 * Queries these name servers (`address` or `address:port`), or the machine's own and its hosts file if there are none.
 * The first attempt takes up to `attemptMs`, later ones longer.
 * Names under localhost always resolve to loopback (RFC 6761, section 6.3).
 *
 * Doesn't use getaddrinfo: a silent name server would block the few threads that the whole process shares.
 */
export function resolverFor(servers: readonly string[], attemptMs = dnsLimits.attempt): Resolver {
  const nameServers = new NameServers(servers, attemptMs)
  return {
    async lookup(host) {
      if (/(^|\.)localhost\.?$/i.test(host)) return { addresses: [{ address: '127.0.0.1', family: 4 }] }
      const known = servers.length > 0 ? [] : hostsEntries(host)
      if (known.length > 0) return { addresses: known }
      return firstUseful(
        nameServers.ask((dns) => dns.resolve4(host, { ttl: true })).then((records) => answerOf(records, 4)),
        nameServers.ask((dns) => dns.resolve6(host, { ttl: true })).then((records) => answerOf(records, 6)),
      )
    },
  }
}

/**
 * For servers that the operator names: asks the machine's own name servers, and the machine itself about names that they don't
 * know, as it may complete them.
 */
export function machineResolver(
  nameServers: Resolver = resolverFor([]),
  machine = (host: string): Promise<Address[]> => lookup(host, { all: true }),
): Resolver {
  return {
    async lookup(host) {
      try {
        return await nameServers.lookup(host)
      } catch (error) {
        if (!isAnswer(error)) throw error
        return { addresses: await machine(host) }
      }
    },
  }
}

/**
 * What both families have answered shortly after the first of them had an address; the rest comes later (RFC 8305, section
 * 3). IPv4 comes first, because many machines have nothing else.
 * @throws what IPv4 failed with, if neither has an address
 */
export async function firstUseful(v4: Promise<Found>, v6: Promise<Found>): Promise<Found> {
  const answers: [Found?, Found?] = []
  const failed: { reason?: unknown } = {}
  const both = Promise.all(
    [v4, v6].map(async (answer, i) => {
      try {
        answers[i] = await answer
      } catch (error) {
        answers[i] = nothing
        if (i === 0) failed.reason = error
      }
    }),
  )
  // where one has no address, only the other counts
  await Promise.any([both, ...[v4, v6].map(async (answer) => (await answer).addresses[0] ?? Promise.reject())])
  const isComplete = await orAborted(both, AbortSignal.timeout(resolutionDelay)).then(
    () => true,
    () => false,
  )
  const [first, second] = [...answers]
  const found = merged(first ?? nothing, second ?? nothing)
  if (isComplete && found.addresses.length === 0) throw failed.reason ?? new Error('the name has no address')
  const later = isComplete ? undefined : both.then(() => answers[first ? 1 : 0] ?? nothing)
  return { ...found, later }
}

const nothing: Found = { addresses: [] }

/** What two answers say together. */
export function merged(one: Found, other: Found): Found {
  const addresses = [...one.addresses, ...other.addresses].slice(0, dnsLimits.addresses)
  const ttls = [one, other].flatMap(({ ttl }) => ttl ?? [])
  return { addresses, ttl: ttls.length > 0 ? Math.min(...ttls) : undefined }
}

function answerOf(records: readonly RecordWithTtl[], family: number): Found {
  const ttl = records.length > 0 ? Math.min(...records.map((record) => record.ttl)) * 1000 : undefined
  return { addresses: records.slice(0, dnsLimits.addresses).map(({ address }) => ({ address, family })), ttl }
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
