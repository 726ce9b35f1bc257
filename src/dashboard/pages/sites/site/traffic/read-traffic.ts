import { readUsage, readUserUsage } from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import { ApiError, isExtensionMissing } from '../../../../api/errors.ts'
import { queryClient, type Query } from '../../../../api/queries.ts'
import type { Scope } from '../../../../api/scope.ts'
import { siteList } from '../../../../api/sites.ts'
import { trafficOf, type Traffic, type Usage } from './usage.ts'
import { readsOf, shiftOf, windowOf, type RequestedWindow, type Dates, type TimeWindow } from './window.ts'

export type TrafficRead = Traffic | 'not offered'

/** Keyed by what was asked: the ends of the latest ranges move on with every read. */
export function trafficQuery(scope: Scope, siteId: string, asked: RequestedWindow): Query<TrafficRead> {
  return {
    queryKey: [`${idOf(scope)}.traffic`, { ...scope, siteId, ...asked }],
    queryFn: ({ signal }) => readTraffic(scope, siteId, windowOf(asked, Date.now()), signal),
  }
}

/** The period before `present`, as long as what was asked for. */
export function beforeQuery(
  scope: Scope,
  siteId: string,
  asked: RequestedWindow,
  present: TimeWindow,
): Query<TrafficRead> {
  const shift = shiftOf(asked)
  const window = { from: present.from - shift, to: present.to - shift }
  return {
    queryKey: [`${idOf(scope)}.traffic`, { ...scope, siteId, ...window }],
    queryFn: ({ signal }) => readTraffic(scope, siteId, window, signal),
  }
}

function idOf({ kind }: Scope): string {
  return kind === 'account' ? readUsage.id : readUserUsage.id
}

async function readTraffic(
  scope: Scope,
  siteId: string,
  window: TimeWindow | undefined,
  signal: AbortSignal,
): Promise<TrafficRead> {
  const reads: readonly (Dates | undefined)[] = window ? readsOf(window) : [undefined]
  try {
    const usages = await Promise.all(reads.map((dates) => readOne(scope, siteId, dates, signal)))
    return trafficOf(usages, window)
  } catch (error) {
    if (scope.kind === 'user' && (await isUsageMissing(error, scope, siteId))) return 'not offered'
    throw error
  }
}

function readOne(scope: Scope, siteId: string, dates: Dates | undefined, signal: AbortSignal): Promise<Usage> {
  if (scope.kind === 'user') {
    return call(readUserUsage, { path: { site_id: siteId }, query: { user_id: scope.user, ...dates } }, { signal })
  }
  const path = { partner_id: scope.partner, account_id: scope.account, site_id: siteId }
  return call(readUsage, { path, query: { ...dates } }, { signal })
}

/**
 * The user API's usage read is an extension: where it is missing, its path is as unknown as a site of somebody else's.
 * A site that stands in the user's own list is theirs, so then it is the operation that is missing.
 */
async function isUsageMissing(error: unknown, scope: Scope, siteId: string): Promise<boolean> {
  if (!isExtensionMissing(error)) return false
  if (error.status !== 404) return true
  const { sites } = await queryClient.ensureQueryData(siteList(scope))
  return sites.some(({ id }) => id === siteId)
}

/** There is no traffic yet: the site's host is not a real one. The refusal says so itself. */
export function isDeferred(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}
