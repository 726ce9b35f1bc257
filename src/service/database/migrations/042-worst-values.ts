import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An incident's worst value, and what its failing samples have in common. Of earlier incidents, neither is known. */
export const worstValues: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('incidents').addColumn('worst_metric', 'text').execute()
    await db.schema.alterTable('incidents').addColumn('worst_value', 'double precision').execute()
    await db.schema.alterTable('incidents').addColumn('worst_times', 'double precision').execute()
    await db.schema.alterTable('incidents').addColumn('worst_at', 'bigint').execute()
    await db.schema.alterTable('incident_places').addColumn('variant', 'text').execute()
  },
}
