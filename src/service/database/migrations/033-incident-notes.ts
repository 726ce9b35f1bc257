import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** What people write about incidents. */
export const incidentNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('incident_notes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('incident_id', 'text', (c) => c.notNull().references('incidents.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('by', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .execute()
    await addIndex(db, 'incident_notes_by_incident', 'incident_notes', ['incident_id', 'at'])
  },
}
