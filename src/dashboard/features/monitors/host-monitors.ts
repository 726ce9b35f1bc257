import { listMonitors, maxPerPage, type Monitor } from '../../../contract/index.ts'
import { readRows } from '../../../client/pages.ts'
import type { Query } from '../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../api/scope.ts'

const maxPages = 10

export interface HostMonitors {
  readonly monitors: readonly Monitor[]
  /** The number of the account's monitors searched, and their total. */
  readonly read: number
  readonly of: number
}

/** The monitors of a host. The service searches by name only, so this reads up to a thousand monitors and filters. */
export function monitorsOfHost(scope: Scope, siteId: string, host: string): Query<HostMonitors> {
  return {
    queryKey: [endpointOf(listMonitors, scope).id, { ...scope, siteId, host }],
    queryFn: async ({ signal }) => {
      const { rows, of = rows.length } = await readRows({
        read: (page) => callScoped(listMonitors, scope, { query: { page, per_page: maxPerPage } }, { signal }),
        maxPages,
      })
      return {
        monitors: rows.filter((monitor) => isOf(monitor, siteId, host)),
        read: rows.length,
        of,
      }
    },
  }
}

/** By the site it belongs to, or by its address. */
export function isOf({ site_id, constants }: Monitor, siteId: string, host: string): boolean {
  return site_id === siteId || URL.parse(constants?.url ?? '')?.host === host
}
