import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Applications of third parties, the codes that they exchange, and which keys are theirs. */
export const applications: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('applications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('redirect_uris', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('authorization_codes')
      .addColumn('code_hash', 'text', (c) => c.primaryKey())
      .addColumn('application_id', 'text', (c) => c.notNull().references('applications.id').onDelete('cascade'))
      .addColumn('redirect_uri', 'text', (c) => c.notNull())
      .addColumn('code_challenge', 'text', (c) => c.notNull())
      .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('membership_id', 'text', (c) => c.references('memberships.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('replayed_at', 'bigint')
      .addColumn('key_id', 'text')
      .addCheckConstraint('authorization_codes_one_place', sql`(account_id is null) <> (partner_id is null)`)
      .execute()
    for (const column of ['application_id', 'partner_id', 'account_id', 'membership_id', 'expires_at'])
      await addIndex(db, `authorization_codes_by_${column}`, 'authorization_codes', [column])
    for (const [column, table] of [
      ['application_id', 'applications'],
      ['membership_id', 'memberships'],
    ] as const) {
      await db.schema
        .alterTable('api_keys')
        .addColumn(column, 'text', (c) => c.references(`${table}.id`).onDelete('cascade'))
        .execute()
      await addIndex(db, `api_keys_by_${column}`, 'api_keys', [column])
    }
  },
}
