import type { Kysely } from 'kysely'

/** Creates an index over the columns. */
export function addIndex(db: Kysely<unknown>, name: string, table: string, columns: string[]): Promise<void> {
  return db.schema.createIndex(name).on(table).columns(columns).execute()
}
