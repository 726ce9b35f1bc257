import { readUsage, readUserUsage, type ReplyOf } from '../../../contract/index.ts'
import { q, type Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'

type Usage = ReplyOf<typeof readUsage>

const hourMs = 3_600_000

/** The traffic of the latest 48 hours. */
export function latestUsage(scope: Scope, siteId: string): Query<Usage> {
  return scope.kind === 'user'
    ? q(readUserUsage, { path: { site_id: siteId }, query: { user_id: scope.user } })
    : q(readUsage, { path: { partner_id: scope.partner, account_id: scope.account, site_id: siteId } })
}

/** Requests that the service answered in the hour up to the end of the last bucket; undefined if not reported. */
export function requestsInLastHour({ usage }: Pick<Usage, 'usage'>): number | undefined {
  const points = usage.find(({ title }) => title === 'Service Request')?.data
  const last = points?.at(-1)?.[0]
  if (!points || last === undefined) return undefined
  return points.filter(([at]) => at > last - hourMs).reduce((sum, [, requests]) => sum + requests, 0)
}
