import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** To whom a host belongs that several sites have, and the server that its owner has named. */
export function hostClaims(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const added = (name: string, type: 'bigint' | 'integer') =>
        db.schema
          .alterTable('sites')
          .addColumn(name, type, (column) => column.notNull().defaultTo(0))
          .execute()
      await added('host_since', 'bigint')
      await added('txt_seen', 'integer')
      await added('host_taken', 'integer')
      await db.schema.alterTable('sites').addColumn('own_origin', 'text').execute()
      // a site that was moved has its host since then
      await sql`update sites set host_since = coalesce(
        (select max(at) from events where events.site_id = sites.id and events.kind = 'site.host'), created_at)`.execute(
        db,
      )
      for (const statement of kind === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db)
    },
  }
}

/** What the edge reads of a site besides the columns of 006-site-changes. */
const columns = ['host_since', 'txt_seen', 'own_origin']

const inSqlite = [
  `create trigger site_claim_changed after update of ${columns.join(', ')} on sites
    when ${columns.map((name) => `old.${name} is not new.${name}`).join(' or ')}
    begin insert into site_changes values (new.id, (select coalesce(max(position), 0) + 1 from site_changes))
      on conflict (site_id) do update set position = excluded.position; end`,
]

const inPostgres = [
  `create trigger site_claim_changed after update on sites for each row
    when (${columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
    execute function note_changed_site()`,
]
