import { v7 as uuid } from 'uuid'
import { bounds } from '../bounds.ts'
import { type Check, type Measurement, pagesAtOnce } from '../checks/index.ts'
import type { CheckRow, Monitor } from '../database/index.ts'
import { Poller } from '../poller.ts'
import type { Services } from '../services.ts'
import { openHeaders } from './header-secrets.ts'
import { beginRounds } from './rounds.ts'
import { readSpec, type Variant, variantsOf } from './rules.ts'
import { storeSamples } from './store-samples.ts'

export interface RunnerOptions {
  readonly location: string
  readonly dataCenter: string
  /** How many checks of each type run at once. */
  readonly slots?: Readonly<Record<Check['type'], number>>
  /** How long a claim lasts without a heartbeat, ms. After that, other runners claim the checks of a killed one. */
  readonly leaseMs?: number
  /** How often to look for due checks when nothing wakes the runner, ms. */
  readonly pollIntervalMs?: number
}

const slots = { HTTP: bounds.check.httpSlots, WEBPAGE: pagesAtOnce }

/** Claims due checks at its location, makes them and stores the samples. */
export class Runner {
  readonly #id = uuid()
  readonly #services: Services
  readonly #options: Required<RunnerOptions>
  readonly #running = new Map<string, { type: Check['type']; abort: AbortController; done: Promise<void> }>()
  readonly #poller: Poller
  #cancelHeartbeat: (() => void) | undefined

  constructor(services: Services, options: RunnerOptions) {
    this.#services = services
    this.#options = { slots, leaseMs: bounds.check.lease, pollIntervalMs: 1000, ...options }
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs: this.#options.pollIntervalMs,
      work: () => this.#poll(),
      failure: 'looking for due checks failed',
    })
  }

  /** Announces the location, begins the rounds that fell due while it was down, and runs until `stop`. */
  async start(): Promise<void> {
    await this.#announce()
    await beginRounds(this.#services, { starting: true })
    this.#heartbeat()
    this.#poller.start()
  }

  /** Looks for due checks now. Does nothing before `start` and after `stop`. */
  wake(): void {
    this.#poller.wake()
  }

  /** Stops claiming and waits this long for checks in progress. The rest are released for another runner. */
  async stop(graceMs = 0): Promise<void> {
    await this.#poller.stop()
    const all = Promise.all([...this.#running.values()].map(({ done }) => done))
    const timer = setTimeout(() => {
      for (const { abort } of this.#running.values()) abort.abort()
    }, graceMs)
    await all
    clearTimeout(timer)
    this.#cancelHeartbeat?.()
    await this.#services.database.db
      .updateTable('checks')
      .set({ lease_by: null, lease_until: null })
      .where('lease_by', '=', this.#id)
      .execute()
  }

  /** How many checks are in progress. */
  get busy(): number {
    return this.#running.size
  }

  async #poll(): Promise<void> {
    await beginRounds(this.#services)
    for (const type of ['HTTP', 'WEBPAGE'] as const) {
      const inProgress = [...this.#running.values()].filter((check) => check.type === type).length
      const free = this.#options.slots[type] - inProgress
      if (free <= 0) continue
      for (const check of await this.#claim(type, free)) this.#begin(check)
    }
  }

  async #claim(type: Check['type'], max: number): Promise<CheckRow[]> {
    const { database, world } = this.#services
    const now = world.clock.now()
    let due = database.db
      .selectFrom('checks')
      .select('id')
      .where('location', '=', this.#options.location)
      .where('type', '=', type)
      .where('not_before', '<=', now)
      .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
      .orderBy('not_before')
      .limit(max)
    if (database.kind === 'postgres') due = due.forUpdate().skipLocked()
    return database.db
      .updateTable('checks')
      .set({ lease_by: this.#id, lease_until: now + this.#options.leaseMs })
      .where('id', 'in', due)
      .returningAll()
      .execute()
  }

  #begin(check: CheckRow): void {
    const abort = new AbortController()
    const done = this.#run(check, abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) this.#services.log.error({ err: error, check: check.id }, 'a check failed to run')
      })
      .finally(() => {
        this.#running.delete(check.id)
        this.wake()
      })
    this.#running.set(check.id, { type: check.type, abort, done })
  }

  async #run(check: CheckRow, signal: AbortSignal): Promise<void> {
    const services = this.#services
    const monitor = await services.database.db
      .selectFrom('monitors')
      .selectAll()
      .where('id', '=', check.monitor_id)
      .executeTakeFirst()
    const variant = monitor && variantsOf(readSpec(monitor))[check.variant]
    if (!monitor || !variant) {
      await services.database.db.deleteFrom('checks').where('id', '=', check.id).execute()
      return
    }
    const measurements: readonly Measurement[] = await services.world.probes.measure(
      this.#checkOf(monitor, variant),
      signal,
    )
    signal.throwIfAborted()
    await storeSamples(
      { check, monitor, variant, dataCenter: this.#options.dataCenter, runner: this.#id, measurements },
      services,
    )
  }

  #checkOf(monitor: Monitor, { connectivity, browser }: Variant): Check {
    const { constants } = readSpec(monitor)
    const { vault } = this.#services
    return {
      tenant: monitor.account_id ?? `site ${monitor.site_id}`,
      mayBePrivate: monitor.account_id !== null,
      type: monitor.type,
      url: constants.url,
      headers: openHeaders(monitor, vault),
      credentials:
        constants.auth === null
          ? null
          : { user: constants.auth, password: monitor.secret_sealed === null ? '' : vault.open(monitor.secret_sealed) },
      connectivity,
      method: constants.http_method ?? 'GET',
      body: constants.http_body ?? null,
      browser,
      views: constants.browser_cache === 'EMPTY_AND_FULL' ? ['EMPTY', 'FULL'] : ['EMPTY'],
      screenshots: constants.screenshots ?? false,
    }
  }

  /** Keeps the location on offer and renews the leases of checks in progress. */
  #heartbeat(): void {
    this.#cancelHeartbeat = this.#services.world.clock.after(this.#options.leaseMs / 3, () => {
      void this.#renew()
        .catch((error: unknown) => this.#services.log.error({ err: error }, 'renewing leases failed'))
        .finally(() => {
          if (!this.#poller.stopped || this.#running.size > 0) this.#heartbeat()
        })
    })
  }

  async #renew(): Promise<void> {
    const { database, world } = this.#services
    await this.#announce()
    if (this.#running.size === 0) return
    await database.db
      .updateTable('checks')
      .set({ lease_until: world.clock.now() + this.#options.leaseMs })
      .where('lease_by', '=', this.#id)
      .where('id', 'in', [...this.#running.keys()])
      .execute()
  }

  async #announce(): Promise<void> {
    const { database, world } = this.#services
    const { location, dataCenter } = this.#options
    const row = {
      location,
      data_center: dataCenter,
      browsers: JSON.stringify(await world.probes.browsers()),
      seen_at: world.clock.now(),
    }
    await database.db
      .insertInto('runners')
      // one row per location, which a restart takes over
      .values({ id: `${location}/${dataCenter}`, ...row })
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
  }
}
