import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** People, where they belong, their sessions and links. The holder of each account becomes its first person. */
export function people(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createTables(db)
      await takeHolders(db)
      await db.schema.alterTable('accounts').dropColumn('password_hash').execute()
      await (kind === 'sqlite' ? mailsInSqlite(db) : mailsInPostgres(db))
      for (const name of ['person_id', 'person_name'])
        await db.schema.alterTable('events').addColumn(name, 'text').execute()
    },
  }
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_lower', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('password_is_generated', 'integer', (c) => c.notNull())
    .addColumn('password_set_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('people_email_once', ['email_lower'])
    .execute()

  await db.schema
    .createTable('memberships')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id').onDelete('cascade'))
    .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addUniqueConstraint('memberships_of_partner_once', ['partner_id', 'person_id'])
    .addUniqueConstraint('memberships_of_account_once', ['account_id', 'person_id'])
    .addCheckConstraint('memberships_one_place', sql`(account_id is null) <> (partner_id is null)`)
    .execute()
  await addIndex(db, 'memberships_by_person', 'memberships', ['person_id'])

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('person_id', 'text', (c) => c.references('people.id').onDelete('cascade'))
    .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('key_hash', 'text')
    .addColumn('kept', 'integer', (c) => c.notNull())
    .addColumn('browser', 'text')
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('ends_at', 'bigint', (c) => c.notNull())
    .execute()
  await addIndex(db, 'sessions_by_person', 'sessions', ['person_id'])
  await addIndex(db, 'sessions_by_key', 'sessions', ['key_hash'])
  await addIndex(db, 'sessions_by_partner', 'sessions', ['partner_id'])
  await addIndex(db, 'sessions_by_account', 'sessions', ['account_id'])
  await addIndex(db, 'sessions_by_end', 'sessions', ['ends_at'])

  await db.schema
    .createTable('person_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_lower', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.references('people.id').onDelete('cascade'))
    .addColumn('partner_id', 'text', (c) => c.references('partners.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('role', 'text')
    .addColumn('invited_by', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await addIndex(db, 'person_links_by_person', 'person_links', ['person_id'])
  await addIndex(db, 'person_links_by_partner', 'person_links', ['partner_id'])
  await addIndex(db, 'person_links_by_account', 'person_links', ['account_id'])
  await addIndex(db, 'person_links_by_end', 'person_links', ['expires_at'])

  await db.schema
    .createTable('partner_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('partner_id', 'text', (c) => c.notNull().references('partners.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text')
    .addColumn('person_name', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .execute()
  await addIndex(db, 'partner_events_by_partner', 'partner_events', ['partner_id', 'at', 'id'])
}

/** Whoever has the address of several accounts is one person, with the password that was mailed last. */
async function takeHolders(db: Kysely<unknown>): Promise<void> {
  await sql`insert into people
      (id, name, email, email_lower, password_hash, password_is_generated, password_set_at, created_at)
    select a.id, a.name, a.email, a.email_lower, a.password_hash, 1, a.created_at, a.created_at from accounts a
    where not exists (select 1 from accounts later where later.email_lower = a.email_lower
      and (later.created_at > a.created_at or (later.created_at = a.created_at and later.id > a.id)))`.execute(db)
  await sql`insert into memberships (id, person_id, account_id, role, created_at, last_seen_at)
    select a.id, p.id, a.id, 'owner', a.created_at, a.last_sign_in_at from accounts a
    join people p on p.email_lower = a.email_lower`.execute(db)
}

/** Mail can be for a person too, and may be pointless after a time. */
async function mailsInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails alter column account_id drop not null`.execute(db)
  await db.schema.alterTable('mails').addColumn('expires_at', 'bigint').execute()
}

/** SQLite can't let an existing column be null. */
async function mailsInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails rename to old_mails`.execute(db)
  for (const name of ['mails_by_time', 'mails_by_account']) await sql`drop index ${sql.ref(name)}`.execute(db)
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('secret_sealed', 'text', (c) => c.notNull())
    .addColumn('held', 'integer', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await addIndex(db, 'mails_by_time', 'mails', ['held', 'next_at'])
  await addIndex(db, 'mails_by_account', 'mails', ['account_id'])
  await sql`insert into mails (id, account_id, kind, secret_sealed, held, attempts, next_at, created_at)
    select id, account_id, kind, secret_sealed, held, attempts, next_at, created_at from old_mails`.execute(db)
  await db.schema.dropTable('old_mails').execute()
}
