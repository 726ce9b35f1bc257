import type { Generated, GeneratedAlways } from 'kysely'
import type { Trouble } from '../../contract/index.ts'
import type { Flag, Json, Time } from './columns.ts'

/**
 * What the fleet shows of a site with an account. Triggers keep everything from `partner_id` to `position` as the site,
 * its account and its incidents say; the figures come from `src/service/fleet`.
 */
export interface SiteStatusTable {
  site_id: string
  partner_id: string
  account_id: string
  host: string
  /** The text to search: host, account name and email address in lower case, one a line. */
  search: string
  /** As in `sites`. */
  state: string
  dns: 'service' | 'elsewhere' | 'none' | 'unknown'
  trouble: Trouble
  /** Of the worst open incident: 0 without one, or in maintenance. Null are its kind, cause and start then. */
  severity: number
  kind: string | null
  cause: string | null
  since: Time | null
  partly: Flag
  /** How many are open. */
  incidents: number
  /** See `fleetPosition`. */
  position: number
  /** Of the key page in the last 24 hours: 0 to 1. */
  availability: Generated<number | null>
  /** JSON list: how each of these hours was, as `timeStates` of the contract. */
  availability_hours: Generated<Json | null>
  /** JSON list of the last 60 days in UTC; see `site-days.ts`. Null before they were computed. */
  days: Generated<Json | null>
  /** LCP of the key page in the last 24 hours, 75th percentile, ms. */
  lcp: Generated<number | null>
  /** The same of the 24 hours before. */
  lcp_before: Generated<number | null>
  /** JSON list: the same of each of the last 24 hours, the oldest first, rounded. */
  lcp_hours: Generated<Json | null>
  /** Visitors' requests that the edge counted in the last 24 hours; null for none. */
  requests: Generated<number | null>
  /** The share of them that the site's server was spared. */
  offload: Generated<number | null>
  /** When the figures were computed; 0 for never. */
  measured_at: Generated<Time>
  /** Severity times requests. The list of the worst is sorted by severity, then by this. */
  impact: GeneratedAlways<number>
  /** What availability lacks to 1: the worst are the greatest, as in every figure that is sorted by. */
  failed: GeneratedAlways<number | null>
}

/** The number of sites of each partner, and when one last came or went. Maintained by triggers. */
export interface SiteCountTable {
  partner_id: string
  sites: number
  /** See `fleetPosition`. */
  position: number
}
