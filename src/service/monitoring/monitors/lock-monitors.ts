import type { Transaction } from 'kysely'
import { chunksOf, type Schema } from '../../database/index.ts'

/**
 * Keeps other transactions on PostgreSQL from changing these monitors, their checks and their samples. Whoever changes
 * those locks the monitors first, and in this order, so that two wait for each other and don't block each other.
 */
export async function lockMonitors(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(ids.toSorted()))
    await trx.selectFrom('monitors').select('id').where('id', 'in', chunk).orderBy('id').forNoKeyUpdate().execute()
}
