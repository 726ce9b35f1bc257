import type { Endpoint } from './endpoint.ts'

/** What of a path belongs to one site. */
export const siteParams = ['site_id', 'monitor_id', 'sample_id', 'incident_id', 'event_id'] as const

const aboutSite = new RegExp(`\\{(?:${siteParams.join('|')})\\}`)

/**
 * Operations without a site in their path that a key limited to some sites may call all the same: what they answer or record is
 * held to its sites, or is nobody's data.
 */
const heldToSites: ReadonlySet<string> = new Set([
  'user.sites.list',
  'user.figures.read',
  'user.monitors.list',
  'user.samples.list',
  'user.samples.series',
  'user.incidents.list',
  'user.events.list',
  'user.events.create',
  'user.serviceIps',
  'user.email',
  'user.capabilities',
  'user.edgeNodes.list',
])

/** Whether a key that is limited to some sites may call an operation. All others are about the account as a whole. */
export function isOpenToSiteKeys({ id, path }: Pick<Endpoint, 'id' | 'path'>): boolean {
  return aboutSite.test(path) || heldToSites.has(id)
}
