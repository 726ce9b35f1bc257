import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * PostgreSQL keeps samples and their roll-ups in one partition for each month (UTC), so that a month that is too old goes
 * at once, in place of millions of rows. What belongs to no such month is in a default partition.
 */
const partitioned = [
  { table: 'samples', column: 'taken_at', unitMs: 1 },
  { table: 'sample_rollups', column: 'hour', unitMs: 3600_000 },
] as const
type Partitioned = (typeof partitioned)[number]

/** How many months ahead get a partition, so that it exists when the month begins. */
const monthsAhead = 1
/** Samples from before so many months, of which there are few, stay in the default partition. */
const monthsBack = 36

/** Only one process at a time adds or drops months. Any number that nothing else locks. */
const lockKey = 20_251

/** How long to wait for those who read or write. Whoever comes meanwhile waits as long. */
const lockTimeoutMs = 100

/** A month by its number: 0 is January of the year 0. */
export type Month = number
export const monthOf = (at: number): Month => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
/** When a month begins, in UNIX ms. */
export const startOfMonth = (month: Month): number => Date.UTC(Math.floor(month / 12), month % 12)

const nameOf = (table: string, month: Month) =>
  `${table}_${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`

/** The months that have a partition, in order. */
export async function existingMonths(db: Kysely<Schema>): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'samples'::regclass`.execute(db)
  return rows
    .flatMap(({ name }) => {
      const [, year, month] = /^samples_(\d+)_(\d+)$/.exec(name) ?? []
      return year === undefined ? [] : [Number(year) * 12 + Number(month) - 1]
    })
    .toSorted((a, b) => a - b)
}

/** The months that need a partition if the oldest sample is from `since`. Both in UNIX ms. */
export function monthsFrom(since: number, now: number): Month[] {
  const [first, last] = [Math.max(monthOf(since), monthOf(now) - monthsBack), monthOf(now) + monthsAhead]
  return Array.from({ length: Math.max(0, last + 1 - first) }, (_, i) => first + i)
}

/** Adds the partitions of all months from `since` to soon after `now` that have none yet. Both in UNIX ms. */
export async function addMonths(db: Kysely<Schema>, now: number, since = now): Promise<void> {
  const existing = await existingMonths(db)
  for (const month of monthsFrom(since, now).filter((one) => !existing.includes(one)))
    await alone(db, async (trx) => {
      // another process may have added it meanwhile
      if (!(await existingMonths(trx)).includes(month)) await addMonth(trx, month)
    })
}

/** Adds the partitions of a month, with the rows that the default partitions have of it. */
export async function addMonth(trx: Kysely<Schema>, month: Month): Promise<void> {
  for (const parent of partitioned) {
    const table = sql.table(parent.table)
    const partition = sql.table(nameOf(parent.table, month))
    const others = sql.table(`${parent.table}_default`)
    const { from, to } = boundsOf(parent, month)
    await sql`create table ${partition} (like ${table} including defaults)`.execute(trx)
    // a reader that waits for the default partition has planned without the new one, and would miss the rows that move
    await sql`lock table only ${table} in access exclusive mode`.execute(trx)
    await sql`lock table ${others} in access exclusive mode`.execute(trx)
    await sql`
      with moved as (delete from ${others} where ${within(parent, month)} returning *)
      insert into ${partition} select * from moved`.execute(trx)
    await sql`alter table ${table} attach partition ${partition} for values from (${from}) to (${to})`.execute(trx)
  }
}

/**
 * Drops the partitions of a month, but keeps the last sample of each monitor at each location.
 * @returns how many samples went
 * @throws if readers and writers leave no gap; then nothing has changed
 */
export function dropMonth(db: Kysely<Schema>, month: Month): Promise<number> {
  const [samples, rollups] = partitioned.map(({ table }) => sql.table(nameOf(table, month))) as [
    ReturnType<typeof sql.table>,
    ReturnType<typeof sql.table>,
  ]
  const end = sql.lit(startOfMonth(month + 1))
  return alone(db, async (trx) => {
    await sql`
      create temporary table kept_samples on commit drop as
      with last as (select monitor_id, location, max(taken_at) as taken_at from ${samples} group by 1, 2)
      select distinct on (s.monitor_id, s.location) s.*
      from ${samples} s join last using (monitor_id, location, taken_at)
      where not exists (select from samples l
        where l.monitor_id = s.monitor_id and l.location = s.location and l.taken_at >= ${end})
      order by s.monitor_id, s.location, s.id desc`.execute(trx)
    const { rows } = await sql<{ dropped: number }>`
      select (select count(*) from ${samples}) - (select count(*) from kept_samples) as dropped`.execute(trx)
    await sql`delete from stale_hours where ${within(partitioned[1], month)}`.execute(trx)
    // from here on, others wait
    await sql`drop table ${samples}`.execute(trx)
    await sql`drop table ${rollups}`.execute(trx)
    await sql`insert into samples select * from kept_samples`.execute(trx)
    return rows[0]?.dropped ?? 0
  })
}

function boundsOf({ unitMs }: Partitioned, month: Month) {
  return { from: sql.lit(startOfMonth(month) / unitMs), to: sql.lit(startOfMonth(month + 1) / unitMs) }
}

function within(parent: Partitioned, month: Month) {
  const { from, to } = boundsOf(parent, month)
  const column = sql.ref(parent.column)
  return sql`${column} >= ${from} and ${column} < ${to}`
}

function alone<T>(db: Kysely<Schema>, change: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx)
    return change(trx)
  })
}
