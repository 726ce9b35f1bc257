import { median } from 'd3-array'
import {
  countsIn,
  bucketIndex,
  bucketStart,
  percentilesOf,
  type BucketRange,
  type Percentiles,
  type readSeries,
  type ReplyOf,
  type Sample,
} from '../../../contract/index.ts'
import type { Failure } from '../../kit/charts/FailureMarks.tsx'

export interface MetricPoint {
  /** UNIX ms. */
  readonly at: number
  /** Null, undefined or NaN if it wasn't measured. */
  readonly value: number | null | undefined
}

export interface MetricBucket {
  /** The start in UNIX ms. */
  readonly at: number
  readonly count: number
  /** Null if nothing was measured. */
  readonly percentiles: Percentiles | null
}

/** Computes a metric's series exactly as the service does, for services without the extension. */
export function bucketMetric(range: BucketRange, points: Iterable<MetricPoint>): readonly MetricBucket[] {
  const buckets = Array.from({ length: range.buckets }, (): { count: number; values: number[] } => ({
    count: 0,
    values: [],
  }))
  for (const { at, value } of points) {
    const bucket = buckets[bucketIndex(range, at) ?? -1]
    if (!bucket) continue
    bucket.count++
    if (typeof value === 'number' && !Number.isNaN(value)) bucket.values.push(value)
  }
  return buckets.map(({ count, values }, i) => ({
    at: bucketStart(range, i),
    count,
    percentiles: percentilesOf(values),
  }))
}

type SeriesBucket = Pick<
  ReplyOf<typeof readSeries.user>['buckets'][number],
  'at' | 'count' | 'by_type' | 'metrics' | 'values'
>

/**
 * The samples in a series of the service that failed. Where a bucket has samples of both kinds, errors without a value and
 * with one, it's taken that those without a value are the errors.
 */
export function failuresIn(range: BucketRange, buckets: readonly SeriesBucket[], metric: string): readonly Failure[] {
  return buckets.flatMap(({ at, count, by_type, metrics, values }): Failure[] => {
    const { 2: errors = 0, 3: criticals = 0 } = by_type
    // a service that doesn't count values: where there are some, only what is critical is sure to have none
    const known = values ? (values[metric] ?? 0) : metrics[metric] ? count - criticals : 0
    const failed = Math.min(count - known, errors + criticals)
    return failed > 0 ? [{ at: middleOf(range, at), failed, of: count, severity: criticals > 0 ? 3 : 2 }] : []
  })
}

/** The same for services without the extension. */
export function failuresOf(range: BucketRange, samples: readonly Sample[], metric: string): readonly Failure[] {
  const inBuckets = Map.groupBy(samples, (sample) => bucketIndex(range, Date.parse(sample.taken_at ?? '')))
  return [...inBuckets].flatMap(([index, rows]): Failure[] => {
    const failed = rows.filter((row) => (row.sample_type ?? 0) >= 2 && typeof judgedValue(row, metric) !== 'number')
    if (index === undefined || failed.length === 0) return []
    const severity = failed.some(({ sample_type }) => sample_type === 3) ? 3 : 2
    return [{ at: middleOf(range, bucketStart(range, index)), failed: failed.length, of: rows.length, severity }]
  })
}

/** Where charts draw the values of a bucket: at its middle, UNIX ms. `at` is its start. */
export function middleOf({ from, to, buckets }: BucketRange, at: number): number {
  return at + Math.floor((to - from + 1) / buckets / 2)
}

/** A metric's value if it counts: that of a sample which isn't judged doesn't, nor does the speed of an error page. */
export function judgedValue(
  { judged, metrics }: Pick<Sample, 'judged' | 'metrics'>,
  metric: string,
): number | null | undefined {
  return judged === false || !countsIn(metric, metrics ?? {}) ? null : metrics?.[metric]
}

/** A metric of samples as points. A sample without a time falls into no bucket. */
export function pointsOf(samples: readonly Sample[], metric: string): readonly MetricPoint[] {
  return samples.map((sample) => ({ at: Date.parse(sample.taken_at ?? ''), value: judgedValue(sample, metric) }))
}

/** The median of a metric; null if no sample has it. */
export function medianOf(samples: readonly Pick<Sample, 'judged' | 'metrics'>[], metric: string): number | null {
  return median(samples, (sample) => judgedValue(sample, metric)) ?? null
}
