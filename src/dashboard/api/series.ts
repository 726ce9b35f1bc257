import { median } from 'd3-array'
import {
  countsIn,
  bucketIndex,
  bucketStart,
  percentilesOf,
  type BucketRange,
  type Percentiles,
  type Sample,
} from '../../contract/index.ts'

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
