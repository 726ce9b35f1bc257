import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'
import { addIndex } from './add-index.ts'

/** The counterpart of a site's host, whose visitors are redirected to the site, and what DNS says of it. */
export function counterparts(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const added = (table: string, name: string, type: 'text' | 'bigint') =>
        db.schema.alterTable(table).addColumn(name, type).execute()
      for (const name of ['counterpart', 'counterpart_cname_seen', 'counterpart_addresses_seen', 'counterpart_dns'])
        await added('sites', name, 'text')
      for (const name of ['counterpart_seen_at', 'counterpart_since']) await added('sites', name, 'bigint')
      await db.schema
        .alterTable('sites')
        .addColumn('counterpart_txt_seen', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await addIndex(db, 'sites_by_counterpart', 'sites', ['counterpart'])
      for (const name of ['counterpart', 'counterpart_wanted']) await added('certificates', name, 'text')
      await sql.raw(kind === 'sqlite' ? inSqlite : inPostgres).execute(db)
    },
  }
}

/** What the edge reads of it. */
const columns = [
  'counterpart',
  'counterpart_cname_seen',
  'counterpart_txt_seen',
  'counterpart_dns',
  'counterpart_since',
]

const inSqlite = `create trigger site_counterpart_changed after update of ${columns.join(', ')} on sites
  when ${columns.map((name) => `old.${name} is not new.${name}`).join(' or ')}
  begin insert into site_changes values (new.id, (select coalesce(max(position), 0) + 1 from site_changes))
    on conflict (site_id) do update set position = excluded.position; end`

const inPostgres = `create trigger site_counterpart_changed after update on sites for each row
  when (${columns.map((name) => `old.${name} is distinct from new.${name}`).join(' or ')})
  execute function note_changed_site()`
