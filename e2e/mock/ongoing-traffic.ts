import type { Services } from '../../src/service/services.ts'
import { countedStates } from './seed.ts'
import { latestTraffic } from './seed-traffic.ts'

const visitIntervalMs = 60_000

/**
 * Keeps adding traffic to the sites that count it, so that the charts of an open demo keep moving.
 * @returns a function that stops it
 */
export function keepVisiting({ database: { db }, world }: Services): () => void {
  const visit = async () => {
    const sites = await db.selectFrom('sites').selectAll().where('state', 'in', countedStates).execute()
    const rows = sites.flatMap((site) => latestTraffic(site, world.clock.now()))
    const step = 500
    for (let i = 0; i < rows.length; i += step) {
      await db
        .insertInto('traffic')
        .values(rows.slice(i, i + step))
        .onConflict((oc) =>
          oc.columns(['site_id', 'width', 'at']).doUpdateSet((eb) => ({
            service_requests: eb.ref('excluded.service_requests'),
            service_bytes: eb.ref('excluded.service_bytes'),
            origin_requests: eb.ref('excluded.origin_requests'),
            origin_bytes: eb.ref('excluded.origin_bytes'),
          })),
        )
        .execute()
    }
  }
  const timer = setInterval(() => void visit(), visitIntervalMs)
  return () => clearInterval(timer)
}
