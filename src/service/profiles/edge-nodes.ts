import type { Services } from '../api/services.ts'
import { maxSilence } from '../sites/index.ts'

/** The edge nodes that are up; every site is served by all of them. */
export function edgeNodes({ database, world }: Services) {
  return database.db
    .selectFrom('edge_nodes')
    .select(['ip', 'role', 'location'])
    .where('is_up', '=', 1)
    .where('seen_at', '>', world.clock.now() - maxSilence)
    .orderBy('ip')
    .orderBy('role')
    .execute()
}
