import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, joinWithOr } from './fields.ts'
import { homePageChecks, timeState, troubleCounts } from './figures.ts'
import { maxFoundSites } from './fleet-limits.ts'
import { type FleetSort, fleetSorts } from './fleet-sorts.ts'
import { pageOf, paging, searchTerm } from './paging.ts'
import { troubles } from './verdict.ts'

const sorts = Object.keys(fleetSorts) as [FleetSort, ...FleetSort[]]

const figure = z.nullable(z.number())

/** A site of any account, with its verdict and its figures of the last 24 hours. */
export const fleetSite = z.looseObject({
  id,
  host: z.string(),
  account_id: id,
  account_name: z.string(),
  account_email: z.string(),
  /** The optimizer's state. */
  state: z.string(),
  /** Since when it is in that state; null where that isn't known. */
  state_since: z.optional(z.nullable(z.string())),
  /** One of `counts`, or what another service reports. */
  trouble: z.string(),
  /** Of the worst open incident, as of an issue; 0 without one. Its kind, cause and start follow. */
  severity: z.number(),
  kind: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  since: z.nullable(z.string()),
  partly: z.boolean(),
  /** How many incidents are open. */
  incidents: z.number(),
  /** Severity times requests. A site without known visitors counts as one with 100 requests. */
  impact: z.number(),
  /**
   * Where its DNS points: `service`, `elsewhere`, `none` without a CNAME, `unknown` before the first look. A root domain with
   * the addresses of the edge may be `unproved` or have `no-origin`.
   */
  dns: z.string(),
  /** 0 to 1. */
  availability: figure,
  /**
   * How each of the last 24 hours was, the oldest first, the present one included: `up`, `slow`, `partly down` or `down`;
   * null where nothing was measured.
   */
  availability_hours: z.optional(z.array(timeState)),
  /** 75th percentile of the key page, ms. */
  lcp_p75: figure,
  /** The same of the 24 hours before. */
  lcp_p75_before: figure,
  /** The same of each of the last 24 hours, the oldest first. */
  lcp_hours: z.array(figure),
  /** Visitors' requests that the edge counted. */
  requests: figure,
  /** The share of them that the site's server was spared, 0 to 1. */
  offload: figure,
  ...homePageChecks,
  /** When these figures were computed. */
  measured_at: z.nullable(z.string()),
})
export type FleetSite = z.output<typeof fleetSite>

export const listFleet = endpoint({
  id: 'partner.fleet.list',
  extension: true,
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/sites',
  summary: 'List the sites of all accounts, worst first',
  description: `Sorted by the severity of the worst open incident, then by \`impact\`: the severity times the requests of the last 24 hours. \`search_term\` matches the host, account name and email address. If it matches more than ${maxFoundSites} sites, \`more_entries\` is true, and the totals cover the first ${maxFoundSites}. Sites that lack the sorted figure come last in its default direction. \`counts\` is the number of matching sites in each kind of trouble, whatever \`trouble\` selects. Pass \`revision\` to \`/sites/changes\`.`,
  query: z.extend(paging, {
    search_term: searchTerm,
    trouble: z.optional(z.enum(troubles, `must be ${joinWithOr(troubles)}`)),
    sort_by: z._default(z.enum(sorts, `must be ${joinWithOr(sorts)}`), 'impact'),
    /** By default, the one in which the worst come first; hosts from A to Z. */
    direction: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
  }),
  rows: 'sites',
  reply: z.extend(pageOf('sites', fleetSite), {
    /** Whether the search finds more than `total_entries`. */
    more_entries: z.boolean(),
    counts: troubleCounts,
    revision: z.string(),
  }),
})

export const readFleetChanges = endpoint({
  id: 'partner.fleet.changes',
  extension: true,
  access: 'partner',
  method: 'GET',
  path: '/partners/{partner_id}/sites/changes',
  summary: 'Ask whether any site has changed',
  description:
    "Whether any site was added or removed, or changed its verdict, state, DNS or names, since the list with this `revision`. Changed figures don't count. The call is cheap: poll it every few seconds instead of reading the list.",
  query: z.object({
    revision: z.string('is required').check(z.regex(/^\d{1,18}$/, 'must be the revision of a list')),
  }),
  reply: z.looseObject({ changed: z.boolean() }),
})
