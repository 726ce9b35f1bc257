import type { Logger } from 'pino'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/index.ts'
import { Lease } from '../lease.ts'
import { Poller } from '../poller.ts'
import { nextStep, Stopped } from '../steps.ts'
import type { Clock } from '../world.ts'
import { hourOf } from './hours.ts'
import { rollUpHours } from './roll-up-hours.ts'

/** How often it looks for hours to roll up, and how long it waits after the start. */
const intervalMs = 5 * 60_000
const startDelayMs = 60_000
/** How long after its end an hour is rolled up: most of what was measured in it has been stored by then. */
const graceMs = 15 * 60_000
/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000
/** How long it works before it lets others read and write. */
const stepMs = 10

interface Parts {
  readonly database: Database
  readonly world: { readonly clock: Clock }
  readonly log: Pick<Logger, 'error'>
  /** How long to let others read and write between two steps. A benchmark has no others. */
  readonly pauseMs?: number
}

interface StaleHour {
  readonly monitor_id: string
  readonly hour: number
}

/** Rolls up the samples of each hour that is over, and again when samples of it come or go later. */
export class RollUps {
  readonly #parts: Parts
  readonly #lease: Lease
  readonly #poller: Poller
  #cancelStart: (() => void) | undefined

  constructor(parts: Parts) {
    const { database, world, log } = parts
    this.#parts = parts
    this.#lease = new Lease('rollups', database, world.clock, leaseMs)
    this.#poller = new Poller({
      clock: world.clock,
      log,
      intervalMs,
      work: async () => {
        await this.run()
      },
      failure: 'rolling up samples failed',
    })
  }

  /** Begins after a minute, when everything else has started. */
  start(): void {
    this.#cancelStart = this.#parts.world.clock.after(startDelayMs, () => this.#poller.start())
  }

  /** Stops after the step in progress. */
  stop(): Promise<void> {
    this.#cancelStart?.()
    return this.#poller.stop()
  }

  /** Rolls up everything that is due, unless another process is doing so. @returns how many hours, of all monitors */
  async run(): Promise<number> {
    if (!(await this.#lease.hold())) return 0
    const { world, pauseMs } = this.#parts
    const next = nextStep(async () => !this.#poller.stopped && (await this.#lease.hold()), pauseMs)
    const before = hourOf(world.clock.now() - graceMs)
    let rolled = 0
    try {
      let began = performance.now()
      let after: StaleHour = { monitor_id: '', hour: 0 }
      for (;;) {
        const stale = await this.#staleHours(after, before)
        if (stale.length === 0) break
        for (const [monitorId, hours] of Map.groupBy(stale, ({ monitor_id }) => monitor_id)) {
          const count = await this.#rollUp(
            monitorId,
            hours.map(({ hour }) => hour),
          )
          rolled += count
          // hours that couldn't be rolled up have to wait for the next run
          const last = hours[count - 1]?.hour ?? hours.at(-1)?.hour ?? 0
          after = { monitor_id: monitorId, hour: last }
          if (performance.now() - began > stepMs) {
            await next()
            began = performance.now()
          }
          // some are left, so read again from there
          if (last !== hours.at(-1)?.hour) break
        }
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    } finally {
      await this.#lease.release()
    }
    return rolled
  }

  /** The next hours to roll up, by monitor and time. */
  #staleHours(after: StaleHour, before: number): Promise<StaleHour[]> {
    return this.#parts.database.db
      .selectFrom('stale_hours')
      .select(['monitor_id', 'hour'])
      .where((eb) => eb(eb.refTuple('monitor_id', 'hour'), '>', eb.tuple(after.monitor_id, after.hour)))
      .where('hour', '<', before)
      .orderBy('monitor_id')
      .orderBy('hour')
      .limit(bounds.retention.rolledHours)
      .execute()
  }

  /** Rolls up hours of a monitor. A failure must not keep others from being rolled up. @returns how many */
  async #rollUp(monitorId: string, [first = 0, ...others]: readonly number[]): Promise<number> {
    try {
      return await rollUpHours(this.#parts.database, monitorId, [first, ...others])
    } catch (error) {
      this.#parts.log.error({ err: error, monitor: monitorId }, 'rolling up samples of a monitor failed')
      return 0
    }
  }
}
