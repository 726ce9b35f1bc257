import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A column for the secret headers of monitors. A migration has no master key, so the next start seals existing ones. */
export function headerSecrets(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('monitors').addColumn('headers_sealed', 'text').execute()
      await sql`insert into meta (name, value)
        select 'plain_headers', 'yes' where exists (select 1 from monitors)`.execute(db)
    },
  }
}
