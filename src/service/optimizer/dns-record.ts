import { isIPv4 } from 'node:net'
import type { Kysely, Transaction } from 'kysely'
import { claimRecord, rightfulClaim } from '../../contract/host-claims.ts'
import { isOptimizerState, type OptimizerState } from '../../contract/index.ts'
import type { RootDns } from '../../contract/root-dns.ts'
import { edgeAddresses, isOfService, isRootDomain, serverNamedBy, withHostname } from '../sites/index.ts'
import type { Database, Schema, Site } from '../database/index.ts'
import { hostnameOf, isSeenHere, pointsAtService } from '../world/dns.ts'
import { recordEvent } from '../events/index.ts'
import { claimOf, claimsTo, withCounterpart } from './host-claims.ts'
import { endIncident, openIncident } from '../incidents/index.ts'
import { watcherLimits } from './limits.ts'
import { rootDnsOf } from './root-dns.ts'
import type { DnsAnswer } from '../world/world.ts'
import type { Services } from '../api/services.ts'
import { resumeAfter, stateByDns } from './next-state.ts'

export type Asking = Pick<Services, 'database' | 'world' | 'log' | 'settings'>

/** What DNS said about a host. */
export interface Seen {
  readonly answer: Exclude<DnsAnswer, { kind: 'silent' }>
  /** The addresses of a host that addresses can bring here, where it has no CNAME: all of them. */
  readonly addresses?: readonly string[] | undefined
  /** Whether a TXT record names the site; undefined where that wasn't asked, or there was no answer. */
  readonly isProved?: boolean | undefined
}

/**
 * Asks DNS about a site's host; undefined without an answer. The TXT record is asked only where several sites have the
 * host, and where a root domain needs it.
 * @param isByAddress whether addresses can bring the host's visitors here
 */
export async function askDns(
  site: Site,
  { database, world }: Asking,
  isByAddress = isRootDomain(hostnameOf(site.host)),
): Promise<Seen | undefined> {
  const hostname = hostnameOf(site.host)
  const wantsAll = site.account_id !== null && isByAddress
  const answer = await (wantsAll ? world.dns.askAll(hostname) : world.dns.ask(hostname))
  if (answer.kind === 'silent') return undefined
  if (pointsAtService(answer, site) === true || site.account_id === null) return { answer }
  const addresses = wantsAll ? addressesIn(answer) : undefined
  const isProofNeeded = addresses !== undefined && isRootDomain(hostname) && site.root_dns !== 'here'
  const isContested = async () => (await claimsTo(database.db, site.host)).some(({ id }) => id !== site.id)
  if (!isProofNeeded && !(await isContested())) return { answer, addresses }
  const { name, value } = claimRecord(hostname, site.service_cname)
  const texts = await world.dns.texts(name)
  if (texts === 'silent') return { answer, addresses }
  const isProved = texts.some((text) => text.trim().toLowerCase().replace(/\.$/, '') === value)
  return { answer, addresses, isProved }
}

function addressesIn(answer: DnsAnswer): readonly string[] | undefined {
  if (answer.kind === 'cname') return undefined
  // name servers give them in turns
  return answer.kind === 'address' ? (answer.all ?? [answer.address]).toSorted() : []
}

/** Stores what DNS said about a site's host, and moves the site to the state that follows from it. */
export async function recordDns(
  site: Site & { readonly plan: string },
  { answer, addresses, isProved }: Seen,
  services: Asking,
): Promise<void> {
  const { database, world, log } = services
  const now = world.clock.now()
  const seen = {
    cname_seen: answer.kind === 'cname' ? answer.target : null,
    cname_seen_at: now,
    ...(isProved === undefined ? {} : { txt_seen: isProved ? 1 : 0 }),
  }
  const after = { ...site, ...seen }
  const others = (await claimsTo(database.db, site.host)).filter(({ id }) => id !== site.id)
  const isTaken = rightfulClaim([claimOf(after), ...others])?.id !== site.id
  const foreign = addresses && (await foreignOf(addresses, services))
  const origin = await originAfter(after, foreign ? serverAmong(foreign, addresses, site) : answer, services)
  const root =
    foreign &&
    rootDnsOf({
      seen: addresses,
      foreign,
      wasHere: isSeenHere(site),
      isProved: after.txt_seen === 1,
      isTaken,
      hasOrigin: (origin.origin ?? site.own_origin ?? site.origin) !== null,
    })
  const to = stateByDns(site, root ? root === 'here' : pointsAtService(answer, site) === true, site.plan)
  const record = async (db: Kysely<Schema>) => {
    const { numUpdatedRows } = await db
      .updateTable('sites')
      .set({
        ...seen,
        host_taken: isTaken ? 1 : 0,
        root_dns: root ?? null,
        addresses_seen: addresses && foreign ? shownOf(addresses, foreign) : null,
        ...origin,
        ...(to && isOptimizerState(site.state)
          ? { state: to, state_since: now, resume_state: resumeAfter(site.state, to, site.resume_state) }
          : {}),
      })
      .where('id', '=', site.id)
      // unless the site was moved or renamed in the meantime: the next check sees that
      .where('state', '=', site.state)
      .where('host', '=', site.host)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (root === 'here' && site.root_dns !== 'here') await endOthers(db, site)
    return true
  }
  if (!to) {
    await record(database.db)
    return
  }
  const isMoved = await database.db.transaction().execute(async (trx) => {
    const isRecorded = await record(trx)
    if (isRecorded) {
      await recordIncident(trx, database.kind, site, { cause: causeOf(answer, root, foreign), to, now })
      await recordEvent(trx, {
        kind: 'site.state',
        actor: 'dns',
        accountId: site.account_id,
        siteId: site.id,
        at: now,
        detail: { host: site.host, from: site.state, to },
      })
    }
    return isRecorded
  })
  if (isMoved) log.info({ site: site.id, from: site.state, to }, 'DNS changed the state of a site')
}

