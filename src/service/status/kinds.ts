import type { Schema } from '../database/index.ts'

/** What the database holds, in the order in which it is shown. */
export const kinds = [
  'samples',
  'details',
  'screenshots',
  'roll-ups',
  'incidents',
  'traffic',
  'events',
  'settings',
  'checks waiting',
  'accounts, sites and monitors',
  'everything else',
] as const
export type Kind = (typeof kinds)[number]

/** The kind of each table. A missing table doesn't compile. */
export const kindOfTable: Readonly<Record<keyof Schema, Kind>> = {
  samples: 'samples',
  sample_details: 'details',
  kept_details: 'details',
  screenshots: 'screenshots',
  sample_rollups: 'roll-ups',
  stale_hours: 'roll-ups',
  recent_rounds: 'roll-ups',
  availability: 'roll-ups',
  incidents: 'incidents',
  incident_places: 'incidents',
  incident_changes: 'incidents',
  origin_results: 'incidents',
  alerts: 'incidents',
  traffic: 'traffic',
  events: 'events',
  profiles: 'settings',
  checks: 'checks waiting',
  accounts: 'accounts, sites and monitors',
  sites: 'accounts, sites and monitors',
  monitors: 'accounts, sites and monitors',
  account_counts: 'everything else',
  account_quotas: 'everything else',
  account_runs: 'everything else',
  alert_rules: 'everything else',
  cache_orders: 'everything else',
  edge_answers: 'everything else',
  edge_nodes: 'everything else',
  edge_processes: 'everything else',
  edge_questions: 'everything else',
  leases: 'everything else',
  mails: 'everything else',
  meta: 'everything else',
  partners: 'everything else',
  runners: 'everything else',
  site_action_times: 'everything else',
  site_changes: 'everything else',
  site_counts: 'everything else',
  site_status: 'everything else',
  site_links: 'everything else',
}

/** Tables whose rows count as nothing of their own: each belongs to a row of another table of its kind. */
export const uncounted: ReadonlySet<keyof Schema> = new Set([
  'kept_details',
  'stale_hours',
  'recent_rounds',
  'availability',
  'incident_places',
  'incident_changes',
  'origin_results',
  'alerts',
])
