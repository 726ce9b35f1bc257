import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { figuresOf } from '../sites/reads.ts'
import { figuresRefreshMs } from '../sites/refresh-intervals.ts'
import { savedLabel, savedTile } from '../sites/saved-tile.tsx'
import { serverWords } from '../sites/server-words.ts'
import { Spark } from '../../kit/charts/Spark.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import type { Tile } from '../../kit/layout/Tiles.tsx'
import { bytes, count, percent } from '../../kit/format/format.ts'
import { useZone } from '../../kit/format/zone.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { Change } from './Change.tsx'
import { drawnOffload, offloadOf } from './points.ts'
import { isDeferred, trafficQuery } from './read-traffic.ts'
import { downsample, dropOpenBucket, isQuiet, saved, totalsOf, type Amounts } from './usage.ts'
import { trafficRefreshMs, useComparedTraffic } from './use-traffic.ts'
import { noRequests, notReported } from './words.ts'
import type { RequestedWindow } from './window.ts'

/** The time window of the overview's figures. */
export const latest48h = { kind: 'latest', range: '48h' } as const satisfies RequestedWindow
/** The most values of a small line: an hour each. */
const maxBuckets = 48
const minuteMs = 60_000
const latest30d = { kind: 'latest', range: '30d' } as const satisfies RequestedWindow

const savedLater: Tile = { label: savedLabel, value: <LoadingValue />, note: '\u00a0', chart: null }

/**
 * A site's traffic as tiles: requests, what the cache answered, and what the service kept off the server. None where the
 * service reports no traffic.
 */
export function useTrafficTiles(scope: Scope, siteId: string): readonly Tile[] {
  const { present, traffic, comparison } = useComparedTraffic(scope, siteId, latest48h)
  const figures = useQuery({ ...figuresOf(scope, siteId), refetchInterval: figuresRefreshMs })
  const month = useQuery({
    ...trafficQuery(scope, siteId, latest30d),
    // the figures have it of the month
    enabled: figures.data === null || figures.isError,
    refetchInterval: ({ state }) => (state.data === 'not offered' ? false : trafficRefreshMs),
  })
  const minute = useNow(minuteMs)
  const zone = useZone()
  if (present.data === 'not offered' || isDeferred(present.error)) return []
  const now = traffic && totalsOf(traffic.buckets)
  const inMonth = typeof month.data === 'object' ? totalsOf(month.data.buckets) : null
  const valueOf = (of: Amounts | null, error: unknown, value: number | null | undefined, format: typeof count) =>
    of || error ? (
      <Measured value={value} format={format} why={error ? reasonOf(error) : noRequests} />
    ) : (
      <LoadingValue />
    )
  const drawn = traffic && dropOpenBucket(minute, downsample(traffic, maxBuckets)).buckets
  const sparkOf = (label: string, value: (amounts: Amounts) => number | null | undefined) => {
    if (!drawn) return present.error ? undefined : null
    return !isQuiet(drawn) && <Spark label={label} values={drawn.map((bucket) => value(bucket) ?? null)} />
  }
  const server = serverWords(scope)
  const offload = now && offloadOf(now)
  const kept = inMonth && saved(inMonth.serviceRequests, inMonth.serverRequests)
  const keptBytes = inMonth && saved(inMonth.serviceBytes, inMonth.serverBytes)
  const saved30d: Tile = {
    label: 'Saved, 30\u00a0d',
    value: valueOf(inMonth, month.error, kept, (value) => `${count(value)} requests`),
    isGood: kept !== null && kept > 0,
    note:
      kept === null
        ? '\u00a0'
        : keptBytes !== null && keptBytes > 0
          ? `${bytes(keptBytes)} kept off ${server}`
          : `kept off ${server}`,
  }
  return [
    {
      label: 'Requests, 48\u00a0h',
      value: valueOf(now, present.error, now?.serviceRequests, count),
      note: comparison ? (
        <Change
          now={comparison.now.serviceRequests}
          before={comparison.before.serviceRequests}
          // in one line
          period="a week ago"
        />
      ) : (
        // as high as the comparison, which arrives later
        '\u00a0'
      ),
      chart: sparkOf('Requests over the last 48 hours', ({ serviceRequests }) => serviceRequests),
    },
    {
      label: 'Served from cache, 48\u00a0h',
      value: valueOf(now, present.error, offload, percent),
      note:
        now && offload !== null ? (
          <>
            <Measured value={now.serverRequests} format={count} why={notReported} /> reached {server}
          </>
        ) : (
          '\u00a0'
        ),
      chart: sparkOf('Share of requests served from cache over the last 48 hours', drawnOffload),
    },
    figures.data ? savedTile(figures.data, scope, zone) : figures.isPending ? savedLater : saved30d,
  ]
}
