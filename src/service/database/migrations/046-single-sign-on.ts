import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Single sign-on of partners: the provider of each, its domains, and who has signed in by it. */
export const singleSignOn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('sign_ons')
      .addColumn('partner_id', 'text', (c) => c.primaryKey().references('partners.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('client_id', 'text', (c) => c.notNull())
      .addColumn('secret_sealed', 'text')
      .addColumn('default_role', 'text', (c) => c.notNull())
      .addColumn('is_only', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('sign_on_domains')
      .addColumn('domain', 'text', (c) => c.primaryKey())
      .addColumn('partner_id', 'text', (c) => c.notNull().references('sign_ons.partner_id').onDelete('cascade'))
      .execute()
    await addIndex(db, 'sign_on_domains_by_partner', 'sign_on_domains', ['partner_id'])
    await db.schema
      .createTable('identities')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('partner_id', 'text', (c) => c.notNull().references('partners.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('person_id', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('identities_once', ['partner_id', 'issuer', 'subject'])
      .execute()
    await addIndex(db, 'identities_by_person', 'identities', ['person_id'])
  },
}
