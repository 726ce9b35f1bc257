import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When an incident last began again, by which it's known what has been told since. */
export const reopened: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('incidents').addColumn('reopened_at', 'bigint').execute()
  },
}
