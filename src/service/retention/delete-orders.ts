import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes flush and purge orders, their proofs, or kept replies from before a time. Their ids are in order of creation. */
export async function deleteOrders(
  table: 'cache_orders' | 'cache_proofs' | 'idempotent_replies',
  before: number,
  { database: { db }, next, deleted }: Work,
): Promise<void> {
  for (;;) {
    const oldest = await db
      .selectFrom(table)
      .select(['id', 'created_at'])
      .orderBy('id')
      .limit(stepLimits.rows)
      .execute()
    const ids = oldest.filter(({ created_at }) => created_at < before).map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute()
    deleted.cacheOrders += ids.length
    if (ids.length < stepLimits.rows) return
    await next()
  }
}
