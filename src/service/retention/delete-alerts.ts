import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes alerts older than a time from the log. Alerts that still wait are kept. */
export async function deleteAlerts(before: number, { database: { db }, next }: Work): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('alerts')
      .select('id')
      .where('created_at', '<', before)
      .where('state', 'in', ['sent', 'failed', 'dropped'])
      .orderBy('created_at')
      .limit(stepLimits.rows)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('alerts').where('id', 'in', ids).execute()
    if (ids.length < stepLimits.rows) return
    await next()
  }
}
