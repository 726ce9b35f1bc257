import { listMonitors, type Monitor } from '../../contract/index.ts'
import { few } from './few.ts'
import type { Query } from './queries.ts'
import { callScoped, type Scope } from './scope.ts'

const perPage = 100
const pagesMost = 10
const atOnce = 4

export interface HostMonitors {
  readonly monitors: readonly Monitor[]
  /** How many of the account's monitors were looked through, and of how many. */
  readonly read: number
  readonly of: number
}

/** The monitors of a host: the service searches by name only, so all are looked through, up to a thousand. */
export function monitorsOfHost(scope: Scope, siteId: string, host: string): Query<HostMonitors> {
  return {
    queryKey: [listMonitors[scope.kind === 'account' ? 'partner' : 'user'].id, { ...scope, siteId, host }],
    queryFn: async ({ signal }) => {
      const page = (number: number) =>
        callScoped(listMonitors, scope, { query: { page: number, per_page: perPage } }, { signal })
      const first = await page(1)
      const run = few(atOnce)
      const more = Math.max(0, Math.min(first.total_pages ?? 1, pagesMost) - 1)
      const others = await Promise.all(Array.from({ length: more }, (_, i) => run(() => page(i + 2), signal)))
      const all = [first, ...others].flatMap(({ rows }) => rows)
      return {
        monitors: all.filter((monitor) => isOf(monitor, siteId, host)),
        read: all.length,
        of: first.total_entries ?? all.length,
      }
    },
  }
}

/** By the site it belongs to, or by its address. */
export function isOf({ site_id, constants }: Monitor, siteId: string, host: string): boolean {
  return site_id === siteId || URL.parse(constants?.url ?? '')?.host === host
}
