/** A stretch of time cut into buckets of equal width. UNIX ms; both ends are included. */
export interface BucketRange {
  readonly from: number
  readonly to: number
  readonly buckets: number
}

const widthOf = ({ from, to, buckets }: BucketRange): number => (to - from + 1) / buckets

/** The position of the bucket that a moment falls into, undefined for a moment outside the range. */
export function bucketIndex(range: BucketRange, at: number): number | undefined {
  if (!(at >= range.from && at <= range.to)) return undefined
  // rounding may take the quotient past the last bucket
  return Math.min(range.buckets - 1, Math.floor((at - range.from) / widthOf(range)))
}

/** UNIX ms at the start of a bucket. */
export function bucketStart(range: BucketRange, index: number): number {
  return Math.floor(range.from + index * widthOf(range))
}

/** What a series can be split by. A profile is a monitor or test. */
export const splits = ['profile', 'location', 'connectivity', 'view'] as const
export type Split = (typeof splits)[number]
/** A split series has at most so many parts: those with the most samples. */
export const maxParts = 6

/** The percentiles of a series, and the rank of each. */
export const percentileRanks = { p50: 0.5, p75: 0.75, p95: 0.95, p99: 0.99 } as const
export type PercentileName = keyof typeof percentileRanks
export type Percentiles = Record<PercentileName, number>

/**
 * Interpolates linearly between the closest ranks: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996).
 * @param sorted in ascending order
 * @param rank 0 to 1
 * @returns null for an empty list
 */
export function percentile(sorted: ArrayLike<number>, rank: number): number | null {
  return sorted.length === 0 ? null : interpolate(sorted, rank)
}

/** The percentiles of a series for values in any order, null for an empty list. */
export function percentilesOf(values: Iterable<number>): Percentiles | null {
  const sorted = Float64Array.from(values).toSorted()
  if (sorted.length === 0) return null
  const { p50, p75, p95, p99 } = percentileRanks
  return {
    p50: interpolate(sorted, p50),
    p75: interpolate(sorted, p75),
    p95: interpolate(sorted, p95),
    p99: interpolate(sorted, p99),
  }
}

function interpolate(sorted: ArrayLike<number>, rank: number): number {
  const position = (sorted.length - 1) * rank
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}
