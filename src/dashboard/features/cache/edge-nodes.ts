import { listEdgeNodes, type ReadOf } from '../../../contract/index.ts'
import { ifOffered, type Query } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'

type EdgeNodes = ReadOf<typeof listEdgeNodes.user>

/** The edge nodes and how they are; null if the service doesn't say. */
export function edgeNodesOf(scope: Scope): Query<EdgeNodes | null> {
  return ifOffered(scopedQuery(listEdgeNodes, scope, {}))
}
