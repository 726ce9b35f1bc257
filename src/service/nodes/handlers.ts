import { listEdgeNodes } from '../../contract/index.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { edgeNodesOf } from './nodes.ts'

const isoTime = (ms: number) => new Date(ms).toISOString()

export const nodeHandlers: Handlers<'partner.edgeNodes.list' | 'user.edgeNodes.list'> = {
  // what else a node reports is for the operator
  ...bothScopes(listEdgeNodes, async (_, { services: { database } }) => ({
    nodes: (await edgeNodesOf(database)).map(({ id, location, health, seenAt, report }) => ({
      id,
      location,
      health,
      seen_at: isoTime(seenAt),
      caught_up_at: report?.caught_up_at == null ? null : isoTime(report.caught_up_at),
    })),
  })),
}
