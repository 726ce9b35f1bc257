import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Keys beside the main ones, what is known of the use of all of them, and which one made a change. */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('main', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('sites', 'text')
      .addColumn('key_hash', 'text', (c) => c.unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('created_by', 'text')
      .addColumn('rotated_at', 'bigint')
      .addColumn('ends_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .addColumn('used_from', 'text')
      .addColumn('old_key_hash', 'text', (c) => c.unique())
      .addColumn('old_ends_at', 'bigint')
      .addColumn('old_used_at', 'bigint')
      .addColumn('old_used_from', 'text')
      .addCheckConstraint('api_keys_one_owner', sql`(account_id is null) <> (partner_id is null)`)
      .execute()
    await addIndex(db, 'api_keys_by_partner', 'api_keys', ['partner_id'])
    await addIndex(db, 'api_keys_by_account', 'api_keys', ['account_id'])
    for (const table of ['events', 'partner_events'])
      for (const name of ['key_id', 'key_name']) await db.schema.alterTable(table).addColumn(name, 'text').execute()
  },
}
