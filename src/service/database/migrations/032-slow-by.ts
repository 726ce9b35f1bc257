import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is slow at a place, over a limit or over what is usual, and which of it a rule reports; null is either. */
export const slowBy: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('incident_places').addColumn('slow_by', 'text').execute()
    await db.schema.alterTable('alert_rules').addColumn('slow_by', 'text').execute()
  },
}
