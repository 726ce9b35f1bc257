import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When each action of a site's settings last acted: at most one row for each action that the edge knows. */
export const siteActionTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('site_action_times')
      .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('acted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('site_action_times_once', ['site_id', 'action'])
      .execute()
  },
}
