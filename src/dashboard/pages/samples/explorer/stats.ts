import { bin, bisectRight } from 'd3-array'
import { percentile, percentilesOf, type BucketRange } from '../../../../contract/index.ts'
import { bucketMetric } from '../../../api/series.ts'
import { roundStep } from '../../../format/ticks.ts'
import type { Columns, Group } from './columns.ts'

/** Leaves out what was not measured. */
function measured(values: readonly number[]): number[] {
  return values.filter((value) => !Number.isNaN(value))
}

export interface GroupRow extends Group {
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
}

/** A row a location and connectivity, by name. */
export function byGroup({ group, groups, values }: Columns, metric: string): readonly GroupRow[] {
  const gathered = groups.map((): { count: number; values: number[] } => ({ count: 0, values: [] }))
  const of = values[metric] ?? []
  for (const [i, place] of group.entries()) {
    const one = gathered[place]
    if (!one) continue
    one.count++
    one.values.push(of[i] ?? Number.NaN)
  }
  return groups
    .map((one, i): GroupRow => {
      const percentiles = percentilesOf(measured(gathered[i]?.values ?? []))
      return { ...one, count: gathered[i]?.count ?? 0, p50: percentiles?.p50 ?? null, p95: percentiles?.p95 ?? null }
    })
    .toSorted((a, b) => a.location.localeCompare(b.location) || a.connectivity.localeCompare(b.connectivity))
}

export interface Bin {
  readonly from: number
  /** Infinity for the last, where some lie far beyond the others. */
  readonly to: number
  readonly count: number
}

const binsWanted = 16

/** Equal stretches of round width up to the 99th percentile, and one for what lies beyond. */
export function histogram(values: readonly number[]): readonly Bin[] {
  const sorted = Float64Array.from(measured(values)).toSorted()
  const [least] = sorted
  const upTo = percentile(sorted, 0.99)
  if (least === undefined || upTo === null) return []
  const width = roundStep((upTo - least) / binsWanted || Math.abs(least) / binsWanted || 1)
  const first = Math.floor(least / width)
  const last = Math.max(first, Math.ceil(upTo / width - 1e-9) - 1)
  const edges = Array.from({ length: last - first + 2 }, (_, i) => round((first + i) * width))
  const [start = 0] = edges
  const end = edges.at(-1) ?? start
  const counted = bin<number, number>().domain([start, end]).thresholds(edges.slice(1, -1))(sorted)
  const bins = counted.map(({ length }, i) => ({ from: edges[i] ?? start, to: edges[i + 1] ?? end, count: length }))
  const beyond = sorted.length - bisectRight(sorted, end)
  return beyond > 0 ? [...bins, { from: end, to: Number.POSITIVE_INFINITY, count: beyond }] : bins
}

function round(value: number): number {
  return Number(value.toPrecision(12))
}

/** Percentiles in one stretch of time. */
export interface BandPoint {
  /** UNIX ms at its start. */
  readonly at: number
  readonly count: number
  readonly p50: number | null
  readonly p95: number | null
}

/** The same from samples at hand, for services without the series extension. */
export function bandOf(columns: Columns, metric: string, range: BucketRange): readonly BandPoint[] {
  const values = columns.values[metric] ?? []
  const points = columns.at.map((at, i) => ({ at, value: values[i] }))
  return bucketMetric(range, points).map(({ at, count, percentiles }) => ({
    at,
    count,
    p50: percentiles?.p50 ?? null,
    p95: percentiles?.p95 ?? null,
  }))
}

/** Whether neither a percentile nor a point is there to draw. */
export function isMeasuredByNone(band: readonly BandPoint[], values: readonly number[]): boolean {
  return band.every(({ p50, p95 }) => p50 === null && p95 === null) && values.every((value) => Number.isNaN(value))
}
