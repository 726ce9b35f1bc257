import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import { compare } from './compare.ts'
import { existingSites } from './existing-sites.ts'

/** When an action of a site's settings acted for a visitor. */
export interface ActionTime {
  readonly siteId: string
  readonly action: string
  /** UNIX ms. */
  readonly at: number
}

/** Rows written at a time. */
const batchSize = 500

/** Records when actions acted, unless a later time is known. Times of deleted sites are dropped. */
export async function recordActionTimes(db: Kysely<Schema>, times: readonly ActionTime[]): Promise<void> {
  if (times.length === 0) return
  await db.transaction().execute(async (trx) => {
    const known = await existingSites(trx, [...new Set(times.map(({ siteId }) => siteId))])
    const rows = times
      .filter(({ siteId }) => known.has(siteId))
      .toSorted((a, b) => compare(a.siteId, b.siteId) || compare(a.action, b.action))
      .map(({ siteId, action, at }) => ({ site_id: siteId, action, acted_at: at }))
    for (let i = 0; i < rows.length; i += batchSize) {
      await trx
        .insertInto('site_action_times')
        .values(rows.slice(i, i + batchSize))
        .onConflict((on) =>
          on
            .columns(['site_id', 'action'])
            .doUpdateSet((eb) => ({ acted_at: eb.ref('excluded.acted_at') }))
            .whereRef('site_action_times.acted_at', '<', 'excluded.acted_at'),
        )
        .execute()
    }
  })
}
