import { BackgroundWork, type BackgroundParts, type NextStep, type Steps } from '../time/background-work.ts'
import { fleetLimits } from './limits.ts'
import { figuresOf, type KnownSite } from './figures-of-site.ts'

/** How often it looks for sites whose figures are old, and how long it waits after the start. */
const intervalMs = 60_000
const startDelayMs = 10_000
/** When figures are computed again: they cover a day. */
const refreshAfterMs = 30 * 60_000

interface Parts extends BackgroundParts {
  /** How long to let others read and write between two steps. */
  readonly pauseMs?: number
}

/** Keeps the figures that lists show of each site, from its traffic and the samples of its key page. */
export class FleetFigures {
  readonly #parts: Parts
  readonly #work: BackgroundWork<{ sites: number }>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#work = new BackgroundWork(parts, {
      name: 'fleet',
      intervalMs,
      startDelayMs,
      pauseMs: parts.pauseMs,
      failure: 'computing the figures of sites failed',
      counts: () => ({ sites: 0 }),
      work: (steps, counts) => this.#refreshAll(steps, counts),
    })
  }

  /** Begins after a few seconds, when everything else has started. */
  start(): void {
    this.#work.start()
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    return this.#work.stop()
  }

  /** Computes all figures that are too old, unless another process is doing so. @returns of how many sites */
  async run(): Promise<number> {
    const { sites } = await this.#work.run()
    return sites
  }

  async #refreshAll({ nextIfLong }: Steps, counts: { sites: number }): Promise<void> {
    const { database, world } = this.#parts
    const now = world.clock.now()
    for (;;) {
      const sites = await database.db
        .selectFrom('site_status')
        .select(['site_id', 'days', 'measured_at'])
        .where('measured_at', '<=', now - refreshAfterMs)
        .orderBy('measured_at')
        .limit(fleetLimits.sites)
        .execute()
      for (const site of sites) {
        await this.#refresh(site, now, nextIfLong)
        counts.sites++
        await nextIfLong()
      }
      if (sites.length < fleetLimits.sites) return
    }
  }

  /** One statement for each site: it waits for nobody while it holds a row, so nobody who waits for it blocks it. */
  async #refresh(site: KnownSite, now: number, pause: NextStep): Promise<void> {
    const { database } = this.#parts
    await database.db
      .updateTable('site_status')
      .set({ ...(await figuresOf(database, site, now, pause)), measured_at: now })
      .where('site_id', '=', site.site_id)
      .execute()
  }
}
