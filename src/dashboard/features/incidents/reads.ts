import {
  acknowledgeIncident,
  addIncidentNote,
  listIncidents,
  listOpenIncidents,
  maxPerPage,
  readIncident,
  type IncidentRecord,
  type InputOf,
} from '../../../contract/index.ts'
import { changeScoped } from '../../api/change.ts'
import { ifOffered, q } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'

/** How often incidents are read again while they're shown, ms. */
export const incidentRefreshMs = 30_000

type IncidentQuery = NonNullable<InputOf<typeof listIncidents.user>['query']>

/** Incidents, open ones first, then the latest; null if the service doesn't report them. */
export function incidentsOf(scope: Scope, query: IncidentQuery) {
  return ifOffered(scopedQuery(listIncidents, scope, { query }))
}

/** The open incidents of an account, a site or a monitor; null if the service doesn't report them. */
export function openIncidents(scope: Scope, of: Pick<IncidentQuery, 'site_id' | 'monitor_id'> = {}) {
  return incidentsOf(scope, { ...of, open: true, per_page: maxPerPage })
}

/** How many of a site's ended incidents its pages look at. */
const endedLookedAt = 5

/** A site's latest incidents that have ended; null if the service doesn't report them. */
export function endedIncidents(scope: Scope, siteId: string) {
  return incidentsOf(scope, { site_id: siteId, open: false, per_page: endedLookedAt })
}

type OpenQuery = InputOf<typeof listOpenIncidents>['query']

/** The open incidents of all accounts, worst first; null if the service doesn't list them. */
export function openIncidentsOfAll(partner: string, query: OpenQuery = {}) {
  return ifOffered(q(listOpenIncidents, { path: { partner_id: partner }, query: { per_page: maxPerPage, ...query } }))
}

export function incidentOf(scope: Scope, id: string) {
  return scopedQuery(readIncident, scope, { path: { incident_id: id } })
}

/** Says that somebody looks into an incident, or takes that back. */
export async function acknowledge(scope: Scope, incident: string, acknowledged: boolean): Promise<void> {
  await changeScoped(acknowledgeIncident, scope, { path: { incident_id: incident }, body: { acknowledged } })
}

/** Adds a note to an incident. */
export async function addNote(scope: Scope, incident: string, text: string): Promise<void> {
  await changeScoped(addIncidentNote, scope, { path: { incident_id: incident }, body: { text } })
}

export type Place = IncidentRecord['places'][number]
