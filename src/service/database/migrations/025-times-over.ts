import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How far over its limit what fails at a place is, so that an incident can tell the worst of its places. */
export const timesOver: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('incident_places')
      .addColumn('times', 'double precision', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
