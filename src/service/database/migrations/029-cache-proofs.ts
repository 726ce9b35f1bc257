import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** The addresses that the proof of a site's latest purge or flush looks up. */
export const cacheProofs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('cache_proofs')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('proof_id', 'text', (c) => c.notNull())
      .addColumn('site_id', 'text', (c) => c.notNull().references('sites.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('lookups', 'text', (c) => c.notNull())
      .addColumn('result', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await addIndex(db, 'cache_proofs_by_site', 'cache_proofs', ['site_id'])
  },
}
