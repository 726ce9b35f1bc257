import {
  acknowledgeIncident,
  addIncidentNote,
  listIncidents,
  listOpenIncidents,
  listSamples,
  maxPerPage,
  readIncident,
  type IncidentRecord,
  type InputOf,
  type Sample,
} from '../../../contract/index.ts'
import { changeScoped } from '../../api/change.ts'
import { ifOffered, q } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'
import { isAlike, type Conditions } from '../samples/alike.ts'

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

/** The samples of a place until it failed, the latest first. The first that failed is among them. */
export function samplesUntil(scope: Scope, { monitor_id, location, since }: Place) {
  return scopedQuery(listSamples, scope, {
    query: {
      profile_and_locations: [{ profile_id: monitor_id, locations: [location] }],
      to: Date.parse(since),
      per_page: maxPerPage,
    },
  })
}

type Listed = Pick<Sample, 'id' | 'sample_type'> & Conditions

/** Those of a place's samples, the latest first, that were taken before one of them and are like it, however severe they are. */
export function samplesBefore<S extends Listed>(samples: readonly S[], id: string): readonly S[] {
  const at = samples.findIndex((sample) => sample.id === id)
  const [reference] = at < 0 ? [] : samples.slice(at)
  return samples.slice(at + 1).filter((sample) => reference && isAlike(sample, reference))
}

/** The latest of the samples before a failed one that is less severe. */
export function lastBetter<S extends Listed>(samples: readonly S[], failedId: string): S | undefined {
  const severity = samples.find(({ id }) => id === failedId)?.sample_type ?? 0
  return samplesBefore(samples, failedId).find(({ sample_type }) => (sample_type ?? 0) < severity)
}
