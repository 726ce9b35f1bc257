import type { Insertable } from 'kysely'
import type { Site, TrafficTable } from '../../src/service/database/index.ts'
import type { Services } from '../../src/service/api/services.ts'
import { countedStates } from './seed.ts'
import { latestTraffic } from './seed-traffic.ts'
import { failedShare } from './seed-trouble.ts'

const visitIntervalMs = 60_000
/** Of the buckets of traffic, ms. */
const narrowest = 5 * 60_000

/**
 * Keeps adding scripted traffic to the sites that count it, so that the charts of an open demo keep moving. What the edge
 * has counted stays.
 * @param since until when the traffic has been seeded, UNIX ms
 * @returns a function that stops it
 */
export function keepVisiting({ database: { db }, world }: Services, since: number): () => void {
  let last = since
  const visit = async () => {
    const now = world.clock.now()
    const sites = await db.selectFrom('sites').selectAll().where('state', 'in', countedStates).execute()
    const rows = sites.flatMap((site) => trafficBetween(site, last, now))
    last = now
    await failMore(rows)
    const step = 500
    for (let i = 0; i < rows.length; i += step) {
      await db
        .insertInto('traffic')
        .values(rows.slice(i, i + step))
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
  }
  /** A server that fails goes on failing. */
  const failMore = async (rows: readonly Insertable<TrafficTable>[]) => {
    const open = db.selectFrom('incidents').selectAll().where('kind', '=', 'origin').where('ended_at', 'is', null)
    for (const { id, site_id, requests, failed_requests } of await open.execute()) {
      const added = rows
        .filter((row) => row.site_id === site_id && row.width === narrowest)
        .reduce((sum, row) => sum + row.origin_requests, 0)
      await db
        .updateTable('incidents')
        .set({ requests: requests + added, failed_requests: failed_requests + Math.round(added * failedShare) })
        .where('id', '=', id)
        .execute()
    }
  }
  const timer = setInterval(() => void visit(), visitIntervalMs)
  return () => clearInterval(timer)
}

/** What a site's traffic grows by from one time to another, in the buckets that were open then. */
export function trafficBetween(site: Site, from: number, to: number): Insertable<TrafficTable>[] {
  const before = new Map(latestTraffic(site, from).map((row) => [`${row.width} ${row.at}`, row]))
  return latestTraffic(site, to).map((row) => {
    const counted = before.get(`${row.width} ${row.at}`)
    if (!counted) return row
    return {
      ...row,
      service_requests: row.service_requests - counted.service_requests,
      service_bytes: row.service_bytes - counted.service_bytes,
      origin_requests: row.origin_requests - counted.origin_requests,
      origin_bytes: row.origin_bytes - counted.origin_bytes,
    }
  })
}
