import * as z from 'zod/mini'
import { endpoint, scoped } from './endpoint.ts'
import { id, lines, namedPerson, onlyKnown, time } from './fields.ts'
import { moment } from './moments.ts'
import { pageOf, paging, searchTerm } from './paging.ts'

/** What can be wrong with a host. Another service may report other kinds; show them unchanged. */
export const incidentKinds = ['down', 'resources', 'slow', 'certificate', 'dns', 'origin'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** Why an incident ended: `unwatched` if nothing measures its host any more. */
export const endReasons = ['recovered', 'unwatched'] as const

/** Where an incident was seen, by which monitor, and how long. */
const incidentPlace = z.looseObject({
  monitor_id: id,
  /** Null once the monitor has been deleted. */
  monitor_name: z.nullable(z.string()),
  location: z.string(),
  since: z.string(),
  until: z.nullable(z.string()),
  cause: z.string(),
  first_sample_id: id,
  last_sample_id: id,
  /** How many of its samples failed. */
  samples: z.number(),
  /** The same for failing samples of the same connection and view; null where they are of several, or that isn't known. */
  variant: z.optional(z.nullable(z.string())),
})

export const incidentRecord = z.looseObject({
  id,
  kind: z.string(),
  /** As of an issue. */
  severity: z.number(),
  host: z.string(),
  /** The account's site with that host, if it has one. */
  site_id: z.nullable(id),
  /** A phrase, such as `HTTP 503`. */
  cause: z.string(),
  started_at: z.string(),
  /** Null while it's open. */
  ended_at: z.nullable(z.string()),
  end_reason: z.nullable(z.string()),
  /** Whether only some monitors or locations that measure the host see it. */
  partly: z.boolean(),
  /** Null until somebody says that they know. From then on, alerts tell its end only. */
  acknowledged_at: z.nullable(z.string()),
  /** `partner`, `holder` or `partner_as_holder`. */
  acknowledged_by: z.nullable(z.string()),
  /** The partner's name where it was the partner. */
  acknowledged_by_name: z.optional(z.nullable(z.string())),
  /** Null where it wasn't a person who had signed in. */
  acknowledged_person: z.optional(z.nullable(namedPerson)),
  /**
   * What the edge counted while the origin failed: how many requests to it ended, and how many of them got no usable answer or
   * one of 5xx. Null if the edge has no part in it.
   */
  requests: z.nullable(z.looseObject({ asked: z.number(), failed: z.number() })),
  /** The worst value of a slow host, and when it was measured; null where no value makes the incident, or none is known. */
  worst: z.optional(z.nullable(z.looseObject({ metric: z.string(), value: z.number(), at: z.string() }))),
  places: z.array(incidentPlace),
})
export type IncidentRecord = z.output<typeof incidentRecord>

export const noteLimits = {
  /** Of an incident. */
  notes: 100,
  /** Characters. */
  text: 2000,
} as const

/** What somebody has written about an incident. */
const incidentNote = z.looseObject({
  id,
  at: time,
  text: z.string(),
  /** `partner`, `holder` or `partner_as_holder`. */
  by: z.string(),
  /** The partner's name where it was the partner. */
  by_name: z.nullable(z.string()),
  /** Null where it wasn't a person who had signed in. */
  person: z.optional(z.nullable(namedPerson)),
})
export type IncidentNote = z.output<typeof incidentNote>

/** When the service noticed something; another service may not report it. */
const noticed = z.optional(z.nullable(z.string()))

/** An incident by itself. Lists leave out when it was noticed, and its notes. */
export const incidentDetail = z.extend(incidentRecord, {
  /** Later than its start, because a single failure isn't an incident yet. */
  opened_at: noticed,
  /** Null if it didn't begin again; the last time if it did several times. */
  reopened_at: noticed,
  /** Null while it's open. */
  closed_at: noticed,
  /** Oldest first. Another service may not have any. */
  notes: z.optional(z.array(incidentNote)),
})
export type IncidentDetail = z.output<typeof incidentDetail>

export const listIncidents = scoped({
  id: 'incidents.list',
  extension: true,
  method: 'GET',
  path: '/incidents',
  summary: 'List incidents, open ones first, then the latest',
  description:
    'An incident is something wrong with a host, from its first failing sample to the first good one after it. A host has at most one open incident of each kind, and everything that fails there for the same cause belongs to it. `from` and `to` select the incidents that were open at any time in that range.',
  query: z.extend(paging, {
    site_id: z.optional(id),
    monitor_id: z.optional(id),
    kind: z.optional(z.enum(incidentKinds, `must be ${incidentKinds.join(', ')}`)),
    /** Only open incidents, or only ended ones. */
    open: z.optional(z.boolean('must be true or false')),
    from: z.optional(moment),
    to: z.optional(moment),
  }),
  rows: 'rows',
  reply: pageOf('rows', incidentRecord),
})

export const readIncident = scoped({
  id: 'incidents.read',
  extension: true,
  method: 'GET',
  path: '/incidents/{incident_id}',
  summary: 'Read an incident',
  reply: incidentDetail,
})

export const acknowledgeIncident = scoped({
  id: 'incidents.acknowledge',
  extension: true,
  method: 'PUT',
  path: '/incidents/{incident_id}/acknowledge',
  summary: 'Acknowledge an incident, or withdraw the acknowledgement',
  description: 'For an acknowledged incident, alerts report only its end.',
  body: {
    json: onlyKnown(z.looseObject({ acknowledged: z._default(z.boolean('must be true or false'), true) })),
  },
  reply: incidentDetail,
  refusals: { 409: 'The incident is over.' },
})

export const addIncidentNote = scoped({
  id: 'incidents.addNote',
  extension: true,
  method: 'POST',
  path: '/incidents/{incident_id}/notes',
  summary: 'Add a note to an incident',
  description: 'Plain text, kept as long as the incident. Notes can be added after its end, too.',
  body: { json: onlyKnown(z.looseObject({ text: lines(noteLimits.text) })) },
  reply: incidentDetail,
  refusals: { 409: 'The incident has as many notes as allowed.' },
})

/** An open incident of one of a partner's accounts. */
const accountIncident = z.extend(incidentRecord, {
  account_id: id,
  account_name: z.string(),
  account_email: z.string(),
})
export type AccountIncident = z.output<typeof accountIncident>

export const listOpenIncidents = endpoint({
  id: 'partner.openIncidents.list',
  extension: true,
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/open_incidents',
  summary: 'List the open incidents of all accounts, worst first',
  description:
    'Includes incidents at hosts that are only monitored, which the list of sites leaves out. `search_term` matches the host, account name and email address.',
  query: z.extend(paging, {
    search_term: searchTerm,
    /** Only those at hosts that are sites of the account, or only those at other hosts. */
    at_site: z.optional(z.boolean('must be true or false')),
  }),
  rows: 'rows',
  reply: pageOf('rows', accountIncident),
})
