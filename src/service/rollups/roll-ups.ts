import { BackgroundWork, type BackgroundParts, type Steps } from '../time/background-work.ts'
import { rollUpLimits } from './limits.ts'
import { hourOf } from './hours.ts'
import { rollUpHours } from './roll-up-hours.ts'

/** How often it looks for hours to roll up, and how long it waits after the start. */
const intervalMs = 5 * 60_000
const startDelayMs = 60_000
/** How long after its end an hour is rolled up: most of what was measured in it has been stored by then. */
const graceMs = 15 * 60_000

interface Parts extends BackgroundParts {
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
  readonly #work: BackgroundWork<{ hours: number }>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#work = new BackgroundWork(parts, {
      name: 'rollups',
      intervalMs,
      startDelayMs,
      pauseMs: parts.pauseMs,
      failure: 'rolling up samples failed',
      counts: () => ({ hours: 0 }),
      work: (steps, counts) => this.#rollUpAll(steps, counts),
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

  /** Rolls up everything that is due, unless another process is doing so. @returns how many hours, of all monitors */
  async run(): Promise<number> {
    const { hours } = await this.#work.run()
    return hours
  }

  async #rollUpAll({ nextIfLong }: Steps, counts: { hours: number }): Promise<void> {
    const before = hourOf(this.#parts.world.clock.now() - graceMs)
    let after: StaleHour = { monitor_id: '', hour: 0 }
    for (;;) {
      const stale = await this.#staleHours(after, before)
      if (stale.length === 0) return
      for (const [monitorId, hours] of Map.groupBy(stale, ({ monitor_id }) => monitor_id)) {
        const count = await this.#rollUp(
          monitorId,
          hours.map(({ hour }) => hour),
        )
        counts.hours += count
        // hours that couldn't be rolled up have to wait for the next run
        const last = hours[count - 1]?.hour ?? hours.at(-1)?.hour ?? 0
        after = { monitor_id: monitorId, hour: last }
        await nextIfLong()
        // some are left, so read again from there
        if (last !== hours.at(-1)?.hour) break
      }
    }
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
      .limit(rollUpLimits.hours)
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
