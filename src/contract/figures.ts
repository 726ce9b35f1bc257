import * as z from 'zod/mini'
import { scoped } from './endpoint.ts'
import { id } from './fields.ts'

const figure = z.nullable(z.number())
/** Null where nothing was measured. */
export const timeState = z.nullable(z.string())

/** How many sites are in each kind of trouble. */
export const troubleCounts = z.looseObject({
  down: z.number(),
  dns: z.number(),
  slow: z.number(),
  other: z.number(),
  maintenance: z.number(),
  /** Not every service counts these two apart from those that follow each. */
  off: z._default(z.number(), 0),
  unchecked: z._default(z.number(), 0),
  idle: z.number(),
  healthy: z.number(),
})

/** What tells whether a site without trouble is healthy. Not every service reports it. */
export const homePageChecks = {
  /** Whether a running monitor checks its home page. */
  monitored: z.optional(z.boolean()),
  /** When its home page was last checked; null for never. */
  checked_at: z.optional(z.nullable(z.string())),
}

/** What an account and each of its sites have alike. */
const shared = {
  /** Of the home page in the 30 days, 0 to 1. */
  availability: figure,
  /** For how long it didn't answer in these days, as far as it was measured, ms. */
  failed_ms: z.number(),
  availability_days: z.array(timeState),
  /** The median of the days' 75th percentiles, ms; of an account, the median of its sites that visitors reach. */
  lcp_p75: figure,
  /** The same of the 30 days before; of an account, only of sites that were measured in both periods. */
  lcp_p75_before: figure,
  lcp_days: z.array(figure),
  /** Visitors' requests that the edge counted in the 30 times 24 hours up to now, from the start of an hour; null for none. */
  requests: figure,
  /** The share of them that the customer's server was spared, 0 to 1. */
  offload: figure,
  /** When the site, or the account's first, was added; null without any. Not every service reports it. */
  added_at: z.optional(z.nullable(z.string())),
  /** The first day of the month or, if it's later, the one on which the site, or the account's first, was added. */
  saved_from: z.optional(z.string()),
  /** Requests and bytes that the customer's server was spared since then. */
  saved_requests: figure,
  saved_bytes: figure,
}

/** The figures of a site. */
export const siteFigures = z.looseObject({
  id,
  ...shared,
  ...homePageChecks,
  /** When those of its home page were computed; null for never. */
  measured_at: z.nullable(z.string()),
})
export type SiteFigures = z.output<typeof siteFigures>

export const readFigures = scoped({
  id: 'figures.read',
  extension: true,
  method: 'GET',
  path: '/figures',
  summary: "Read the figures of an account's sites",
  description:
    'What the sites achieved in the last 30 days: today, which isn’t over, and the 29 days before, all in UTC. Lists of days have the oldest first. Days are `up`, `slow`, `partly down` or `down`, and null where nothing was measured. `requests` and `offload` are of the 30 times 24 hours up to now, as the traffic of a site. `counts` says how many sites are in each kind of trouble now. Figures of home pages are computed about every half hour. With `site_id`, all of it is about that site.',
  query: z.object({ site_id: z.optional(id) }),
  reply: z.looseObject({
    /** The first of the 30 days: `2026-10-30`. */
    from: z.string(),
    /** The first day of the month. */
    month_from: z.string(),
    counts: troubleCounts,
    ...shared,
    /** What `lcp_p75_before` is compared with: `lcp_p75` of the sites that were measured in both periods. */
    lcp_p75_compared: figure,
    /** Of how many sites `lcp_p75` is the median: those that visitors reach. Not every service reports it. */
    lcp_sites: z.optional(z.number()),
    /** How many of them were measured in both periods. */
    lcp_sites_compared: z.optional(z.number()),
    /** How many sites didn't answer at some time. */
    failed_sites: z.number(),
    /** Requests in the 30 times 24 hours before. */
    requests_before: figure,
    requests_days: z.array(z.number()),
    /** Requests that the server was spared on each day of the month. */
    saved_days: z.array(z.number()),
    sites: z.array(siteFigures),
  }),
})
