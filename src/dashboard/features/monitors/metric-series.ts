import {
  listSamples,
  maxPerPage,
  readSeries,
  type MetricName,
  type PercentileName,
  type Sample,
  type Split,
} from '../../../contract/index.ts'
import { isAlike, type Conditions } from '../samples/alike.ts'
import { largestParts, partOf } from '../samples/splits.ts'
import { boundsOf, type RangePreset, type Span } from '../../kit/ranges/range-presets.ts'
import { isExtensionMissing } from '../../../client/errors.ts'
import { readRows, type OnProgress } from '../../../client/pages.ts'
import { bucketMetric, failuresIn, failuresOf, middleOf, pointsOf } from '../samples/series.ts'
import type { Failure } from '../../kit/charts/FailureMarks.tsx'
import type { Point, Value } from '../../kit/charts/gaps.ts'
import type { Query } from '../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../api/scope.ts'

/** A monitor is one profile, so it isn't split by that. */
export const monitorSplits = ['location', 'connectivity', 'view'] as const satisfies readonly Split[]
export const percentileNames = ['p50', 'p75', 'p95'] as const satisfies readonly PercentileName[]

/** How many buckets a range is cut into. */
export const bucketCount = 96
const maxPages = 20

interface SeriesPoint {
  /** UNIX ms at the middle of a bucket. */
  readonly at: number
  /** How many samples there are. */
  readonly count: number
  /** Null if none of them has the metric, or none is judged. */
  readonly value: number | null
  /** How many have no value because something went wrong. */
  readonly failed: number
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
  /** Whether there are more than these, with fewer samples. */
  readonly hasMore: boolean
  readonly failures: readonly Failure[]
  /** How many samples were read, and of how many, if the service did not compute the series itself. */
  readonly read: { readonly samples: number; readonly of: number | undefined } | null
}

interface SeriesRequest {
  readonly id: string
  readonly range: RangePreset | Span
  readonly metric: MetricName
  readonly by: Split
  readonly percentile: PercentileName
  /** Only samples of the connection and view of this one. */
  readonly like?: (Conditions & { readonly id: string }) | undefined
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
      const range = { from, to }
      return (await fromSeries(scope, request, range, signal)) ?? fromSamples(scope, request, range, signal, onProgress)
    },
  }
}

/** Null if the service has no series, or can't split them. */
async function fromSeries(
  scope: Scope,
  { id, metric, by, percentile, like }: SeriesRequest,
  range: Span,
  signal: AbortSignal,
): Promise<MetricSeries | null> {
  const profile_and_locations = [{ profile_id: id }]
  const query = {
    profile_and_locations,
    metrics: [metric],
    ...range,
    buckets: bucketCount,
    split: by,
    ...(like && { like_sample_id: like.id }),
  }
  try {
    const { buckets, parts, has_more_parts } = await callScoped(readSeries, scope, { query }, { signal })
    if (!parts) return null
    const bounds = { ...range, buckets: bucketCount }
    const series = parts.map((part) => {
      const failedAt = countsOf(failuresIn(bounds, part.buckets, metric))
      return {
        label: partOf(part, by),
        points: part.buckets.map(({ at: start, count, metrics }) => {
          const at = middleOf(bounds, start)
          return { at, count, value: metrics[metric]?.[percentile] ?? null, failed: failedAt.get(at) ?? 0 }
        }),
      }
    })
    const sorted = series.toSorted((one, other) => one.label.localeCompare(other.label))
    const failures = failuresIn(bounds, buckets, metric)
    return { ...range, series: sorted, hasMore: has_more_parts ?? false, failures, read: null }
  } catch (error) {
    if (isExtensionMissing(error)) return null
    throw error
  }
}

async function fromSamples(
  scope: Scope,
  { id, metric, by, percentile, like }: SeriesRequest,
  { from, to }: Span,
  signal: AbortSignal,
  onProgress: OnProgress | undefined,
): Promise<MetricSeries> {
  const query = { profile_and_locations: [{ profile_id: id }], metrics: [metric], from, to, per_page: maxPerPage }
  const { rows: all, of } = await readRows({
    read: (page) => callScoped(listSamples, scope, { query: { ...query, page } }, { signal }),
    maxPages: onProgress ? Number.POSITIVE_INFINITY : maxPages,
    onProgress,
  })
  const rows = like ? all.filter((row) => isAlike(row, like)) : all
  return {
    from,
    to,
    ...seriesFrom(rows, { metric, by, percentile, from, to }),
    failures: failuresOf({ from, to, buckets: bucketCount }, rows, metric),
    read: { samples: all.length, of },
  }
}

type FromSamples = Pick<SeriesRequest, 'metric' | 'by' | 'percentile'> & { readonly from: number; readonly to: number }

/** Computes the series from loaded samples, sorted by label. */
export function seriesFrom(
  samples: readonly Sample[],
  { metric, by, percentile, from, to }: FromSamples,
): Pick<MetricSeries, 'series' | 'hasMore'> {
  const groups = Map.groupBy(samples, (sample) => partOf(sample, by))
  const bounds = { from, to, buckets: bucketCount }
  const series = largestParts([...groups].map(([label, { length }]) => [label, length])).map((label) => {
    const group = groups.get(label) ?? []
    const failedAt = countsOf(failuresOf(bounds, group, metric))
    return {
      label,
      points: bucketMetric(bounds, pointsOf(group, metric)).map(({ at: start, count, percentiles }) => {
        const at = middleOf(bounds, start)
        return { at, count, value: percentiles?.[percentile] ?? null, failed: failedAt.get(at) ?? 0 }
      }),
    }
  })
  return { series, hasMore: groups.size > series.length }
}

const countsOf = (failures: readonly Failure[]) => new Map(failures.map(({ at, failed }) => [at, failed]))

/** How many samples failed, as a series of its own. */
export function failedSeries({ label, points }: Series): Series {
  return { label, points: points.map((point) => ({ ...point, value: point.count > 0 ? point.failed : null })) }
}

/** The points of a chart: the values of all series by time, those of the first as `l0`. */
export function chartPointsOf(series: readonly Series[]): readonly Point[] {
  const points = new Map<number, Record<string, Value>>()
  for (const [i, line] of series.entries()) {
    for (const { at, count, value } of line.points)
      points.set(at, { ...points.get(at), [`l${i}`]: value ?? (count > 0 ? null : undefined) })
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([at, values]) => ({ ...values, at }))
}
