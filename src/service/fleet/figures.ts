import type { Logger } from 'pino'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/index.ts'
import { Lease } from '../lease.ts'
import { Poller } from '../poller.ts'
import { nextStep, Stopped } from '../steps.ts'
import type { Clock } from '../world.ts'
import { figuresOf } from './figures-of-site.ts'

/** How often it looks for sites whose figures are old, and how long it waits after the start. */
const intervalMs = 60_000
const startDelayMs = 10_000
/** When figures are computed again: they cover a day. */
const refreshAfterMs = 30 * 60_000
/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000
/** How long it works before it lets others read and write. */
const stepMs = 10

interface Parts {
  readonly database: Database
  readonly world: { readonly clock: Clock }
  readonly log: Pick<Logger, 'error'>
  /** How long to let others read and write between two steps. */
  readonly pauseMs?: number
}

/** Keeps the figures that the fleet shows of each site, from its traffic and the samples of its key page. */
export class FleetFigures {
  readonly #parts: Parts
  readonly #lease: Lease
  readonly #poller: Poller
  #cancelStart: (() => void) | undefined

  constructor(parts: Parts) {
    const { database, world, log } = parts
    this.#parts = parts
    this.#lease = new Lease('fleet', database, world.clock, leaseMs)
    this.#poller = new Poller({
      clock: world.clock,
      log,
      intervalMs,
      work: async () => {
        await this.run()
      },
      failure: 'computing the figures of sites failed',
    })
  }

  /** Begins after a few seconds, when everything else has started. */
  start(): void {
    this.#cancelStart = this.#parts.world.clock.after(startDelayMs, () => this.#poller.start())
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    this.#cancelStart?.()
    return this.#poller.stop()
  }

  /** Computes all figures that are too old, unless another process is doing so. @returns of how many sites */
  async run(): Promise<number> {
    if (!(await this.#lease.hold())) return 0
    const { database, world, pauseMs } = this.#parts
    const next = nextStep(async () => !this.#poller.stopped && (await this.#lease.hold()), pauseMs)
    const now = world.clock.now()
    let count = 0
    try {
      let began = performance.now()
      for (;;) {
        const sites = await database.db
          .selectFrom('site_status')
          .select('site_id')
          .where('measured_at', '<=', now - refreshAfterMs)
          .orderBy('measured_at')
          .limit(bounds.read.fleetSites)
          .execute()
        for (const { site_id } of sites) {
          await this.#refresh(site_id, now)
          count++
          if (performance.now() - began > stepMs) {
            await next()
            began = performance.now()
          }
        }
        if (sites.length < bounds.read.fleetSites) break
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    } finally {
      await this.#lease.release()
    }
    return count
  }

  /** One statement for each site: it waits for nobody while it holds a row, so nobody who waits for it blocks it. */
  async #refresh(siteId: string, now: number): Promise<void> {
    const { database } = this.#parts
    await database.db
      .updateTable('site_status')
      .set({ ...(await figuresOf(database, siteId, now)), measured_at: now })
      .where('site_id', '=', siteId)
      .execute()
  }
}
