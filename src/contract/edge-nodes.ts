import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { id, time } from './fields.ts'
import { lenient } from './lenient.ts'

/**
 * How an edge node is: `up` with everything that was ordered and changed; `behind` if it's up and can't read that;
 * `away` if it doesn't report.
 */
export const nodeHealths = ['up', 'behind', 'away'] as const
export type NodeHealth = (typeof nodeHealths)[number]

export const edgeNode = z.looseObject({
  id,
  location: z.string(),
  health: z.enum(nodeHealths),
  /** When it last reported. */
  seen_at: time,
  /** Up to when it has carried out all orders and taken over all changes; null if it doesn't say. */
  caught_up_at: z.nullable(time),
})

const edgeNodesRecord = z.looseObject({ nodes: z.array(edgeNode) })

export const listEdgeNodes = scoped({
  id: 'edgeNodes.list',
  extension: true,
  method: 'GET',
  path: '/edge_nodes',
  summary: 'List the edge nodes and their health',
  description:
    'All nodes serve every site. A node that is `behind` or `away` may still serve visitors, but without the latest purges and changes; it applies them before it is `up` again. A node stays listed for a day after its last report.',
  reply: edgeNodesRecord,
  read: lenient(edgeNodesRecord),
})
