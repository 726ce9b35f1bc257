import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** What a site's server gets as `Host` in place of the site's own, as its owner has set it. */
export function originHost(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('sites').addColumn('origin_host', 'text').execute()
      const statement =
        kind === 'sqlite'
          ? sql`create trigger site_origin_host_changed after update of origin_host on sites
              when old.origin_host is not new.origin_host
              begin insert into site_changes values (new.id, (select coalesce(max(position), 0) + 1 from site_changes))
                on conflict (site_id) do update set position = excluded.position; end`
          : sql`create trigger site_origin_host_changed after update on sites for each row
              when (old.origin_host is distinct from new.origin_host) execute function note_changed_site()`
      await statement.execute(db)
    },
  }
}
