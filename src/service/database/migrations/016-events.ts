import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** The log of what changed. Sites and monitors aren't referenced, because events stay when these are deleted. */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('events')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('site_id', 'text')
      .addColumn('monitor_id', 'text')
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('detail', 'text', (c) => c.notNull())
      .execute()
    await addIndex(db, 'events_by_account', 'events', ['account_id', 'at', 'id'])
    await addIndex(db, 'events_by_site', 'events', ['site_id', 'at', 'id'])
    await addIndex(db, 'events_by_monitor', 'events', ['monitor_id', 'at', 'id'])
  },
}
