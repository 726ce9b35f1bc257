import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** Hourly roll-ups of samples, and the hours whose samples have changed since, which triggers note. */
export function rollups(kind: Kind): Migration {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea'
  // in SQLite, rows are stored in the order of the key, so that those of a monitor are read together
  const end = kind === 'sqlite' ? sql`without rowid` : sql``
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('sample_rollups')
        .addColumn('monitor_id', 'text', (c) => c.notNull().references('monitors.id').onDelete('cascade'))
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('location', 'text', (c) => c.notNull())
        .addColumn('data_center', 'text', (c) => c.notNull())
        .addColumn('connectivity', 'text')
        .addColumn('view', 'text')
        .addColumn('samples', 'integer', (c) => c.notNull())
        .addColumn('data', sql.raw(bytes))
        .addPrimaryKeyConstraint('sample_rollups_by_time', ['monitor_id', 'hour', 'position'])
        .modifyEnd(end)
        .execute()
      await db.schema
        .createTable('stale_hours')
        // no reference: samples are also deleted with their monitor
        .addColumn('monitor_id', 'text', (c) => c.notNull())
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('stale_hours_once', ['monitor_id', 'hour'])
        .modifyEnd(end)
        .execute()
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
      // existing samples are rolled up in the background
      await sql`insert into stale_hours select distinct monitor_id, taken_at / 3600000 from samples`.execute(db)
    },
  }
}

const noteInSqlite = (sample: 'new' | 'old') =>
  `insert into stale_hours values (${sample}.monitor_id, ${sample}.taken_at / 3600000) on conflict do nothing`

const inSqlite = [
  `create trigger sample_added after insert on samples begin ${noteInSqlite('new')}; end`,
  `create trigger sample_deleted after delete on samples begin ${noteInSqlite('old')}; end`,
  `create trigger sample_changed after update of monitor_id, taken_at, sample_type, location, data_center, connectivity, view, metrics, judged
    on samples begin ${noteInSqlite('old')}; ${noteInSqlite('new')}; end`,
]

// once for each statement, and in order, so that two statements which note the same hours wait for each other
const inPostgres = [
  `create function note_stale_hours() returns trigger language plpgsql as $$
  begin
    insert into stale_hours select distinct monitor_id, taken_at / 3600000 from changed order by 1, 2
      on conflict do nothing;
    return null;
  end $$`,
  `create trigger samples_added after insert on samples referencing new table as changed
    for each statement execute function note_stale_hours()`,
  `create trigger samples_deleted after delete on samples referencing old table as changed
    for each statement execute function note_stale_hours()`,
  `create trigger samples_changed_from after update on samples referencing old table as changed
    for each statement execute function note_stale_hours()`,
  `create trigger samples_changed_to after update on samples referencing new table as changed
    for each statement execute function note_stale_hours()`,
]
