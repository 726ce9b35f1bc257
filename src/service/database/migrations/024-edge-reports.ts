import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What each process of the edge says of itself. */
export const edgeReports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('edge_processes').addColumn('report', 'text').execute()
  },
}
