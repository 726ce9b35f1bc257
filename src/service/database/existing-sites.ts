import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Ids looked up at a time. */
const batchSize = 500

/** Which of these sites still exist. */
export async function existingSites(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let i = 0; i < ids.length; i += batchSize) {
    const batch = ids.slice(i, i + batchSize)
    const rows = await db.selectFrom('sites').select('id').where('id', 'in', batch).execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}
