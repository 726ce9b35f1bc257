import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** How requests to origins ended, minute by minute, and what incidents have counted of it. */
export const originResults: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('origin_results')
      .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('minute', 'bigint', (c) => c.notNull())
      .addColumn('asked', 'integer', (c) => c.notNull())
      .addColumn('failed', 'integer', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('noted_asked', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('noted_failed', 'integer', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('origin_results_once', ['site_id', 'host', 'minute'])
      .execute()
    await addIndex(db, 'origin_results_by_minute', 'origin_results', ['minute'])
    await sql`create index origin_results_failed on origin_results (minute, site_id) where failed > 0`.execute(db)

    await db.schema
      .alterTable('incidents')
      .addColumn('requests', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('incidents')
      .addColumn('failed_requests', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('incidents').addColumn('edge_cause', 'text').execute()
    await sql`create index incidents_open_at_edge on incidents (site_id)
      where ended_at is null and (kind = 'origin' or edge_cause is not null)`.execute(db)
  },
}
