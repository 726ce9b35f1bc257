import type { Generated } from 'kysely'
import type { EventActor, MetricName, SlowBy } from '../../contract/index.ts'
import type { Flag, Json, Time } from './columns.ts'

/**
 * What is or was wrong with a host of an account. There is at most one open incident of a kind for a host: places that
 * fail for the same cause belong to it.
 */
export interface IncidentTable {
  id: string
  account_id: string
  /** The account's site with that host. */
  site_id: string | null
  host: string
  kind: 'down' | 'resources' | 'slow' | 'certificate' | 'dns' | 'origin'
  /** The severity of its worst place, on the scale of issues. */
  severity: number
  /** A phrase that follows "because of": `HTTP 503`. */
  cause: string
  /** When the first failing sample was taken. */
  started_at: Time
  /** When the first good sample after it was taken. */
  ended_at: Time | null
  /** When the service noticed the start. Later than the start, because a single failure isn't an incident yet. */
  opened_at: Time
  /** When the service noticed the end. */
  closed_at: Time | null
  /** When the service last noticed that it began again. */
  reopened_at: Time | null
  /** Why it ended: `unwatched` if nothing measures it any more. */
  end_reason: 'recovered' | 'unwatched' | null
  /** Whether some monitor or location that measures the host has never seen it. */
  partly: Flag
  acknowledged_at: Time | null
  acknowledged_by: EventActor | null
  /** The person, where it was one, with the name of then. */
  acknowledged_person_id: Generated<string | null>
  acknowledged_person_name: Generated<string | null>
  /** What the edge counted of the requests to the origin while it failed, and how many of them failed. */
  requests: Generated<number>
  failed_requests: Generated<number>
  /** Of an incident that monitors see: why the origin fails at the edge, too. */
  edge_cause: string | null
  /** The worst value of a slow host, how many times its limit, or what is usual, that is, and when it was measured. */
  worst_metric: MetricName | null
  worst_value: number | null
  worst_times: number | null
  worst_at: Time | null
}

/** Where an incident was seen: one row for each stretch of failures of a monitor at a location. */
export interface IncidentPlaceTable {
  incident_id: string
  monitor_id: string
  location: string
  since: Time
  until: Time | null
  severity: number
  cause: string
  /** How many times its limit, or what is usual, the value is; 1 where no value is over one. */
  times: Generated<number>
  /** What was slow at any time; null where nothing was, or where that isn't known. */
  slow_by: SlowBy | 'both' | null
  first_sample_id: string
  last_sample_id: string
  /** Its failing samples. */
  samples: number
  /** The connection and view that all of them are of; null where they are of several, or where that isn't known. */
  variant: string | null
}

/** What somebody has written about an incident. */
export interface IncidentNoteTable {
  id: string
  incident_id: string
  at: Time
  by: EventActor
  /** The person, where it was one, with the name of then. */
  person_id: Generated<string | null>
  person_name: Generated<string | null>
  text: string
}

/** Changes of incidents that have no alerts yet. A row is deleted in the transaction that makes them. */
export interface IncidentChangeTable {
  id: string
  incident_id: string
  /** `worsened`: it became more severe, or a further place fails. Rules may be about it from then on. */
  change: 'opened' | 'reopened' | 'worsened' | 'closed'
  at: Time
}

/** How requests to the origin of a site's host ended in a minute, at all edges. Rows are kept for some minutes only. */
export interface OriginResultTable {
  site_id: string
  /** The host when it was asked. */
  host: string
  /** When the minute began. */
  minute: Time
  /** Requests that ended. */
  asked: number
  failed: number
  /** The latest failure as the cause of an incident: `HTTP 503`. */
  problem: string | null
  /** How much of it an incident has counted. */
  noted_asked: Generated<number>
  noted_failed: Generated<number>
}

/** What a monitor's latest rounds found, from which incidents and availability follow. */
export interface RecentRoundTable {
  monitor_id: string
  /** The host that it measures. */
  host: string
  /** JSON; see `round.ts`. */
  rounds: Json
}

/** The availability of a monitor in each hour: how long its rounds stand for, and how many found what. */
export interface AvailabilityTable {
  monitor_id: string
  /** Hours since 1970 in UTC. */
  hour: number
  measured_ms: number
  failed_ms: number
  rounds: number
  failed_rounds: number
  samples: number
  /** Samples without any issue. */
  clean_samples: number
}
