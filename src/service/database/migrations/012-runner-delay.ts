import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How late the runner itself was while it took a sample, and whether the sample's times can still be judged. */
export const runnerDelay: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('samples').addColumn('runner_delay', 'integer').execute()
    await db.schema
      .alterTable('samples')
      .addColumn('judged', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
  },
}
