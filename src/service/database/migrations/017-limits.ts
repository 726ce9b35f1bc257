import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What counts as slow for each monitor. */
export const limits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('monitors').addColumn('limits', 'text').execute()
  },
}
