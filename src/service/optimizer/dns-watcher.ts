import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { optimizerStates } from '../../contract/index.ts'
import { watcherLimits } from './limits.ts'
import { deletedState, lifetimes, type Schema, type Site, withClaimable } from '../database/index.ts'
import { discardMonitors } from '../monitoring/index.ts'
import { Poller } from '../../shared/poller.ts'
import type { Services } from '../api/services.ts'
import { sharedTimeIn, sharedTimeSql } from '../time/shared-time.ts'
import { lookAtDns } from './look-at-dns.ts'

/** A site whose DNS hasn't answered for this long lets another one begin, ms. */
const quickMs = 1000
/** How often to look for sites that are due, ms. */
const pollIntervalMs = 1000
/** Sites without an owner that are deleted at a time. */
const maxDeleted = 100

const failure = 'watching DNS failed'

/** Checks the DNS of every site at least every DNS_INTERVAL seconds, and changes its state where DNS decides that. */
export class DnsWatcher {
  readonly #services: Services
  readonly #poller: Poller
  /** The checks in progress, by site. */
  readonly #running = new Map<string, Promise<void>>()
  /** How many of them have just begun. */
  #quick = 0
  /** Whether sites may be waiting for one of them to end. */
  #isFull = false

  constructor(services: Services) {
    this.#services = services
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs: pollIntervalMs,
      work: () => this.#pollAll(),
      failure,
    })
  }

  start(): void {
    this.#poller.start()
  }

  /** Waits for the checks in progress. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    await Promise.all(this.#running.values())
  }

  /** Begins to check sites that are due. Each is on its own, so silent name servers hold up no other site for long. */
  async #pollAll(): Promise<void> {
    const { watched, watchedInAll } = watcherLimits
    this.#isFull = false
    while (!this.#poller.stopped) {
      const free = Math.min(watched - this.#quick, watchedInAll - this.#running.size)
      const sites = free > 0 ? await this.#claim(free) : []
      for (const site of sites) if (!this.#running.has(site.id)) this.#begin(site)
      if (sites.length < free) break
      if (free <= 0) {
        this.#isFull = true
        return
      }
    }
  }

  #begin(site: Site & { plan: string }): void {
    const { log, world } = this.#services
    let isQuick = true
    this.#quick++
    const letNextBegin = () => {
      if (isQuick) this.#quick--
      isQuick = false
      if (this.#isFull) this.#poller.wake()
    }
    const cancel = world.clock.after(quickMs, letNextBegin)
    const check = async () => {
      try {
        await this.#check(site)
      } catch (error) {
        log.error({ err: error, site: site.id }, failure)
      } finally {
        cancel()
        this.#running.delete(site.id)
        letNextBegin()
      }
    }
    this.#running.set(site.id, check())
  }

  /** Claims due sites for this process by setting their next check before DNS is asked. */
  async #claim(limit: number): Promise<(Site & { plan: string })[]> {
    const { database, settings } = this.#services
    const due = database.db
      .selectFrom('sites')
      .select('id')
      .where('state', 'in', optimizerStates)
      .where('deferred', '=', 0)
      .where('next_look_at', '<=', sharedTimeSql(this.#services))
      .orderBy('next_look_at')
      .limit(limit)
    // a little early, so that a check that has to wait is still on time
    const nextIn = Math.max(pollIntervalMs, settings.dnsInterval * 1000 - 2 * pollIntervalMs)
    const claimed = await withClaimable(database, due)
      .updateTable('sites')
      .set({ next_look_at: sharedTimeIn(nextIn, this.#services) })
      .where('id', 'in', (eb) => eb.selectFrom('claimable').select('id'))
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

  async #check(site: Site & { plan: string }): Promise<void> {
    await lookAtDns(site, this.#services)
    if (this.#isExpired(site)) await this.#deleteExpired((eb) => eb('id', '=', site.id))
  }

  #isExpired({ account_id, created_at }: Pick<Site, 'account_id' | 'created_at'>): boolean {
    return account_id === null && created_at < this.#expiry()
  }

  #expiry(): number {
    return this.#services.world.clock.now() - lifetimes.ownerlessSites
  }

  /** Deletes sites that nobody has claimed in time and that don't point at the service. */
  async #deleteExpired(which: (eb: ExpressionBuilder<Schema, 'sites'>) => Expression<SqlBool>): Promise<void> {
    const { db, kind } = this.#services.database
    const expired = (from: Kysely<Schema>) =>
      from
        .selectFrom('sites')
        .select('id')
        .where('account_id', 'is', null)
        .where('state', '!=', deletedState)
        .where('created_at', '<', this.#expiry())
        .where((eb) => eb.or([eb('cname_seen', 'is', null), eb('cname_seen', '!=', eb.ref('service_cname'))]))
        .where(which)
        .limit(maxDeleted)
        .execute()
    // most of the time there is none, and no transaction is needed to see that
    if ((await expired(db)).length === 0) return
    await db.transaction().execute(async (trx) => {
      const siteIds = (await expired(trx)).map(({ id }) => id)
      if (siteIds.length === 0) return
      await discardMonitors(trx, kind, { siteIds }, this.#services.world.clock.now())
      await trx.deleteFrom('sites').where('id', 'in', siteIds).execute()
    })
  }
}
