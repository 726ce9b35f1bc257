import { lifetimes } from '../database/index.ts'
import { privateRange } from '../../shared/guard/index.ts'
import type { Services } from '../api/services.ts'

/** The addresses at which everybody reaches the edge. */
export interface EdgeAddresses {
  /** Of the nodes that are up, in order. */
  readonly up: readonly string[]
  /**
   * With those of nodes that were up lately: a node that restarts must not take the sites off whose records have its
   * address.
   */
  readonly known: ReadonlySet<string>
}

/** A node that hasn't reported for this long isn't up, ms. */
export const maxSilence = 5 * 60_000

export async function edgeAddresses({ database, world }: Pick<Services, 'database' | 'world'>): Promise<EdgeAddresses> {
  const now = world.clock.now()
  const nodes = await database.db
    .selectFrom('edge_nodes')
    .select(['ip', 'seen_at', 'is_up'])
    .where('seen_at', '>', now - lifetimes.edgeAddresses)
    .orderBy('ip')
    .execute()
  const reachable = nodes.filter(({ ip }) => !isLocal(ip))
  const up = reachable.filter(({ seen_at, is_up }) => is_up === 1 && seen_at > now - maxSilence)
  return { up: [...new Set(up.map(({ ip }) => ip))], known: new Set(reachable.map(({ ip }) => ip)) }
}

/** Whether an address is of this machine or its network, where a customer's server may run next to the edge. */
export function isLocal(address: string): boolean {
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified'].includes(privateRange(address) ?? '')
}
