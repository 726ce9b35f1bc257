import { listFleet, readFleetChanges, type InputOf, type ReadOf } from '../../../contract/index.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'

/** A page of a partner's sites; null if the service doesn't list them. */
export function fleetQuery(
  partner: string,
  query: InputOf<typeof listFleet>['query'],
): Query<ReadOf<typeof listFleet> | null> {
  return ifOffered(q(listFleet, { path: { partner_id: partner }, query }))
}

/** Whether any site has changed since the list with this revision. */
export function fleetChangesQuery(partner: string, revision: string): Query<ReadOf<typeof readFleetChanges>> {
  return q(readFleetChanges, { path: { partner_id: partner }, query: { revision } })
}
