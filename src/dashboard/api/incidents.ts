import {
  listIncidents,
  listSamples,
  maxPerPage,
  readIncident,
  type IncidentRecord,
  type InputOf,
} from '../../contract/index.ts'
import { ifOffered } from './queries.ts'
import { scopedQuery, type Scope } from './scope.ts'

/** How often incidents are read again while they're shown, ms. */
export const incidentRefreshMs = 30_000

type IncidentQuery = NonNullable<InputOf<typeof listIncidents.user>['query']>

/** Incidents, the latest first; null if the service doesn't report them. */
export function incidentsOf(scope: Scope, query: IncidentQuery) {
  return ifOffered(scopedQuery(listIncidents, scope, { query }))
}

/** The open incidents of a site or monitor; null if the service doesn't report them. */
export function openIncidents(scope: Scope, of: Pick<IncidentQuery, 'site_id' | 'monitor_id'>) {
  return incidentsOf(scope, { ...of, open: true, per_page: maxPerPage })
}

export function incidentOf(scope: Scope, id: string) {
  return scopedQuery(readIncident, scope, { path: { incident_id: id } })
}

export type Place = IncidentRecord['places'][number]

/** The latest sample of a place before it failed. */
export function sampleBefore(scope: Scope, { monitor_id, location, since }: Place) {
  return scopedQuery(listSamples, scope, {
    query: {
      profile_and_locations: [{ profile_id: monitor_id, locations: [location] }],
      to: Date.parse(since) - 1,
      per_page: 1,
    },
  })
}
