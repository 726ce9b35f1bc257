import type { Transaction } from 'kysely'
import { type deleteAccountSite, deletionRefusal, isOptimized, isOptimizerState } from '../../contract/index.ts'
import { orderFlush } from '../cache/index.ts'
import { deletedState, lifetimes, type Partner, type Schema, type Site } from '../database/index.ts'
import { hostnameOf, normalName, pointsAtService } from '../world/dns.ts'
import { conflict, invalid } from '../api/errors.ts'
import type { CallOf } from '../api/handler.ts'
import { endIncidentsOf } from '../incidents/index.ts'
import { actorOf, recordEvent, recordEvents } from '../events/index.ts'
import { discardMonitors, moveKeyPageMonitor } from '../monitoring/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTimeSql } from '../time/shared-time.ts'
import { hasHost, planSite } from './create.ts'
import { siteOf } from '../api/site-queries.ts'
import { noCounterpart } from './counterpart.ts'

type Call = CallOf<typeof deleteAccountSite>

/** @throws {HttpError} 404; 409 if its state doesn't allow it, or a reseller's CNAME still points at the service */
export async function deleteSite(siteId: string, call: Call): Promise<void> {
  const { partner, account, services } = call
  const site = await siteOf(account, siteId, services)
  requireDeletable(site, partner)
  if (partner.reseller === 1 && site.state === 'proxy only') await requireCnameRemoved(site, partner, services)
  await services.database.db.transaction().execute(async (trx) => {
    const now = await trx.selectFrom('sites').selectAll().where('id', '=', site.id).executeTakeFirst()
    if (now) requireDeletable(now, partner)
    const at = services.world.clock.now()
    await discardMonitors(trx, services.database.kind, { siteIds: [site.id] }, at)
    await endIncidentsOf(trx, services.database.kind, site, at)
    // unless someone else has deleted it in the meantime
    if (await discardSite(trx, site, at))
      await recordEvent(trx, {
        kind: 'site.deleted',
        actor: actorOf(call),
        accountId: account.id,
        siteId: site.id,
        at,
        detail: { host: site.host },
      })
  })
}

/**
 * Takes a site out of its account: nobody can read it any more, and the edge stops serving it. Retention deletes its
 * traffic in small steps, because years of traffic would hold up everybody else, and then its row.
 * @returns whether it was there
 */
async function discardSite(trx: Transaction<Schema>, { id, account_id }: Site, now: number): Promise<boolean> {
  // before the site, as whoever stores one records it as a change of the site
  await trx.deleteFrom('certificates').where('site_id', '=', id).execute()
  const { numUpdatedRows } = await trx
    .updateTable('sites')
    .set({ account_id: null, state: deletedState, next_look_at: now + lifetimes.deletedSites })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function requireDeletable(site: Site, partner: Partner): void {
  if (site.deferred === 1) return
  if (!isOptimizerState(site.state))
    throw conflict(`The optimizer is in the state ${site.state}: the site can't be deleted now.`)
  const refusal = deletionRefusal(site.state, partner.reseller === 1 ? 'reseller' : 'partner')
  if (refusal) throw conflict(refusal)
}

async function requireCnameRemoved(site: Site, partner: Partner, { lookups, world }: Services): Promise<void> {
  const answer = await lookups.run(partner.id, () => world.dns.ask(normalName(hostnameOf(site.host))))
  const points = pointsAtService(answer, site)
  if (points === undefined) throw conflict(`The DNS of ${site.host} can't be read at the moment. Try again later.`)
  if (points) throw conflict(`The CNAME record of ${site.host} still points at ${site.service_cname}. Remove it first.`)
}

/**
 * Changes the host of the account's first site. Its key page follows, its samples stay, and its cache is emptied.
 * @throws {HttpError} 404; 409 for another site; 422 on `new_host`
 */
export async function changeHost(
  siteId: string,
  change: { new_host: string; ignore_ssl_check: boolean },
  call: Call,
): Promise<Site> {
  const { partner, account, services } = call
  const site = await siteOf(account, siteId, services)
  if (site.first !== 1) throw conflict('Only the host of the site that came with the account can be changed.')
  const options = {
    field: 'new_host',
    ignoreSslCheck: change.ignore_ssl_check,
    caller: partner.id,
    reseller: partner.reseller === 1,
  }
  const plan = await planSite(change.new_host, options, services)
  return services.database.db.transaction().execute(async (trx) => {
    if (await hasHost(trx, account, plan.host.host, site.id))
      throw invalid({ new_host: 'is already a site of this account' })
    const now = await trx
      .selectFrom('sites')
      .select(['host', 'state', 'own_origin', 'counterpart'])
      .where('id', '=', site.id)
      .executeTakeFirst()
    const at = services.world.clock.now()
    // before the site is locked, as by whoever opens one
    await endIncidentsOf(trx, services.database.kind, site, at)
    const changed = await trx
      .updateTable('sites')
      .set({
        host: plan.host.host,
        deferred: 0,
        https: plan.https ? 1 : 0,
        check_certificate: plan.checkCertificate ? 1 : 0,
        origin: plan.origin,
        cname_seen: null,
        cname_seen_at: null,
        root_dns: null,
        addresses_seen: null,
        ...(plan.host.host === site.host
          ? {}
          : { host_since: at, txt_seen: 0, host_taken: 0, own_origin: null, origin_host: null, ...noCounterpart }),
        next_look_at: sharedTimeSql(services),
        // the CNAME of the new host hasn't been seen yet
        ...(isOptimizerState(now?.state) && isOptimized(now.state) ? { state: 'preview', state_since: at } : {}),
        resume_state: 'preview',
      })
      .where('id', '=', site.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await moveKeyPageMonitor(trx, changed, services)
    await orderFlush(trx, changed.id, services)
    const { host, state } = changed
    const common = { actor: actorOf(call), accountId: account.id, siteId: site.id, at } as const
    const before = now ?? site
    await recordEvents(trx, [
      ...(host === before.host ? [] : [{ ...common, kind: 'site.host', detail: { host, from: before.host } } as const]),
      ...(before.own_origin === changed.own_origin
        ? []
        : [
            {
              ...common,
              kind: 'site.origin',
              detail: { host, from: before.own_origin, to: changed.own_origin },
            } as const,
          ]),
      ...(host === before.host || before.counterpart === null
        ? []
        : [
            {
              ...common,
              kind: 'site.redirect',
              detail: { host: before.host, from: before.counterpart, to: 'off' },
            } as const,
          ]),
      ...(state === before.state
        ? []
        : [{ ...common, kind: 'site.state', detail: { host, from: before.state, to: state } } as const]),
    ])
    return changed
  })
}
