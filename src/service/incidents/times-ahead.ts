import type { Database } from '../database/index.ts'
import { type Memory, timeAhead } from './recent-rounds.ts'

/** What the availability of monitors counts, by the hour, although it hasn't passed yet. @param now UNIX ms */
export async function timesAhead({ db }: Pick<Database, 'db'>, monitorIds: readonly string[], now: number) {
  const rows = await db.selectFrom('recent_rounds').select('rounds').where('monitor_id', 'in', monitorIds).execute()
  return rows.flatMap(({ rounds }) => timeAhead(JSON.parse(rounds) as Memory, now) ?? [])
}
