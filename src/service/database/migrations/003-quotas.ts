import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** Quotas that the operator has set, the runs of the day, and whose turn a check takes. */
export function quotas(kind: Kind): Migration {
  const text = kind === 'sqlite' ? sql`text` : sql`text collate "C"`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('account_quotas')
        .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
        .addColumn('sites', 'integer')
        .addColumn('monitors', 'integer')
        .addColumn('runs', 'integer')
        .addColumn('bytes', 'bigint')
        .addColumn('checks', 'integer')
        .execute()

      await db.schema
        .createTable('account_runs')
        .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
        .addColumn('day', 'integer', (c) => c.notNull())
        .addColumn('runs', 'integer', (c) => c.notNull())
        .execute()

      // one column at a time: SQLite adds no more
      for (const name of ['owner', 'target', 'queue']) {
        await db.schema
          .alterTable('checks')
          .addColumn(name, text, (c) => c.notNull().defaultTo(''))
          .execute()
      }
      await db.schema
        .alterTable('checks')
        .addColumn('silent', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
      await sql`update checks set owner = coalesce(
        (select account_id from monitors where monitors.id = checks.monitor_id), 'nobody')`.execute(db)
      await sql`update checks set queue = owner`.execute(db)

      await db.schema.dropIndex('checks_by_time').execute()
      // leads from one queue to the next, and to the oldest check of each, past any number of checks
      await db.schema
        .createIndex('checks_waiting')
        .on('checks')
        .columns(['location', 'type', 'silent', 'queue', 'not_before'])
        .where(sql.ref('lease_until'), 'is', null)
        .execute()
      await db.schema
        .createIndex('checks_running')
        .on('checks')
        .columns(['lease_until'])
        .where(sql.ref('lease_until'), 'is not', null)
        .execute()
    },
  }
}
