import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Until when a rule's receiver asked not to be sent anything. */
export const alertWaits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('alert_rules').addColumn('wait_until', 'bigint').execute()
  },
}
