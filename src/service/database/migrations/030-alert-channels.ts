import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether the channel of a rule works, and whether its owner was told that it doesn't. */
export const alertChannels: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('alert_rules')
      .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('alert_rules').addColumn('failed_since', 'bigint').execute()
    await db.schema.alterTable('alert_rules').addColumn('failure_told_at', 'bigint').execute()
  },
}
