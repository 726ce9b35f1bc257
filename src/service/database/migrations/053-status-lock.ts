import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

const refresh = 'insert into site_status'

/**
 * Locks what the fleet shows of a site before it's refreshed, so that the second of two transactions sees what the first has
 * changed. A site whose last two incidents ended at the same moment stayed down without that.
 */
export function statusLock(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      // SQLite has one writer at a time
      if (kind === 'sqlite') return
      const { rows } = await sql<{ source: string }>`select pg_get_functiondef(oid) as source from pg_proc
        where pronamespace = current_schema()::regnamespace and proname = 'refresh_site_status'`.execute(db)
      for (const { source } of rows) {
        // a statement of its own: each sees what was committed before it began
        const lock = 'select from site_status where site_id = wanted for update;'
        await sql.raw(source.replace(refresh, `${lock}\n    ${refresh}`)).execute(db)
      }
      await sql`do $$ begin perform refresh_site_status(site_id) from site_status; end $$`.execute(db)
    },
  }
}
