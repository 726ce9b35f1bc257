import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when a site is in its state: by the log of changes or, where nothing was logged, since its creation. */
export const stateSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sites')
      .addColumn('state_since', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update sites set state_since = coalesce(
      (select max(at) from events where events.site_id = sites.id and kind = 'site.state'), created_at)`.execute(db)
  },
}
