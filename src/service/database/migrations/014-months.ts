import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addMonth, monthsFrom } from '../months.ts'

/** The tables that get a partition for each month, and the keys and indexes of each partition. */
const parents = [
  { table: 'samples', column: 'taken_at', key: ['id', 'taken_at'], index: ['monitor_id', 'taken_at', 'id'] },
  { table: 'sample_rollups', column: 'hour', key: ['monitor_id', 'hour', 'position'], index: null },
] as const

/**
 * PostgreSQL keeps samples and roll-ups by month. A sample's details no longer refer to its row, since a key by id alone
 * can't span partitions; whoever deletes samples deletes their details. SQLite keeps one table.
 */
export function months(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      if (kind === 'sqlite') return
      for (const table of ['sample_details', 'screenshots', 'kept_details'])
        await db.schema.alterTable(table).dropConstraint(`${table}_sample_id_fkey`).execute()
      const { rows } = await sql<{ since: number | null }>`select min(taken_at) as since from samples`.execute(db)
      for (const parent of parents) await startOver(db, parent)
      const since = rows[0]?.since ?? null
      if (since !== null) for (const month of monthsFrom(since, Date.now())) await addMonth(db, month)
      for (const parent of parents) await fill(db, parent)
      for (const statement of triggers) await sql.raw(statement).execute(db)
    },
  }
}

type Parent = (typeof parents)[number]

/** Puts the table aside, and a partitioned one in its place. */
async function startOver(db: Kysely<unknown>, { table, column }: Parent): Promise<void> {
  const [name, before, others] = [table, `${table}_before`, `${table}_default`].map((one) => sql.table(one))
  await sql`alter table ${name} rename to ${before}`.execute(db)
  await sql`create table ${name} (like ${before} including defaults) partition by range (${sql.ref(column)})`.execute(
    db,
  )
  await sql`create table ${others} partition of ${name} default`.execute(db)
}

async function fill(db: Kysely<unknown>, { table, key, index }: Parent): Promise<void> {
  const [name, before] = [table, `${table}_before`].map((one) => sql.table(one))
  const list = (columns: readonly string[]) => sql.join(columns.map((one) => sql.ref(one)))
  await sql`insert into ${name} select * from ${before}`.execute(db)
  await sql`drop table ${before}`.execute(db)
  await sql`alter table ${name} add primary key (${list(key)})`.execute(db)
  if (index) await sql`create index ${sql.ref(`${table}_by_time`)} on ${name} (${list(index)})`.execute(db)
  await sql`alter table ${name} add foreign key (monitor_id) references monitors (id) on delete cascade`.execute(db)
}

const triggers = (
  [
    ['added', 'insert', 'new'],
    ['deleted', 'delete', 'old'],
    ['changed_from', 'update', 'old'],
    ['changed_to', 'update', 'new'],
  ] as const
).map(
  ([
    name,
    event,
    rows,
  ]) => `create trigger samples_${name} after ${event} on samples referencing ${rows} table as changed
    for each statement execute function note_stale_hours()`,
)
