import type { Generated } from 'kysely'
import type { Json, Time } from './columns.ts'

/** Flush and purge orders for the edge, in order of id. */
export interface CacheOrderTable {
  id: string
  site_id: string
  /** Null for all profiles of the site. */
  profile_id: string | null
  /** JSON list of purge items; null for everything. */
  items: Json | null
  created_at: Time
}

/** An address that the proof of a site's latest purge or flush looks up. */
export interface CacheProofTable {
  id: string
  /** The same for all addresses of a proof. */
  proof_id: string
  site_id: string
  kind: 'purge' | 'flush'
  path: string
  /** JSON: what was found so far, `before`, `after` and `again`. */
  lookups: Json
  /** Null while it's being checked. */
  result: string | null
  created_at: Time
}

/** Traffic in buckets of 5 minutes, an hour and a day; each width covers all of it. */
export interface TrafficTable {
  site_id: string
  /** Width of the bucket, ms. */
  width: number
  at: Time
  service_requests: number
  service_bytes: number
  origin_requests: number
  origin_bytes: number
}

/** When an action of a site's settings last acted for a visitor, to the minute. */
export interface SiteActionTimeTable {
  site_id: string
  action: string
  acted_at: Time
}

/** What the home page of a site loads first, for early hints. */
export interface SiteLinkTable {
  site_id: string
  /** JSON: what each of the latest samples of its key page loaded first, as lists of `Link` values. */
  loaded: Json
  /** JSON list of the `Link` values that all of them have. */
  links: Json
}

/** The nodes of the edge, each of which reports while it runs. */
export interface EdgeNodeTable {
  ip: string
  role: 'load_balancer' | 'processing_unit'
  location: string
  seen_at: Time
  /** Whether it hasn't said that it stops. */
  is_up: Generated<number>
}

/** The processes of the edge. Each answers the questions that the service asks of all. */
export interface EdgeProcessTable {
  id: string
  location: string
  /** The addresses that it announces. */
  addresses: Json
  seen_at: Time
  /** See `NodeReport`. Null from an older version. */
  report: Json | null
}

/** Questions of the service to every edge process. A question is deleted once it's answered, or after a minute. */
export interface EdgeQuestionTable {
  id: string
  site_id: string
  kind: 'look' | 'visit' | 'match'
  /** Path and query; of a match, an item of an order as JSON. */
  target: string
  asked_at: Time
}

export interface EdgeAnswerTable {
  question_id: string
  process_id: string
  answer: Json
}
