import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../../api/scope.ts'
import { useNow } from '../../../../hooks/use-now.ts'
import { beforeQuery, trafficQuery } from './read-traffic.ts'
import { previousPeriodOf, dropOpenBucket, downsample, type Traffic } from './usage.ts'
import { shiftOf, type RequestedWindow } from './window.ts'

/** How often traffic is read anew while it is looked at. */
const freshMs = 60_000
const minuteMs = 60_000

const nowhere = { from: 0, to: 0 }

/**
 * A window's traffic and that of the period before, which comes after it and may be missing.
 * @param most how many buckets are drawn at most
 */
export function useTraffic(scope: Scope, siteId: string, asked: RequestedWindow, most = Number.POSITIVE_INFINITY) {
  const query = trafficQuery(scope, siteId, asked)
  const now = useNow(minuteMs)
  const present = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data === 'not offered' ? false : freshMs),
  })
  const traffic: Traffic | null = typeof present.data === 'object' ? present.data : null
  const before = useQuery({
    ...beforeQuery(scope, siteId, asked, traffic ?? nowhere),
    enabled: traffic !== null && traffic.buckets.length > 0 && !present.isPlaceholderData,
  })
  const earlier = typeof before.data === 'object' && !present.isPlaceholderData ? before.data : null
  const inChart = traffic && downsample(traffic, most)
  return {
    query,
    present,
    traffic,
    /** What is drawn. */
    drawn: inChart && dropOpenBucket(now, inChart),
    before: earlier,
    /** Why the period before is not there to compare with. */
    withoutBefore: before.error,
    previousPeriod: inChart && earlier ? previousPeriodOf(inChart, earlier, shiftOf(asked)) : null,
  }
}
