import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How each session was begun. Those that no key opened were begun with a password. */
export const sessionMethods: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('sessions')
      .addColumn('method', 'text', (c) => c.notNull().defaultTo('password'))
      .execute()
    await sql`update sessions set method = 'key' where key_hash is not null`.execute(db)
  },
}
