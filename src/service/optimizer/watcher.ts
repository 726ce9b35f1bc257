import { isOptimizerState } from '../../contract/index.ts'
import type { Site } from '../database/index.ts'
import type { Services } from '../services.ts'
import { hostnameOf, originBy, pointsAtService } from '../dns.ts'
import { resumeAfter, stateByDns, watchedStates } from './rules.ts'

/** Sites asked about at once. */
const batch = 50
/** How often to look for sites that are due, ms. */
const every = 1000
/** A site that nobody owns goes after so long, ms. */
const ownerless = 7 * 24 * 3600_000

/** Asks DNS about every watched site at least every DNS_INTERVAL seconds, and moves it by what DNS says. */
export class DnsWatcher {
  readonly #services: Services
  #cancel: (() => void) | undefined
  #looking: Promise<void> | undefined
  #stopped = false

  constructor(services: Services) {
    this.#services = services
  }

  start(): void {
    this.#looking = this.#round()
      .catch((error: unknown) => this.#services.log.error({ err: error }, 'watching DNS failed'))
      .finally(() => {
        this.#looking = undefined
        if (!this.#stopped) this.#cancel = this.#services.world.clock.after(every, () => this.start())
      })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel?.()
    await this.#looking
  }

  /** Looks at every site that is due, once. */
  async #round(): Promise<void> {
    for (;;) {
      const sites = await this.#claim()
      await Promise.all(sites.map((site) => this.#poll(site)))
      if (sites.length < batch || this.#stopped) break
    }
    await this.#clearOwnerless()
  }

  /** Takes due sites for this process alone: their next look is set before DNS is asked. */
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
      .limit(batch)
    if (database.kind === 'postgres') due = due.forUpdate().skipLocked()
    // a little early, so that a look that waits its turn is still in time
    const next = now + Math.max(every, settings.dnsInterval * 1000 - 2 * every)
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
      // what somebody has moved or renamed meanwhile is looked at anew
      .where('state', '=', site.state)
      .where('host', '=', site.host)
      .execute()
    if (to) log.info({ site: site.id, from: site.state, to }, 'DNS moved a site')
  }

  async #clearOwnerless(): Promise<void> {
    const { database, world } = this.#services
    await database.db
      .deleteFrom('sites')
      .where('account_id', 'is', null)
      .where('created_at', '<', world.clock.now() - ownerless)
      .where((eb) => eb.or([eb('cname_seen', 'is', null), eb('cname_seen', '!=', eb.ref('service_cname'))]))
      .execute()
  }
}
