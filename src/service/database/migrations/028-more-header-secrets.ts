import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** More names of headers count as secret. A migration has no master key, so the next start seals existing ones. */
export const moreHeaderSecrets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into meta (name, value)
      select 'plain_headers', 'yes' where exists (select 1 from monitors)
      and not exists (select 1 from meta where name = 'plain_headers')`.execute(db)
  },
}
