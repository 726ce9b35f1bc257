import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Database, databaseNow, databaseTime, type Schema } from '../database/index.ts'
import type { Clock } from '../world/world.ts'

/** The database, and the clock of the process. */
export interface TimeParts {
  readonly database: Database
  readonly world: { readonly clock: Clock }
}

/**
 * The time by which processes on one database take turns, UNIX ms: leases, and whatever is due. It's the database's, so it
 * doesn't matter how wrong the clocks of their machines are. An embedded database is used on one machine, by its clock.
 * @param db the transaction that reads it, if any
 */
export async function sharedTime({ database, world }: TimeParts, db: Kysely<Schema> = database.db): Promise<number> {
  return database.hasOwnClock ? databaseTime({ db, kind: database.kind }) : world.clock.now()
}

/** The same in a statement. It doesn't change while the statement runs, so that an index can be searched for it. */
export function sharedTimeSql({ database, world }: TimeParts): RawBuilder<number> {
  return database.hasOwnClock ? databaseNow : sql<number>`cast(${world.clock.now()} as bigint)`
}

/** A time that is so many ms after `sharedTimeSql`. */
export function sharedTimeIn(ms: number, parts: TimeParts): RawBuilder<number> {
  return sql<number>`${sharedTimeSql(parts)} + cast(${Math.round(ms)} as bigint)`
}
