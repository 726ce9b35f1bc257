import type { Kysely } from 'kysely'
import { isOptimizerState } from '../../contract/index.ts'
import type { Schema, Site } from '../database/index.ts'
import { hostnameOf, originBy, pointsAtService } from '../dns.ts'
import { discardMonitors } from '../monitoring/index.ts'
import { Poller } from '../poller.ts'
import type { Services } from '../services.ts'
import { resumeAfter, stateByDns, watchedStates } from './rules.ts'

/** How many sites are checked at once. */
const batchSize = 50
/** How often to look for sites that are due, ms. */
const pollIntervalMs = 1000
/** Sites without an owner that are deleted at a time. */
const maxDeleted = 100
/** A site without an owner is deleted after this time, ms. */
const ownerlessLifetime = 7 * 24 * 3600_000

/** Checks the DNS of every watched site at least every DNS_INTERVAL seconds, and changes its state accordingly. */
export class DnsWatcher {
  readonly #services: Services
  readonly #poller: Poller

  constructor(services: Services) {
    this.#services = services
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs: pollIntervalMs,
      work: () => this.#pollAll(),
      failure: 'watching DNS failed',
    })
  }

  start(): void {
    this.#poller.start()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Checks every site that is due. */
  async #pollAll(): Promise<void> {
    for (;;) {
      const sites = await this.#claim()
      await Promise.all(sites.map((site) => this.#poll(site)))
      if (sites.length < batchSize || this.#poller.stopped) break
    }
    await this.#deleteOwnerless()
  }

  /** Claims due sites for this process by setting their next check before DNS is asked. */
  async #claim(): Promise<(Site & { plan: string })[]> {
    const { database, settings, world } = this.#services
    const now = world.clock.now()
    let due = database.db
      .selectFrom('sites')
      .select('id')
      .where('state', 'in', watchedStates)
      .where('deferred', '=', 0)
      .where('next_look_at', '<=', now)
      .orderBy('next_look_at')
      .limit(batchSize)
    if (database.kind === 'postgres') due = due.forUpdate().skipLocked()
    // a little early, so that a check that has to wait is still on time
    const next = now + Math.max(pollIntervalMs, settings.dnsInterval * 1000 - 2 * pollIntervalMs)
    const claimed = await database.db
      .updateTable('sites')
      .set({ next_look_at: next })
      .where('id', 'in', due)
      .returningAll()
      .execute()
    if (claimed.length === 0) return []
    const owners = claimed.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]))
    const plans =
      owners.length === 0
        ? []
        : await database.db.selectFrom('accounts').select(['id', 'plan']).where('id', 'in', owners).execute()
    const planOf = new Map(plans.map(({ id, plan }) => [id, plan]))
    return claimed.map((site) => ({ ...site, plan: planOf.get(site.account_id ?? '') ?? 'free' }))
  }

  async #poll(site: Site & { plan: string }): Promise<void> {
    const { database, world, log } = this.#services
    const answer = await world.dns.ask(hostnameOf(site.host))
    if (answer.kind === 'silent') return
    const to = stateByDns(site, answer, site.plan)
    await database.db
      .updateTable('sites')
      .set({
        cname_seen: answer.kind === 'cname' ? answer.target : null,
        cname_seen_at: world.clock.now(),
        ...(pointsAtService(answer, site) ? {} : originBy(answer)),
        ...(to && isOptimizerState(site.state)
          ? { state: to, resume_state: resumeAfter(site.state, to, site.resume_state) }
          : {}),
      })
      .where('id', '=', site.id)
      // unless the site was moved or renamed in the meantime: the next check sees that
      .where('state', '=', site.state)
      .where('host', '=', site.host)
      .execute()
    if (to) log.info({ site: site.id, from: site.state, to }, 'DNS changed the state of a site')
  }

  async #deleteOwnerless(): Promise<void> {
    const { database, world } = this.#services
    const before = world.clock.now() - ownerlessLifetime
    const expired = (db: Kysely<Schema>) =>
      db
        .selectFrom('sites')
        .select('id')
        .where('account_id', 'is', null)
        .where('created_at', '<', before)
        .where((eb) => eb.or([eb('cname_seen', 'is', null), eb('cname_seen', '!=', eb.ref('service_cname'))]))
        .limit(maxDeleted)
        .execute()
    // most of the time there is none, and no transaction is needed to see that
    if ((await expired(database.db)).length === 0) return
    await database.db.transaction().execute(async (trx) => {
      const siteIds = (await expired(trx)).map(({ id }) => id)
      if (siteIds.length === 0) return
      await discardMonitors(trx, { siteIds })
      await trx.deleteFrom('sites').where('id', 'in', siteIds).execute()
    })
  }
}
