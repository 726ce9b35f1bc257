import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/**
 * Certificates from a certificate authority, and what it takes to get them. The edge reads a certificate with its site, so a
 * new one counts as a change of the site.
 */
export function certificates(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('certificates')
        .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
        .addColumn('hostname', 'text', (c) => c.notNull())
        .addColumn('chain', 'text')
        .addColumn('key_sealed', 'text')
        .addColumn('issuer', 'text')
        .addColumn('valid_from', 'bigint')
        .addColumn('valid_until', 'bigint')
        .addColumn('attempted_at', 'bigint')
        .addColumn('problem', 'text')
        .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
        .addColumn('leased_by', 'text')
        .addColumn('leased_until', 'bigint')
        .execute()
      await addIndex(db, 'certificates_by_next_attempt', 'certificates', ['next_attempt_at'])
      await db.schema
        .createTable('acme_challenges')
        .addColumn('token', 'text', (c) => c.primaryKey())
        .addColumn('hostname', 'text', (c) => c.notNull())
        .addColumn('answer', 'text', (c) => c.notNull())
        .addColumn('expires_at', 'bigint', (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('acme_accounts')
        .addColumn('directory', 'text', (c) => c.primaryKey())
        .addColumn('key_sealed', 'text', (c) => c.notNull())
        .addColumn('url', 'text')
        .execute()
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
    },
  }
}

// see 006-site-changes.ts
const noteInSqlite = `insert into site_changes
  values (new.site_id, (select coalesce(max(position), 0) + 1 from site_changes))
  on conflict (site_id) do update set position = excluded.position`

const inSqlite = [
  `create trigger certificate_added after insert on certificates when new.chain is not null begin ${noteInSqlite}; end`,
  `create trigger certificate_changed after update of chain, key_sealed, hostname on certificates
    when old.chain is not new.chain or old.key_sealed is not new.key_sealed or old.hostname is not new.hostname
    begin ${noteInSqlite}; end`,
]

const inPostgres = [
  `create function note_certificate() returns trigger language plpgsql as $$
  begin
    perform note_site_change(new.site_id);
    return null;
  end $$`,
  `create trigger certificate_added after insert on certificates for each row
    when (new.chain is not null) execute function note_certificate()`,
  `create trigger certificate_changed after update on certificates for each row
    when (old.chain is distinct from new.chain or old.key_sealed is distinct from new.key_sealed
      or old.hostname is distinct from new.hostname)
    execute function note_certificate()`,
]
