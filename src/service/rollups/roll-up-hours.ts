import type { Transaction } from 'kysely'
import { rollUpLimits } from './limits.ts'
import { type Database, judgedMetrics, type SampleRollupTable, type SampleRow, type Schema } from '../database/index.ts'
import { hourMs, hourOf } from './hours.ts'
import { packRollUp } from './packed-samples.ts'

/** What roll-ups read of a sample. */
const columns = ['taken_at', 'sample_type', 'location', 'data_center', 'connectivity', 'view'] as const
type Sample = Pick<SampleRow, (typeof columns)[number] | 'metrics'>

/**
 * Rolls up hours of a monitor from their samples, in place of what was rolled up before. It happens in one transaction
 * with the note that they're no longer stale, so a roll-up that isn't stale never differs from its samples.
 * @param hours in ascending order; those are left for later whose samples are too many for one step
 * @returns how many hours, at least one; 0 if samples of the monitor are just being stored or deleted
 */
export async function rollUpHours(
  { db, kind }: Database,
  monitorId: string,
  hours: readonly [number, ...number[]],
): Promise<number> {
  const [first] = hours
  const end = (hours.at(-1) ?? first) + 1
  return db.transaction().execute(async (trx) => {
    if (kind === 'postgres' && !(await lock(trx, monitorId))) return 0
    const samples = await trx
      .selectFrom('samples')
      .select([...columns, judgedMetrics])
      .where('monitor_id', '=', monitorId)
      .where('taken_at', '>=', first * hourMs)
      .where('taken_at', '<', end * hourMs)
      .orderBy('taken_at')
      .limit(rollUpLimits.samples + 1)
      .execute()
    // there may be more samples of the last hour
    const readTo = samples.length > rollUpLimits.samples ? hourOf(samples.at(-1)?.taken_at ?? 0) : end
    const isTooLarge = readTo === first
    const done = isTooLarge ? [first] : hours.filter((hour) => hour < readTo)
    const byHour = Map.groupBy(samples, ({ taken_at }) => hourOf(taken_at))
    const rows = isTooLarge
      ? [tooLarge(monitorId, first)]
      : done.flatMap((hour) => rollUpsOf(monitorId, hour, byHour.get(hour) ?? []))
    await trx.deleteFrom('sample_rollups').where('monitor_id', '=', monitorId).where('hour', 'in', done).execute()
    if (rows.length > 0) await trx.insertInto('sample_rollups').values(rows).execute()
    await trx.deleteFrom('stale_hours').where('monitor_id', '=', monitorId).where('hour', 'in', done).execute()
    return done.length
  })
}

/**
 * Keeps others from storing and deleting samples of a monitor until the transaction ends: whoever does has a lock on the
 * monitor, too. It waits for nobody, so that nobody who waits for it blocks it.
 * @returns false if someone has such a lock
 */
async function lock(trx: Transaction<Schema>, monitorId: string): Promise<boolean> {
  const monitor = trx.selectFrom('monitors').select('id').where('id', '=', monitorId)
  if (await monitor.forUpdate().skipLocked().executeTakeFirst()) return true
  // nobody stores samples of a monitor that has been deleted
  return (await monitor.executeTakeFirst()) === undefined
}

/** The roll-ups of a monitor's hour, in an order that depends on the samples only. */
function rollUpsOf(monitor_id: string, hour: number, samples: readonly Sample[]): SampleRollupTable[] {
  const groups = Map.groupBy(samples, ({ location, data_center, connectivity, view }) =>
    JSON.stringify([location, data_center, connectivity, view]),
  )
  return [...groups.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [sample, ...others]], position) => {
      if (!sample) return []
      const { location, data_center, connectivity, view } = sample
      const all = [sample, ...others]
      const data = packRollUp(all)
      return { monitor_id, hour, position, location, data_center, connectivity, view, samples: all.length, data }
    })
}

/** Says that the samples have to be read instead. */
function tooLarge(monitor_id: string, hour: number): SampleRollupTable {
  const nowhere = { location: '', data_center: '', connectivity: null, view: null }
  return { monitor_id, hour, position: 0, ...nowhere, samples: rollUpLimits.samples + 1, data: null }
}
