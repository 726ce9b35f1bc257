import type { BucketRange } from '../../../../contract/index.ts'
import type { RangePreset, Span } from '../../../kit/ranges/range-presets.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Enough for a smooth line, but few enough that each holds several samples of a half-hourly monitor. */
const presetWidths = { '24h': 30 * minute, '48h': 30 * minute, '7d': 2 * hour, '30d': 6 * hour } as const
const roundWidths = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
]
const maxBuckets = 96

/** How long the buckets of a range's percentiles are, ms: always a round time. */
export function bucketWidth(range: RangePreset | Span): number {
  if (typeof range === 'string') return presetWidths[range]
  const least = (range.to - range.from) / maxBuckets
  return roundWidths.find((width) => width >= least) ?? Math.ceil(least / day) * day
}

/** The whole buckets that cover a range. Dates that were entered may begin and end within one. */
export function seriesRange(range: RangePreset | Span, span: Span): BucketRange {
  const width = bucketWidth(range)
  const { from, to } = typeof range === 'string' ? span : aligned(span, width)
  return { from, to, buckets: Math.max(1, Math.round((to - from) / width)) }
}

/** A range selected in a chart that showed `shown`, in whole buckets. One that was only moved keeps its length. */
export function selectedRange(selected: Span, shown: Span): Span {
  const length = shown.to - shown.from
  // moves are rounded to milliseconds
  if (Math.abs(selected.to - selected.from - length) > 1) return wholeBuckets(selected)
  const width = bucketWidth(shown)
  const from = Math.round(selected.from / width) * width
  return { from, to: from + length }
}

function wholeBuckets(span: Span): Span {
  const next = aligned(span, bucketWidth(span))
  // a longer range may have wider buckets
  return next.from === span.from && next.to === span.to ? span : wholeBuckets(next)
}

function aligned({ from, to }: Span, width: number): Span {
  return { from: Math.floor(from / width) * width, to: Math.ceil(to / width) * width }
}
