import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes what is kept by the hour of a monitor whose samples have been deleted, in small steps. */
export async function deleteHoursOf(monitorId: string, work: Work): Promise<void> {
  for (const table of ['sample_rollups', 'stale_hours', 'availability'] as const)
    await deleteHours(table, monitorId, Infinity, work)
}

/** Deletes a monitor's availability from before a time, in small steps. */
export async function deleteAvailability(monitorId: string, before: number, work: Work): Promise<void> {
  await deleteHours('availability', monitorId, Math.floor(before / 3_600_000), work)
}

async function deleteHours(
  table: 'sample_rollups' | 'stale_hours' | 'availability',
  monitorId: string,
  end: number,
  { database: { db }, next }: Work,
): Promise<void> {
  for (;;) {
    let old = db.selectFrom(table).select('hour').where('monitor_id', '=', monitorId)
    if (end !== Infinity) old = old.where('hour', '<', end)
    const last = (await old.orderBy('hour').limit(stepLimits.rows).execute()).at(-1)
    if (!last) return
    await db.deleteFrom(table).where('monitor_id', '=', monitorId).where('hour', '<=', last.hour).execute()
    await next()
  }
}
