import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** The sizes of what samples keep, so that retention finds the oldest and counts bytes without reading them. */
export function retention(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('kept_details')
        .addColumn('sample_id', 'text', (c) => c.primaryKey().references('samples.id').onDelete('cascade'))
        .addColumn('monitor_id', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text')
        .addColumn('taken_at', 'bigint', (c) => c.notNull())
        .addColumn('detail_bytes', 'integer', (c) => c.notNull())
        .addColumn('screenshot_bytes', 'integer', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('leases')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('holder', 'text', (c) => c.notNull())
        .addColumn('until', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .alterTable('monitors')
        .addColumn('kept_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute()
      // one column at a time: SQLite adds no more
      for (const name of ['detail_bytes', 'screenshot_bytes'])
        await db.schema.alterTable('samples').addColumn(name, 'integer').execute()

      await sql`
        insert into kept_details (sample_id, monitor_id, account_id, taken_at, detail_bytes, screenshot_bytes)
        select s.id, s.monitor_id, m.account_id, s.taken_at, length(d.detail),
          coalesce((select sum(length(p.data)) from screenshots p where p.sample_id = s.id), 0)
        from samples s
        join sample_details d on d.sample_id = s.id
        join monitors m on m.id = s.monitor_id`.execute(db)
      await sql`
        update samples set detail_bytes = k.detail_bytes, screenshot_bytes = k.screenshot_bytes
        from kept_details k where k.sample_id = samples.id`.execute(db)
      await sql`
        update monitors set kept_bytes = k.bytes
        from (select monitor_id, sum(detail_bytes + screenshot_bytes) bytes from kept_details group by monitor_id) k
        where k.monitor_id = monitors.id`.execute(db)
      await addIndex(db, 'kept_details_by_time', 'kept_details', ['account_id', 'taken_at'])
      await sql`create index kept_screenshots_by_time on kept_details (account_id, taken_at)
        where screenshot_bytes > 0`.execute(db)
    },
  }
}
