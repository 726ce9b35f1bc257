import { type FleetSite, readFigures } from '../../contract/index.ts'
import { listLimits } from '../api/limits.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { pageCounts } from '../api/paging.ts'
import { homePageRecord } from './home-page-checks.ts'
import { fleetPage, fleetPosition, hasFleetChanged } from './read-jobs.ts'

export const fleetHandlers: Handlers<
  'partner.fleet.list' | 'partner.fleet.changes' | 'partner.figures.read' | 'user.figures.read'
> = {
  /** A search and a deep page may read many sites, so a reader thread does both. */
  async 'partner.fleet.list'({ query }, call) {
    const { partner, services } = call
    const { database, readers } = services
    const { page, per_page, sort_by, direction, trouble } = query
    const term = (query.search_term || '').toLowerCase()
    const input = { partnerId: partner.id, term, page, per_page, sort_by, direction, trouble }
    const isQuick = term === '' && page * per_page <= listLimits.skipped
    // before the page: what changes in between is read again
    const revision = await fleetPosition(database, partner.id)
    const { total, more, rows, counts } = isQuick
      ? await fleetPage(database, input)
      : await readers.run('fleetPage', input, { owner: partner.id, signal: call.signal })
    return {
      ...pageCounts(query, total),
      more_entries: more,
      sites: rows.map(siteRecord),
      counts,
      revision: String(revision),
    }
  },

  'partner.fleet.changes': async ({ query }, { partner, services }) => ({
    changed: await hasFleetChanged(services.database, partner.id, Number(query.revision)),
  }),

  /** An account may have hundreds of sites, so a reader thread does it. */
  ...bothScopes(readFigures, ({ query }, { account, key, services, signal }) => {
    const siteIds = query.site_id === undefined ? (key?.sites ?? undefined) : [query.site_id]
    const input = { accountId: account.id, siteIds, now: services.world.clock.now() }
    return services.readers.run('accountFigures', input, { owner: account.id, signal })
  }),
}

function siteRecord(row: Awaited<ReturnType<typeof fleetPage>>['rows'][number]): FleetSite {
  const {
    site_id,
    availability_hours,
    lcp,
    lcp_before,
    lcp_hours,
    since,
    state_since,
    partly,
    measured_at,
    monitored,
    checked_at,
    ...rest
  } = row
  return {
    id: site_id,
    ...rest,
    partly: partly === 1,
    state_since: state_since ? new Date(state_since).toISOString() : null,
    since: since === null ? null : new Date(since).toISOString(),
    availability_hours: JSON.parse(availability_hours ?? '[]') as (string | null)[],
    lcp_p75: lcp,
    lcp_p75_before: lcp_before,
    ...homePageRecord({ monitored, checked_at }),
    lcp_hours: JSON.parse(lcp_hours ?? '[]') as (number | null)[],
    measured_at: measured_at === 0 ? null : new Date(measured_at).toISOString(),
  }
}
