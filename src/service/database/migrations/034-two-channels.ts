import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addIndex } from './add-index.ts'

/** A rule that sends by both channels has a second row, which is part of the first. */
export const twoChannels: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('alert_rules').addColumn('part_of', 'text').execute()
    await addIndex(db, 'alert_rules_by_rule', 'alert_rules', ['part_of'])
  },
}
