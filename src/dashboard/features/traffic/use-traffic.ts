import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { useZone } from '../../kit/format/zone.ts'
import { isCompared, previousPeriodQuery, trafficQuery } from './read-traffic.ts'
import {
  comparisonOf,
  previousPeriodOf,
  dropCutDays,
  dropOpenBucket,
  downsample,
  inDays,
  inWholeDays,
  matchWidth,
  shifted,
  type Traffic,
} from './usage.ts'
import { day, dayBounds, shiftOf, type RequestedWindow } from './window.ts'

/** How often the page refreshes the traffic. */
export const trafficRefreshMs = 60_000
const minuteMs = 60_000

const emptyWindow = { from: 0, to: 0 }

/** A window's traffic, and how it compares with the previous period's, which loads later and may be missing. */
export function useComparedTraffic(scope: Scope, siteId: string, requested: RequestedWindow) {
  const zone = useZone()
  const query = trafficQuery(scope, siteId, requested)
  const present = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data === 'not offered' ? false : trafficRefreshMs),
  })
  const traffic: Traffic | null = typeof present.data === 'object' ? present.data : null
  const before = useQuery({
    ...previousPeriodQuery(scope, siteId, requested, traffic ?? emptyWindow, zone),
    enabled: isCompared(traffic) && !present.isPlaceholderData,
  })
  const earlier = typeof before.data === 'object' && !present.isPlaceholderData ? before.data : null
  return {
    query,
    present,
    traffic,
    before,
    earlier,
    /** How the period's totals compare with the previous period's; null while that loads, or if they can't be compared. */
    comparison: traffic && earlier ? comparisonOf(traffic, earlier, shiftOf(requested, zone)) : null,
  }
}

/**
 * A window's traffic, as charts show it.
 * @param maxBuckets the most buckets to draw
 */
export function useTraffic(scope: Scope, siteId: string, requested: RequestedWindow, maxBuckets: number) {
  const { query, present, traffic, before, earlier, comparison } = useComparedTraffic(scope, siteId, requested)
  const now = useNow(minuteMs)
  const zone = useZone()
  const shift = shiftOf(requested, zone)
  const fewer = traffic && downsample(traffic, maxBuckets)
  // the service's own days are in UTC, and can't be cut
  const bounds = traffic && Math.max(traffic.width ?? day, earlier?.width ?? 0) < day ? dayBounds(traffic, zone) : []
  const isDaily = bounds.length > 0
  const inChart =
    traffic && isDaily
      ? inWholeDays(traffic, bounds)
      : fewer && earlier && comparison
        ? matchWidth(fewer, earlier)
        : fewer
  const previousPeriod = () => {
    if (!inChart || !earlier || !comparison) return null
    return isDaily ? inDays(shifted(earlier, shift), bounds) : previousPeriodOf(inChart, earlier, shift)
  }
  return {
    query,
    present,
    traffic,
    /** What the charts draw. */
    drawn: isDaily ? inChart : inChart && dropCutDays(dropOpenBucket(now, inChart)),
    comparison,
    /** Whether the service has only a part of the previous period, or nothing. */
    isIncomplete: earlier !== null && earlier.buckets.length > 0 && comparison === null,
    /** Why the previous period couldn't be loaded. */
    previousError: before.error,
    /** Undefined while it loads, null if there is none. */
    previousPeriod: before.isLoading ? undefined : previousPeriod(),
  }
}
