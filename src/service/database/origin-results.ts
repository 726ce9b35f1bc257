import type { Kysely } from 'kysely'
import { chunksOf } from './chunks.ts'
import { compare } from './compare.ts'
import { existingSites } from './existing-sites.ts'
import type { Schema } from './schema.ts'

/** How requests to the origin of a site ended in a minute, to be added to what is known of it. */
export interface OriginResult {
  readonly siteId: string
  readonly host: string
  /** When the minute began, UNIX ms. */
  readonly minute: number
  /** Requests that ended. */
  readonly asked: number
  readonly failed: number
  /** The latest failure as the cause of an incident. */
  readonly problem: string | null
}

/** Adds results in one transaction. Results of deleted sites are dropped. */
export async function addOriginResults(db: Kysely<Schema>, results: readonly OriginResult[]): Promise<void> {
  if (results.length === 0) return
  await db.transaction().execute(async (trx) => {
    const known = await existingSites(trx, [...new Set(results.map(({ siteId }) => siteId))])
    const rows = results
      .filter(({ siteId }) => known.has(siteId))
      .toSorted((a, b) => compare(a.siteId, b.siteId) || compare(a.host, b.host) || a.minute - b.minute)
      .map(({ siteId, ...row }) => ({ site_id: siteId, ...row }))
    for (const some of chunksOf(rows))
      await trx
        .insertInto('origin_results')
        .values(some)
        .onConflict((on) =>
          on.columns(['site_id', 'host', 'minute']).doUpdateSet((eb) => ({
            asked: eb('origin_results.asked', '+', eb.ref('excluded.asked')),
            failed: eb('origin_results.failed', '+', eb.ref('excluded.failed')),
            problem: eb.fn.coalesce('excluded.problem', 'origin_results.problem'),
          })),
        )
        .execute()
  })
}
