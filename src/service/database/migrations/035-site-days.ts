import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How each hour of a site's last day was, and its figures of each of the last 60 days. The figures' worker fills both. */
export const siteDays: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['availability_hours', 'days'])
      await db.schema.alterTable('site_status').addColumn(column, 'text').execute()
    // computed again at once
    await db
      .withTables<{ site_status: { measured_at: number } }>()
      .updateTable('site_status')
      .set({ measured_at: 0 })
      .execute()
  },
}
