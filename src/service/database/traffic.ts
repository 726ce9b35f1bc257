import type { Kysely } from 'kysely'
import { chunksOf } from './chunks.ts'
import { compare } from './compare.ts'
import { existingSites } from './existing-sites.ts'
import type { TrafficTable } from './edge-tables.ts'
import type { Schema } from './schema.ts'

const minute = 60_000

/** The bucket widths that traffic is stored in, ms: 5 minutes, an hour, a day. */
const widths = [5 * minute, 60 * minute, 24 * 60 * minute] as const

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

/** Adds traffic to the buckets of every width in one transaction. Traffic of deleted sites is dropped. */
export async function addTraffic(db: Kysely<Schema>, traffic: readonly Traffic[]): Promise<void> {
  if (traffic.length === 0) return
  await db.transaction().execute(async (trx) => {
    const known = await existingSites(trx, [...new Set(traffic.map(({ siteId }) => siteId))])
    const rows = bucketsOf(traffic.filter(({ siteId }) => known.has(siteId)))
    for (const some of chunksOf(rows))
      await trx
        .insertInto('traffic')
        .values(some)
        .onConflict((on) =>
          on.columns(['site_id', 'width', 'at']).doUpdateSet((eb) => ({
            service_requests: eb('traffic.service_requests', '+', eb.ref('excluded.service_requests')),
            service_bytes: eb('traffic.service_bytes', '+', eb.ref('excluded.service_bytes')),
            origin_requests: eb('traffic.origin_requests', '+', eb.ref('excluded.origin_requests')),
            origin_bytes: eb('traffic.origin_bytes', '+', eb.ref('excluded.origin_bytes')),
          })),
        )
        .execute()
  })
}

/** One row for each bucket, in order. */
function bucketsOf(traffic: readonly Traffic[]): TrafficTable[] {
  const buckets = new Map<string, TrafficTable>()
  for (const { siteId, at, ...counts } of traffic)
    for (const width of widths) {
      const start = Math.floor(at / width) * width
      const key = `${siteId} ${width} ${start}`
      const row = buckets.get(key)
      buckets.set(key, {
        site_id: siteId,
        width,
        at: start,
        service_requests: counts.serviceRequests + (row?.service_requests ?? 0),
        service_bytes: counts.serviceBytes + (row?.service_bytes ?? 0),
        origin_requests: counts.originRequests + (row?.origin_requests ?? 0),
        origin_bytes: counts.originBytes + (row?.origin_bytes ?? 0),
      })
    }
  return [...buckets.values()].toSorted((a, b) => compare(a.site_id, b.site_id) || a.width - b.width || a.at - b.at)
}
