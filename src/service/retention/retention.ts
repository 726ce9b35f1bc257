import { BackgroundWork, type Steps } from '../time/background-work.ts'
import type { Services } from '../api/services.ts'
import { deleteDiscarded } from './delete-discarded.ts'
import { deleteOld } from './delete-old.ts'
import { deleteSiteChanges } from './delete-site-changes.ts'
import { deleteSites } from './delete-sites.ts'
import { freeSpace } from './free-space.ts'
import { holdToQuotas } from './hold-to-quotas.ts'
import type { Deleted, Work } from './work.ts'

/** How often accounts are held to their quotas, and how long it waits after the start. */
const quotaIntervalMs = 60_000
/** How often everything is searched for what is too old. */
const ageIntervalMs = 3600_000

const nothing: Deleted = {
  samples: 0,
  cacheOrders: 0,
  traffic: 0,
  events: 0,
  incidents: 0,
  siteChanges: 0,
  people: 0,
  bytes: 0,
}

/** Deletes what users have deleted, what is older than the settings allow, and what accounts keep beyond their quota. */
export class Retention {
  readonly #services: Services
  readonly #work: BackgroundWork<Deleted>
  #agesAt = 0

  constructor(services: Services) {
    this.#services = services
    this.#work = new BackgroundWork(services, {
      name: 'retention',
      intervalMs: quotaIntervalMs,
      startDelayMs: quotaIntervalMs,
      failure: 'deleting old data failed',
      counts: () => ({ ...nothing }),
      work: (steps, deleted) => this.#delete(steps, deleted),
    })
  }

  /** Begins after a minute, when everything else has started. */
  start(): void {
    this.#work.start()
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  /** Deletes everything that is due, unless another process is doing so. */
  run(): Promise<Deleted> {
    return this.#work.run()
  }

  async #delete({ next }: Steps, deleted: Deleted): Promise<void> {
    const { database, settings, world, log } = this.#services
    const work: Work = { database, next, deleted }
    try {
      await deleteDiscarded(work)
      const now = world.clock.now()
      // further away than that, a clock was wrong
      if (now >= this.#agesAt || this.#agesAt > now + ageIntervalMs) {
        await deleteOld(now, settings, work)
        await deleteSites(now, work)
        await deleteSiteChanges(work)
        this.#agesAt = now + ageIntervalMs
      }
      await holdToQuotas(work)
      await freeSpace(work)
    } finally {
      if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'deleted old data')
    }
  }
}
