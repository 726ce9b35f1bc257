import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts the changes of a profile's settings, so that two people who change them at once notice each other. */
export const settingsRevision: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('profiles')
      .addColumn('settings_revision', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
