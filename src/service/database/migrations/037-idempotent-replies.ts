import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The first reply to each Idempotency-Key. */
export const idempotentReplies: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('idempotent_replies')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('caller_key', 'text', (c) => c.notNull().unique())
      .addColumn('request', 'text', (c) => c.notNull())
      .addColumn('reply_sealed', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
