import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** What lets somebody invite others: their invitations end with it. */
export const inviters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('person_links')
      .addColumn('membership_id', 'text', (c) => c.references('memberships.id').onDelete('cascade'))
      .execute()
    await addIndex(db, 'person_links_by_membership_id', 'person_links', ['membership_id'])
  },
}
