import { maxRows } from './steps.ts'
import type { Work } from './work.ts'

/** Deletes the roll-ups of a monitor whose samples have been deleted, in small steps. */
export async function deleteRollupsOf(monitorId: string, { database: { db }, next }: Work): Promise<void> {
  for (const table of ['sample_rollups', 'stale_hours'] as const) {
    for (;;) {
      const rows = await db
        .selectFrom(table)
        .select('hour')
        .where('monitor_id', '=', monitorId)
        .orderBy('hour')
        .limit(maxRows)
        .execute()
      const last = rows.at(-1)
      if (!last) break
      await db.deleteFrom(table).where('monitor_id', '=', monitorId).where('hour', '<=', last.hour).execute()
      await next()
    }
  }
}
