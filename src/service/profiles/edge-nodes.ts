import type { Services } from '../api/services.ts'

/** An edge node that hasn't reported for this long doesn't count, ms. */
const maxSilence = 5 * 60_000

/** The edge nodes that are up; every site is served by all of them. */
export function edgeNodes({ database, world }: Services) {
  return database.db
    .selectFrom('edge_nodes')
    .select(['ip', 'role', 'location'])
    .where('seen_at', '>', world.clock.now() - maxSilence)
    .orderBy('ip')
    .orderBy('role')
    .execute()
}
