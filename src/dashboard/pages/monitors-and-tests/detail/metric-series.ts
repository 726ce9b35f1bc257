import pLimit from 'p-limit'
import {
  listSamples,
  maxPerPage,
  readSeries,
  type MetricName,
  type Monitor,
  type PercentileName,
  type Sample,
} from '../../../../contract/index.ts'
import { connectivityWords } from '../../../format/connectivity.ts'
import { boundsOf, type RangePreset, type Span } from '../../../api/range-presets.ts'
import { isExtensionMissing } from '../../../api/errors.ts'
import { readRows, type OnProgress } from '../../../api/pages.ts'
import { bucketMetric, pointsOf } from '../../../api/series.ts'
import type { Query } from '../../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../../api/scope.ts'

export const splits = ['location', 'connectivity', 'view'] as const
export type Split = (typeof splits)[number]
export const percentileNames = ['p50', 'p75', 'p95'] as const satisfies readonly PercentileName[]

/** More lines would be hard to tell apart. */
export const maxSeries = 6
const bucketCount = 96
const maxPages = 20

interface SeriesPoint {
  /** UNIX ms at the start of a bucket. */
  readonly at: number
  /** How many samples there are. */
  readonly count: number
  /** Null if none of them has the metric, or none is judged. */
  readonly value: number | null
}

export interface Series {
  /** The location, connection or view. */
  readonly label: string
  readonly points: readonly SeriesPoint[]
}

export interface MetricSeries {
  readonly from: number
  readonly to: number
  readonly series: readonly Series[]
  /** How many samples were read, and of how many, if the service did not compute the series itself. */
  readonly read: { readonly samples: number; readonly of: number | undefined } | null
}

interface SeriesRequest {
  readonly id: string
  readonly range: RangePreset | Span
  readonly metric: MetricName
  readonly by: Split
  readonly percentile: (typeof percentileNames)[number]
  readonly locations: readonly string[]
}

/**
 * A metric's percentile over a range, with a series per location, connection or view. Keyed by a preset's name because its
 * bounds move. If the service lacks series, they are computed from the latest 2,000 samples, or from all if `onProgress` is
 * given.
 */
export function metricSeries(scope: Scope, request: SeriesRequest, onProgress?: OnProgress): Query<MetricSeries> {
  return {
    queryKey: [
      `${endpointOf(readSeries, scope).id}.metric`,
      { ...scope, ...request, ...(onProgress ? { whole: true } : {}) },
    ],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(request.range)
      // the service computes series by location only
      const computed = request.by === 'location' ? await fromSeries(scope, request, from, to, signal) : null
      return computed ?? fromSamples(scope, request, { from, to }, signal, onProgress)
    },
  }
}

async function fromSeries(
  scope: Scope,
  { id, metric, percentile, locations }: SeriesRequest,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<MetricSeries | null> {
  const limit = pLimit(3)
  const seriesAt = async (location: string) => {
    const query = {
      profile_and_locations: [{ profile_id: id, locations: [location] }],
      metrics: [metric],
      from,
      to,
      buckets: bucketCount,
    }
    const { buckets } = await callScoped(readSeries, scope, { query }, { signal })
    return {
      label: location,
      points: buckets.map(({ at, count, metrics }) => ({ at, count, value: metrics[metric]?.[percentile] ?? null })),
    }
  }
  if (locations.length === 0) return null
  try {
    const series = await Promise.all(locations.slice(0, maxSeries).map((location) => limit(() => seriesAt(location))))
    return { from, to, series, read: null }
  } catch (error) {
    if (isExtensionMissing(error)) return null
    throw error
  }
}

async function fromSamples(
  scope: Scope,
  { id, metric, by, percentile }: SeriesRequest,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
  onProgress: OnProgress | undefined,
): Promise<MetricSeries> {
  const query = { profile_and_locations: [{ profile_id: id }], metrics: [metric], from, to, per_page: maxPerPage }
  const { rows, of } = await readRows({
    read: (page) => callScoped(listSamples, scope, { query: { ...query, page } }, { signal }),
    maxPages: onProgress ? Number.POSITIVE_INFINITY : maxPages,
    onProgress,
  })
  return {
    from,
    to,
    series: seriesFrom(rows, { metric, by, percentile, from, to }),
    read: { samples: rows.length, of },
  }
}

type FromSamples = Pick<SeriesRequest, 'metric' | 'by' | 'percentile'> & { readonly from: number; readonly to: number }

/** Computes the series from loaded samples, sorted by label. */
export function seriesFrom(samples: readonly Sample[], request: FromSamples): readonly Series[] {
  const { metric, by, percentile, from, to } = request
  const groups = Map.groupBy(samples, (sample) => groupOf(sample, by))
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .slice(0, maxSeries)
    .map(([label, group]) => ({
      label,
      points: bucketMetric({ from, to, buckets: bucketCount }, pointsOf(group, metric)).map(
        ({ at, count, percentiles }) => ({ at, count, value: percentiles?.[percentile] ?? null }),
      ),
    }))
}

function groupOf({ location, connectivity, view }: Sample, by: Split): string {
  switch (by) {
    case 'location':
      return location ?? 'not reported'
    case 'connectivity':
      return connectivityWords(connectivity)
    case 'view':
      return view === 'EMPTY' ? 'first view' : view === 'FULL' ? 'repeat view' : 'not reported'
  }
}

/** What a monitor's samples are first split by: the first of which it has more than one. */
export function defaultSplitOf({ variables, constants }: Monitor): Split {
  if ((variables?.locations?.length ?? 0) > 1) return 'location'
  if ((variables?.connectivities?.length ?? 0) > 1) return 'connectivity'
  return constants?.browser_cache === 'EMPTY_AND_FULL' ? 'view' : 'location'
}
