import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Kind } from '../connect.ts'

/** The fleet's indexes of the worst begin with the severity, before its product with the requests. */
export function severityFirst(kind: Kind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const isSqlite = kind === 'sqlite'
      const replaced = ['site_status_by_impact', 'site_status_by_trouble']
      for (const name of isSqlite ? [...replaced, 'site_status_sorted_by'] : replaced)
        await db.schema.dropIndex(name).execute()
      await sql`create index site_status_by_trouble on site_status
        (partner_id, trouble, severity desc, impact desc, host, site_id)`.execute(db)
      const searched = isSqlite ? sql`, search, since, failed, lcp, requests` : sql``
      await sql`create index site_status_by_impact on site_status
        (partner_id, severity desc, impact desc, host, site_id, trouble${searched})`.execute(db)
      if (isSqlite)
        await sql`create index site_status_sorted_by on site_status
          (site_id, partner_id, severity, impact, host, since, failed, lcp, requests, trouble)`.execute(db)
    },
  }
}
