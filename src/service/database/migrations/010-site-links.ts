import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** What the home page of a site loads first. The edge reads the links with the site, so they count as a change of it. */
export function siteLinks(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('site_links')
        .addColumn('site_id', 'text', (c) => c.primaryKey().references('sites.id').onDelete('cascade'))
        .addColumn('loaded', 'text', (c) => c.notNull())
        .addColumn('links', 'text', (c) => c.notNull())
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
  `create trigger site_links_added after insert on site_links begin ${noteInSqlite}; end`,
  `create trigger site_links_changed after update of links on site_links when old.links <> new.links
    begin ${noteInSqlite}; end`,
]

const inPostgres = [
  `create function note_site_links() returns trigger language plpgsql as $$
  begin
    perform note_site_change(new.site_id);
    return null;
  end $$`,
  `create trigger site_links_added after insert on site_links for each row execute function note_site_links()`,
  `create trigger site_links_changed after update on site_links for each row
    when (old.links <> new.links) execute function note_site_links()`,
]
