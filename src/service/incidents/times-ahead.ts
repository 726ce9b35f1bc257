import type { Database } from '../database/index.ts'
import { timeAhead } from './count-availability.ts'
import type { Memory } from './round.ts'

/** What the availability of monitors counts, by the hour, although it hasn't passed yet. @param now UNIX ms */
export async function timesAhead({ db }: Pick<Database, 'db'>, monitorIds: readonly string[], now: number) {
  const rows = await db.selectFrom('recent_rounds').select('rounds').where('monitor_id', 'in', monitorIds).execute()
  return rows.flatMap(({ rounds }) => timeAhead(JSON.parse(rounds) as Memory, now) ?? [])
}
