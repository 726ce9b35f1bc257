import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The page that a link which signs in leads to. */
export const signInLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('person_links').addColumn('path', 'text').execute()
  },
}
