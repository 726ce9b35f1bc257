import { readUsage, readUserUsage } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { ApiError, isExtensionMissing } from '../../../client/errors.ts'
import { prefetch, queryClient, type Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'
import type { Zone } from '../../kit/format/time.ts'
import { zoneNow } from '../../kit/format/zone.ts'
import { siteList } from '../sites/reads.ts'
import { emptyStart, hasMore, inBuckets, trafficOf, type Traffic, type Usage } from './usage.ts'
import {
  coarserReadOf,
  readsOf,
  shiftOf,
  windowOf,
  type RequestedWindow,
  type Dates,
  type TimeWindow,
} from './window.ts'

export type TrafficRead = Traffic | 'not offered'

/** Keyed by the request, because the ends of the latest ranges change with every read. */
export function trafficQuery(scope: Scope, siteId: string, requested: RequestedWindow): Query<TrafficRead> {
  return {
    queryKey: [`${idOf(scope)}.traffic`, { ...scope, siteId, ...requested }],
    queryFn: ({ signal }) => readTraffic(scope, siteId, windowOf(requested, Date.now()), signal),
  }
}

/** The traffic of the period before `present`. */
export function previousPeriodQuery(
  scope: Scope,
  siteId: string,
  requested: RequestedWindow,
  present: TimeWindow,
  zone: Zone,
): Query<TrafficRead> {
  const { back } = shiftOf(requested, zone)
  const window = { from: back(present.from), to: back(present.to) }
  return {
    queryKey: [`${idOf(scope)}.traffic`, { ...scope, siteId, ...window }],
    queryFn: ({ signal }) => readTraffic(scope, siteId, window, signal),
  }
}

/** Fetches in the background what a window's traffic is compared with, once that has been read. */
export async function prefetchPreviousPeriod(scope: Scope, siteId: string, requested: RequestedWindow): Promise<void> {
  const present = await queryClient.ensureQueryData(trafficQuery(scope, siteId, requested)).catch(() => null)
  if (isCompared(present)) prefetch(previousPeriodQuery(scope, siteId, requested, present, zoneNow()))
}

/** Without requests, there is nothing to compare. */
export const isCompared = (present: TrafficRead | null): present is Traffic =>
  present !== null && present !== 'not offered' && present.buckets.length > 0

function idOf({ kind }: Scope): string {
  return kind === 'account' ? readUsage.id : readUserUsage.id
}

/** A window that begins with this share of nothing is read in wider buckets, too, which the service may keep longer. */
const missingShare = 0.01

async function readTraffic(
  scope: Scope,
  siteId: string,
  window: TimeWindow | undefined,
  signal: AbortSignal,
): Promise<TrafficRead> {
  const read = (reads: readonly (Dates | undefined)[]) =>
    Promise.all(reads.map((dates) => readOne(scope, siteId, dates, signal)))
  try {
    if (!window) return trafficOf(await read([undefined]))
    const narrow = await read(readsOf(window))
    const traffic = trafficOf(narrow, window)
    const dates = coarserReadOf(window)
    const missing = emptyStart(traffic)
    if (dates === undefined || missing < missingShare * (window.to - window.from)) return traffic
    const wide = await read([dates])
    const { width, buckets } = trafficOf(wide, { from: window.from, to: window.from + missing })
    if (width === null || !hasMore(buckets, width, trafficOf(narrow).buckets)) return traffic
    return trafficOf(wide, inBuckets(window, width, Date.now()))
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
 * The user API's usage read is an extension. If it's missing, it returns 404 just like another user's site would, so
 * check the user's own sites: if the site is among them, the operation is missing.
 */
async function isUsageMissing(error: unknown, scope: Scope, siteId: string): Promise<boolean> {
  if (!isExtensionMissing(error)) return false
  if (error.status !== 404) return true
  const { sites } = await queryClient.ensureQueryData(siteList(scope))
  return sites.some(({ id }) => id === siteId)
}

/** No traffic yet, because the site has a deferred host. The error's own sentence says so. */
export function isDeferred(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'conflict'
}
