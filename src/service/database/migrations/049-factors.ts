import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Passkeys, authenticator apps and recovery codes, sign-ins that wait for one, and the browsers that people have signed in with. */
export const factors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['partners', 'accounts'])
      await db.schema
        .alterTable(table)
        .addColumn('factor_required', 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
    await db.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute()
    await db.schema.alterTable('sessions').addColumn('challenge', 'text').execute()
    await db.schema.alterTable('sessions').addColumn('challenge_ends_at', 'bigint').execute()

    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('credential_id', 'text', (c) => c.notNull().unique())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('sign_count', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('synced', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await addIndex(db, 'passkeys_by_person', 'passkeys', ['person_id'])

    await db.schema
      .createTable('authenticators')
      .addColumn('person_id', 'text', (c) => c.primaryKey().references('people.id').onDelete('cascade'))
      .addColumn('secret_sealed', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint')
      .execute()

    await db.schema
      .createTable('recovery_codes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await addIndex(db, 'recovery_codes_by_person', 'recovery_codes', ['person_id'])

    await db.schema
      .createTable('pending_sign_ins')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('person_id', 'text', (c) => c.references('people.id').onDelete('cascade'))
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('kept', 'integer', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('challenge', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute()
    await addIndex(db, 'pending_sign_ins_by_person', 'pending_sign_ins', ['person_id', 'created_at', 'id'])
    await addIndex(db, 'pending_sign_ins_by_end', 'pending_sign_ins', ['ends_at'])

    await db.schema
      .createTable('known_browsers')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('person_id', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (c) => c.notNull())
      .addColumn('seen_at', 'bigint', (c) => c.notNull())
      .addUniqueConstraint('known_browsers_once', ['person_id', 'token_hash'])
      .execute()
    await addIndex(db, 'known_browsers_by_time', 'known_browsers', ['seen_at'])
  },
}