/** Which addresses of a host aren't the edge's. */
export async function foreignOf(addresses: readonly string[], services: Asking): Promise<readonly string[]> {
  const { known } = await edgeAddresses(services)
  return addresses.filter((address) => !known.has(address))
}

/** The addresses that are shown, as JSON: first those that have to be changed. */
export function shownOf(addresses: readonly string[], foreign: readonly string[]): string {
  const others = addresses.filter((address) => !foreign.includes(address))
  return JSON.stringify([...foreign, ...others].slice(0, watcherLimits.addresses))
}

/**
 * The answer in which a root domain names its server. While only some of its records have been changed, those that are left
 * may be forgotten ones, and are the server only where none is known.
 */
function serverAmong(foreign: readonly string[], all: readonly string[], { origin }: Site): DnsAnswer {
  // IPv4 first, as everywhere
  const address = foreign.find(isIPv4) ?? foreign[0]
  return address !== undefined && (foreign.length === all.length || origin === null)
    ? { kind: 'address', address }
    : { kind: 'none' }
}

/** The TXT record that another site had before may be gone already, but its addresses still lead to the edge. */
export async function endOthers(db: Kysely<Schema>, { id, host }: Pick<Site, 'id' | 'host'>): Promise<void> {
  const unproved = 'unproved' satisfies RootDns
  await db
    .updateTable('sites')
    .set({ root_dns: unproved })
    .where('id', 'in', withHostname(db, host).select('id').where('id', '!=', id).where('root_dns', '=', 'here'))
    .execute()
  await db
    .updateTable('sites')
    .set({ counterpart_dns: unproved, counterpart_since: null })
    .where('id', 'in', withCounterpart(db, host).select('id').where('id', '!=', id))
    .execute()
}

/** Why DNS no longer leads to a site. */
function causeOf(answer: DnsAnswer, root: RootDns | undefined, foreign: readonly string[] = []): string {
  if (answer.kind === 'cname') return `CNAME points to ${answer.target}`
  const [address] = foreign
  if (root === undefined) return 'No CNAME record'
  if (address !== undefined) return `${isIPv4(address) ? 'A' : 'AAAA'} record ${address}`
  return root === 'none' ? 'No A or AAAA record' : 'Another site has the TXT record'
}

/**
 * The customer's server after a look at DNS. A site that gets a host which points at the service already can't see where
 * the server is: once DNS has proved whose host it is, it takes over what was known of it.
 */
async function originAfter(
  site: Site,
  answer: DnsAnswer,
  services: Asking,
): Promise<Partial<Pick<Site, 'origin' | 'https'>>> {
  const named = pointsAtService(answer, site) ? undefined : await serverNamedBy(answer, services)
  if (named !== undefined) return { origin: named }
  const isUsable = site.origin !== null && !(await isOfService(site.origin, services))
  const { isPointed, isProved } = claimOf(site)
  if (isUsable || !(isPointed || isProved)) return {}
  const known = await withHostname(services.database.db, site.host)
    .select(['origin', 'https'])
    .where('id', '!=', site.id)
    .where('origin', 'is not', null)
    .orderBy('cname_seen_at', 'desc')
    .execute()
  for (const { origin, https } of known)
    if (origin !== null && !(await isOfService(origin, services))) return { origin, https }
  return {}
}

/** A site that DNS takes off is an incident until DNS takes it live again. */
async function recordIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  site: Site,
  { cause, to, now }: { readonly cause: string; readonly to: OptimizerState; readonly now: number },
): Promise<void> {
  if (site.account_id === null) return
  const subject = { accountId: site.account_id, host: site.host, kind: 'dns' } as const
  if (to !== 'off') return endIncident(trx, kind, subject, 'recovered', now)
  await openIncident(trx, kind, { ...subject, siteId: site.id, severity: 2, cause }, now)
}
