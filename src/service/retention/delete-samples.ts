import { retentionLimits } from './limits.ts'
import type { Database } from '../database/index.ts'
import { deleteOf } from './delete-details.ts'
import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** How many samples at either end of the rest are searched for one of the same location. */

/** Deletes a monitor's samples from before a time, oldest first and in small steps. The last one at each location stays. */
export async function deleteSamples(
  monitorId: string,
  before: number,
  { database, next, deleted }: Work,
): Promise<void> {
  let after: { readonly at: number; readonly id: string } | undefined
  for (;;) {
    let oldest = database.db
      .selectFrom('samples')
      .select(['id', 'taken_at', 'location'])
      .where('monitor_id', '=', monitorId)
      .where('taken_at', '<', before)
      .orderBy('taken_at')
      .orderBy('id')
      .limit(stepLimits.rows)
    if (after) {
      const { at, id } = after
      oldest = oldest.where('taken_at', '>=', at).where((eb) => eb.or([eb('taken_at', '>', at), eb('id', '>', id)]))
    }
    const rows = await oldest.execute()
    const last = rows.at(-1)
    if (!last) return
    const newest = new Map(rows.map((row) => [row.location, row]))
    const kept = new Set<string>()
    for (const [location, row] of newest)
      if (!(await hasLaterSample(database, monitorId, location, last.taken_at, last.id))) kept.add(row.id)
    const ids = rows.map(({ id }) => id).filter((id) => !kept.has(id))
    if (ids.length > 0)
      await database.db.transaction().execute(async (trx) => {
        deleted.bytes += await deleteOf(trx, database, { monitorId, ids, what: 'details' })
        await trx.deleteFrom('samples').where('id', 'in', ids).execute()
      })
    deleted.samples += ids.length
    if (rows.length < stepLimits.rows) return
    await next()
    after = { at: last.taken_at, id: last.id }
  }
}

/**
 * Whether a monitor has a sample at this location after another sample. A location that is still measured has one among
 * the latest, or else among the next; searching all would take long where there is none.
 */
async function hasLaterSample(
  { db }: Database,
  monitorId: string,
  location: string,
  at: number,
  id: string,
): Promise<boolean> {
  for (const direction of ['desc', 'asc'] as const) {
    const searched = db
      .selectFrom('samples')
      .select('location')
      .where('monitor_id', '=', monitorId)
      .where('taken_at', '>=', at)
      .where((eb) => eb.or([eb('taken_at', '>', at), eb('id', '>', id)]))
      .orderBy('taken_at', direction)
      .limit(retentionLimits.searched)
    const found = await db
      .selectFrom(searched.as('searched'))
      .select('location')
      .where('location', '=', location)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
