import { v7 as uuid } from 'uuid'
import type { Database } from '../database/index.ts'
import { sharedTimeIn, sharedTimeSql } from './shared-time.ts'
import type { Clock } from '../world/world.ts'

/**
 * Lets one process at a time do some work. If it dies, the lease expires and another process takes it. Whether it has
 * expired is judged by the clock that all of them share.
 */
export class Lease {
  readonly #name: string
  readonly #database: Database
  readonly #clock: Clock
  readonly #lengthMs: number
  readonly #holder = uuid()
  #renewAt = 0

  constructor(name: string, database: Database, clock: Clock, lengthMs: number) {
    this.#name = name
    this.#database = database
    this.#clock = clock
    this.#lengthMs = lengthMs
  }

  /** Takes or keeps the lease. Between two writes to the database, a third of its length passes. @returns whether it is held */
  async hold(): Promise<boolean> {
    const now = this.#clock.now()
    // later than that, it was set by a clock that was wrong, and so is what others have written
    const isRenewed = now < this.#renewAt && this.#renewAt <= now + this.#lengthMs / 3
    if (isRenewed) return true
    const parts = { database: this.#database, world: { clock: this.#clock } }
    const row = { name: this.#name, holder: this.#holder, until: sharedTimeIn(this.#lengthMs, parts) }
    const held = await this.#database.db
      .insertInto('leases')
      .values(row)
      .onConflict((on) =>
        on
          .column('name')
          .doUpdateSet(row)
          .where((eb) =>
            eb.or([
              eb('leases.until', '<', sharedTimeSql(parts)),
              eb('leases.until', '>', sharedTimeIn(2 * this.#lengthMs, parts)),
              eb('leases.holder', '=', this.#holder),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst()
    this.#renewAt = held ? now + this.#lengthMs / 3 : 0
    return held !== undefined
  }

  /** Gives the lease up, if this process holds it. */
  async release(): Promise<void> {
    this.#renewAt = 0
    await this.#database.db
      .deleteFrom('leases')
      .where('name', '=', this.#name)
      .where('holder', '=', this.#holder)
      .execute()
  }
}
