import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How late each sample's check began, and an index that alone tells how many checks each account has in progress. */
export const lateness: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('samples').addColumn('late_ms', 'integer').execute()
    await db.schema.dropIndex('checks_running').execute()
    await db.schema
      .createIndex('checks_running')
      .on('checks')
      .columns(['lease_until', 'owner', 'silent'])
      .where(sql.ref('lease_until'), 'is not', null)
      .execute()
  },
}
