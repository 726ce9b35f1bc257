import type { Kysely } from 'kysely'
import type { Schema } from '../database/index.ts'
import { widths } from './usage-rules.ts'

/** Requests and bytes of a site, to be added to its buckets. */
export interface Traffic {
  readonly siteId: string
  /** UNIX ms. */
  readonly at: number
  readonly serviceRequests: number
  readonly serviceBytes: number
  readonly originRequests: number
  readonly originBytes: number
}

/** Adds traffic to the buckets of every width in one transaction. */
export async function addTraffic(db: Kysely<Schema>, traffic: readonly Traffic[]): Promise<void> {
  if (traffic.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const entry of traffic) {
      const rows = widths.map((width) => ({
        site_id: entry.siteId,
        width,
        at: Math.floor(entry.at / width) * width,
        service_requests: entry.serviceRequests,
        service_bytes: entry.serviceBytes,
        origin_requests: entry.originRequests,
        origin_bytes: entry.originBytes,
      }))
      await trx
        .insertInto('traffic')
        .values(rows)
        .onConflict((on) =>
          on.columns(['site_id', 'width', 'at']).doUpdateSet((eb) => ({
            service_requests: eb('traffic.service_requests', '+', eb.ref('excluded.service_requests')),
            service_bytes: eb('traffic.service_bytes', '+', eb.ref('excluded.service_bytes')),
            origin_requests: eb('traffic.origin_requests', '+', eb.ref('excluded.origin_requests')),
            origin_bytes: eb('traffic.origin_bytes', '+', eb.ref('excluded.origin_bytes')),
          })),
        )
        .execute()
    }
  })
}
