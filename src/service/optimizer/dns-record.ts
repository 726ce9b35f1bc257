import type { Kysely, Transaction } from 'kysely'
import { claimRecord, rightfulClaim } from '../../contract/host-claims.ts'
import { isOptimizerState, type OptimizerState } from '../../contract/index.ts'
import { isOfService, serverNamedBy } from '../sites/index.ts'
import type { Database, Schema, Site } from '../database/index.ts'
import { hostnameOf, pointsAtService } from '../world/dns.ts'
import { recordEvent } from '../events/index.ts'
import { claimOf, claimsTo, withHostname } from './host-claims.ts'
import { endIncident, openIncident } from '../incidents/index.ts'
import type { DnsAnswer } from '../world/world.ts'
import type { Services } from '../api/services.ts'
import { resumeAfter, stateByDns } from './next-state.ts'

type Asking = Pick<Services, 'database' | 'world' | 'log' | 'settings'>

/** What DNS said about a site's host. */
interface Seen {
  readonly answer: Exclude<DnsAnswer, { kind: 'silent' }>
  /** Whether a TXT record names the site; undefined where that wasn't asked, or there was no answer. */
  readonly isProved?: boolean | undefined
}

/** Asks DNS about a site's host; undefined without an answer. The TXT record is asked only where several sites have the host. */
export async function askDns(site: Site, { database, world }: Asking): Promise<Seen | undefined> {
  const hostname = hostnameOf(site.host)
  const answer = await world.dns.ask(hostname)
  if (answer.kind === 'silent') return undefined
  if (pointsAtService(answer, site) === true || site.account_id === null) return { answer }
  if ((await claimsTo(database.db, site.host)).length < 2) return { answer }
  const { name, value } = claimRecord(hostname, site.service_cname)
  const texts = await world.dns.texts(name)
  if (texts === 'silent') return { answer }
  return { answer, isProved: texts.some((text) => text.trim().toLowerCase().replace(/\.$/, '') === value) }
}

/** Stores what DNS said about a site's host, and moves the site to the state that follows from it. */
export async function recordDns(
  site: Site & { readonly plan: string },
  { answer, isProved }: Seen,
  services: Asking,
): Promise<void> {
  const { database, world, log } = services
  const to = stateByDns(site, answer, site.plan)
  const now = world.clock.now()
  const seen = {
    cname_seen: answer.kind === 'cname' ? answer.target : null,
    cname_seen_at: now,
    ...(isProved === undefined ? {} : { txt_seen: isProved ? 1 : 0 }),
  }
  const after = { ...site, ...seen }
  const others = (await claimsTo(database.db, site.host)).filter(({ id }) => id !== site.id)
  const isTaken = rightfulClaim([claimOf(after), ...others])?.id !== site.id
  const origin = await originAfter(after, answer, services)
  const record = async (db: Kysely<Schema>) => {
    const { numUpdatedRows } = await db
      .updateTable('sites')
      .set({
        ...seen,
        host_taken: isTaken ? 1 : 0,
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
    return numUpdatedRows > 0n
  }
  if (!to) {
    await record(database.db)
    return
  }
  const isMoved = await database.db.transaction().execute(async (trx) => {
    const isRecorded = await record(trx)
    if (isRecorded) {
      await recordIncident(trx, database.kind, site, { answer, to, now })
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
  { answer, to, now }: { readonly answer: DnsAnswer; readonly to: OptimizerState; readonly now: number },
): Promise<void> {
  if (site.account_id === null) return
  const subject = { accountId: site.account_id, host: site.host, kind: 'dns' } as const
  if (to !== 'off') return endIncident(trx, kind, subject, 'recovered', now)
  const cause = answer.kind === 'cname' ? `CNAME points to ${answer.target}` : 'No CNAME record'
  await openIncident(trx, kind, { ...subject, siteId: site.id, severity: 2, cause }, now)
}
