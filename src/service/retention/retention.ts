import { Lease } from '../lease.ts'
import { Poller } from '../poller.ts'
import type { Services } from '../services.ts'
import { nextStep, Stopped } from '../steps.ts'
import { deleteDiscarded } from './delete-discarded.ts'
import { deleteOld } from './delete-old.ts'
import { deleteSiteChanges } from './delete-site-changes.ts'
import { deleteSites } from './delete-sites.ts'
import { freeSpace } from './free-space.ts'
import { holdToQuotas } from './hold-to-quotas.ts'
import type { Deleted, Work } from './work.ts'

/** How often accounts are held to their quotas. */
const quotaIntervalMs = 60_000
/** How often everything is searched for what is too old. */
const ageIntervalMs = 3600_000
/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000

/** Deletes what users have deleted, what is older than the settings allow, and what accounts keep beyond their quota. */
export class Retention {
  readonly #services: Services
  readonly #lease: Lease
  readonly #poller: Poller
  #agesAt = 0
  #cancelStart: (() => void) | undefined

  constructor(services: Services) {
    const { database, world, log } = services
    this.#services = services
    this.#lease = new Lease('retention', database, world.clock, leaseMs)
    this.#poller = new Poller({
      clock: world.clock,
      log,
      intervalMs: quotaIntervalMs,
      work: async () => {
        const deleted = await this.run()
        if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'deleted old data')
      },
      failure: 'deleting old data failed',
    })
  }

  /** Begins after a minute, when everything else has started. */
  start(): void {
    this.#cancelStart = this.#services.world.clock.after(quotaIntervalMs, () => this.#poller.start())
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    this.#cancelStart?.()
    return this.#poller.stop()
  }

  /** Deletes everything that is due, unless another process is doing so. */
  async run(): Promise<Deleted> {
    const deleted: Deleted = {
      samples: 0,
      cacheOrders: 0,
      traffic: 0,
      events: 0,
      incidents: 0,
      siteChanges: 0,
      bytes: 0,
    }
    if (!(await this.#lease.hold())) return deleted
    const { database, settings, world } = this.#services
    const next = nextStep(async () => !this.#poller.stopped && (await this.#lease.hold()))
    const work: Work = { database, next, deleted }
    try {
      await deleteDiscarded(work)
      const now = world.clock.now()
      if (now >= this.#agesAt) {
        await deleteOld(now, settings, work)
        await deleteSites(now, work)
        await deleteSiteChanges(work)
        this.#agesAt = now + ageIntervalMs
      }
      await holdToQuotas(work)
      await freeSpace(work)
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    } finally {
      await this.#lease.release()
    }
    return deleted
  }
}
