import { deletedState } from '../database/index.ts'
import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes the sites that users deleted `lifetimes.deletedSites` ago, their traffic first and in small steps. */
export async function deleteSites(now: number, work: Work): Promise<void> {
  const { db } = work.database
  for (;;) {
    const site = await db
      .selectFrom('sites')
      .select('id')
      .where('state', '=', deletedState)
      .where('next_look_at', '<=', now)
      .orderBy('next_look_at')
      .limit(1)
      .executeTakeFirst()
    if (!site) return
    await deleteTraffic(site.id, work)
    await deleteOrdersOf(site.id, work)
    await db.deleteFrom('sites').where('id', '=', site.id).execute()
    await work.next()
  }
}

async function deleteTraffic(siteId: string, { database: { db }, next, deleted }: Work): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('traffic')
      .select(['width', 'at'])
      .where('site_id', '=', siteId)
      .orderBy('width')
      .orderBy('at')
      .limit(stepLimits.rows)
      .execute()
    const [first] = rows
    if (!first) return
    // a step deletes a range of the primary key, so only rows of one width
    const last = rows.findLast(({ width }) => width === first.width) ?? first
    const { numDeletedRows } = await db
      .deleteFrom('traffic')
      .where('site_id', '=', siteId)
      .where('width', '=', first.width)
      .where('at', '<=', last.at)
      .executeTakeFirst()
    deleted.traffic += Number(numDeletedRows)
    await next()
  }
}

/** Flushes and purges that are younger than the site's deletion: those before it have been deleted by their age. */
async function deleteOrdersOf(siteId: string, { database: { db }, next, deleted }: Work): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('cache_orders')
      .select('id')
      .where('site_id', '=', siteId)
      .limit(stepLimits.rows)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('cache_orders').where('id', 'in', ids).execute()
    deleted.cacheOrders += ids.length
    await next()
  }
}
