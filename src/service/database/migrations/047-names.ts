import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** Who acknowledged an incident or wrote about it, and an index for the people of a log. */
export const names: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('incidents').addColumn('acknowledged_person_id', 'text').execute()
    await db.schema.alterTable('incidents').addColumn('acknowledged_person_name', 'text').execute()
    await db.schema.alterTable('incident_notes').addColumn('person_id', 'text').execute()
    await db.schema.alterTable('incident_notes').addColumn('person_name', 'text').execute()
    await addIndex(db, 'events_by_person', 'events', ['account_id', 'person_id', 'person_name', 'at'])
    await addIndex(db, 'partner_events_by_person', 'partner_events', ['partner_id', 'person_id', 'person_name', 'at'])
  },
}
