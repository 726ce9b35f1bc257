import { deleteOf, upTo } from './delete-details.ts'
import { deleteHoursOf } from './delete-hours.ts'
import { retentionLimits } from './limits.ts'
import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes the monitors and tests that belong to nobody any more, and their samples, in small steps. */
export async function deleteDiscarded(work: Work): Promise<void> {
  const { db } = work.database
  for (;;) {
    const monitor = await db
      .selectFrom('monitors')
      .select('id')
      .where('account_id', 'is', null)
      .where('site_id', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!monitor) return
    await deleteSamplesOf(monitor.id, work)
    await deleteHoursOf(monitor.id, work)
    await db.deleteFrom('monitors').where('id', '=', monitor.id).execute()
    await work.next()
  }
}

async function deleteSamplesOf(monitorId: string, { database, next, deleted }: Work): Promise<void> {
  for (;;) {
    const rows = await database.db
      .selectFrom('samples')
      .select(['id', 'detail_bytes', 'screenshot_bytes'])
      .where('monitor_id', '=', monitorId)
      .orderBy('taken_at')
      .limit(stepLimits.rows)
      .execute()
    if (rows.length === 0) return
    const ids = upTo(retentionLimits.bytes, rows, 'details').map(({ id }) => id)
    await database.db.transaction().execute(async (trx) => {
      deleted.bytes += await deleteOf(trx, database, { monitorId, ids, what: 'details' })
      await trx.deleteFrom('samples').where('id', 'in', ids).execute()
    })
    deleted.samples += ids.length
    await next()
  }
}
