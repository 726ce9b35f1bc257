import { bin, bisectRight } from 'd3-array'
import {
  percentile,
  percentilesOf,
  type BucketRange,
  type readSeries,
  type ReplyOf,
  type Split,
} from '../../../../contract/index.ts'
import type { Span } from '../../../kit/ranges/range-presets.ts'
import { bucketMetric } from '../series.ts'
import { largestParts } from '../splits.ts'
import { roundStep } from '../../../kit/format/ticks.ts'
import type { Columns, Group } from './columns.ts'

/** Omits values that weren’t measured. */
function measured(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value))
}

export interface GroupRow extends Pick<Group, 'location' | 'connectivity'> {
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
}

/** One row per location and connection, sorted by name. */
export function byGroup({ group, groups, values }: Columns, metric: string): readonly GroupRow[] {
  const totals = groups.map((): number[] => [])
  const metricValues = values[metric] ?? []
  for (const [i, groupIndex] of group.entries()) totals[groupIndex]?.push(metricValues[i] ?? Number.NaN)
  const rows = Map.groupBy(groups.keys(), (i) => JSON.stringify([groups[i]?.location, groups[i]?.connectivity]))
  return [...rows.values()]
    .map((together): GroupRow => {
      const { location = '', connectivity = '' } = groups[together[0] ?? -1] ?? {}
      const all = together.flatMap((i) => totals[i] ?? [])
      const percentiles = percentilesOf(measured(all))
      return {
        location,
        connectivity,
        count: all.length,
        p50: percentiles?.p50 ?? null,
        p95: percentiles?.p95 ?? null,
      }
    })
    .toSorted((a, b) => a.location.localeCompare(b.location) || a.connectivity.localeCompare(b.connectivity))
}

export interface Bin {
  readonly from: number
  /** Infinity for the last bin if there are outliers. */
  readonly to: number
  readonly count: number
}

const targetBins = 16

/** Bins of equal, round width up to the 99th percentile, and one bin for any values beyond them. */
export function histogram(values: readonly number[]): readonly Bin[] {
  const sorted = Float64Array.from(measured(values)).toSorted()
  const [min] = sorted
  const p99 = percentile(sorted, 0.99)
  if (min === undefined || p99 === null) return []
  const width = roundStep((p99 - min) / targetBins || Math.abs(min) / targetBins || 1)
  const first = Math.floor(min / width)
  const last = Math.max(first, Math.ceil(p99 / width - 1e-9) - 1)
  const edges = Array.from({ length: last - first + 2 }, (_, i) => round((first + i) * width))
  const [start = 0] = edges
  const end = edges.at(-1) ?? start
  const counted = bin<number, number>().domain([start, end]).thresholds(edges.slice(1, -1))(sorted)
  const bins = counted.map(({ length }, i) => ({ from: edges[i] ?? start, to: edges[i + 1] ?? end, count: length }))
  const outliers = sorted.length - bisectRight(sorted, end)
  return outliers > 0 ? [...bins, { from: end, to: Number.POSITIVE_INFINITY, count: outliers }] : bins
}

function round(value: number): number {
  return Number(value.toPrecision(12))
}

/** Percentiles in one bucket. */
export interface BandPoint {
  /** UNIX ms at the start of the bucket. */
  readonly at: number
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
}

type SeriesBuckets = ReplyOf<typeof readSeries.user>['buckets']

/** A metric's points in a series of the service. */
export function bandIn(buckets: SeriesBuckets, metric: string): readonly BandPoint[] {
  return buckets.map(({ at, count, metrics }) => {
    const percentiles = metrics[metric]
    return { at, count, p50: percentiles?.p50 ?? null, p95: percentiles?.p95 ?? null }
  })
}

/**
 * Computes the points from loaded samples, for services without the series extension.
 * @param isIncluded whether the samples of a group are
 */
export function bandOf(
  columns: Columns,
  metric: string,
  range: BucketRange,
  isIncluded: (group: Group) => boolean = () => true,
): readonly BandPoint[] {
  const values = columns.values[metric] ?? []
  const included = columns.groups.map(isIncluded)
  const points = columns.at.flatMap((at, i) => (included[columns.group[i] ?? -1] ? [{ at, value: values[i] }] : []))
  return bucketMetric(range, points).map(({ at, count, percentiles }) => ({
    at,
    count,
    p50: percentiles?.p50 ?? null,
    p95: percentiles?.p95 ?? null,
  }))
}

/** The percentiles of one part of what a chart is split by. */
interface PartBand {
  readonly part: string
  readonly band: readonly BandPoint[]
}

export interface SplitBand {
  readonly parts: readonly PartBand[]
  /** Whether there are more than these, with fewer samples. */
  readonly hasMore: boolean
}

/** Computes the percentiles of each part from loaded samples, for services that can't. */
export function splitBandOf(columns: Columns, metric: string, range: BucketRange, by: Split): SplitBand {
  const counts = new Map<string, number>()
  for (const i of columns.group) {
    const part = columns.groups[i]?.[by] ?? ''
    counts.set(part, (counts.get(part) ?? 0) + 1)
  }
  const parts = largestParts(counts).map((part) => ({
    part,
    band: bandOf(columns, metric, range, (group) => group[by] === part),
  }))
  return { parts, hasMore: counts.size > parts.length }
}

/** The points at the middle of their buckets, for a chart of a range. Buckets may begin and end beyond it. */
export function centeredWithin(band: readonly BandPoint[], width: number, { from, to }: Span): readonly BandPoint[] {
  return band.map((point) => ({ ...point, at: point.at + width / 2 })).filter(({ at }) => at >= from && at <= to)
}

/** How many samples have a value of each of these metrics. */
export function countWith({ at, values }: Columns, metrics: readonly string[]): number {
  const hasAll = (i: number) => metrics.every((name) => !Number.isNaN(values[name]?.[i] ?? Number.NaN))
  return at.filter((_, i) => hasAll(i)).length
}

/** Whether a chart has neither a percentile nor a point to draw. */
export function hasNoValues(band: readonly BandPoint[], values: readonly number[]): boolean {
  return band.every(({ p50, p95 }) => p50 === null && p95 === null) && values.every((value) => Number.isNaN(value))
}
