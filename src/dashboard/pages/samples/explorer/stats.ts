import type { Columns, Group } from './columns.ts'

/**
 * By linear interpolation between the closest ranks: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996), as the service's own series does it.
 * @param sorted upwards
 * @param rank 0 to 1
 * @returns null of none
 */
export function percentile(sorted: ArrayLike<number>, rank: number): number | null {
  if (sorted.length === 0) return null
  const position = (sorted.length - 1) * rank
  const below = sorted[Math.floor(position)] ?? 0
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}

/** Those that were measured, upwards. */
export function measured(values: readonly number[]): Float64Array {
  return Float64Array.from(values.filter((value) => !Number.isNaN(value))).toSorted()
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
      const sorted = measured(gathered[i]?.values ?? [])
      return { ...one, count: gathered[i]?.count ?? 0, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
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
  const sorted = measured(values)
  const [least] = sorted
  const most = sorted.at(-1)
  if (least === undefined || most === undefined) return []
  const upTo = percentile(sorted, 0.99) ?? most
  const width = roundStep((upTo - least) / binsWanted || Math.abs(least) / binsWanted || 1)
  const first = Math.floor(least / width)
  const last = Math.max(first, Math.ceil(upTo / width - 1e-9) - 1)
  const counts = Array.from({ length: last - first + 1 }, () => 0)
  let beyond = 0
  for (const value of sorted) {
    const place = Math.floor(value / width) - first
    if (place < counts.length) counts[place] = (counts[place] ?? 0) + 1
    // the right edge belongs to its own bin
    else if (value <= (last + 1) * width) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    else beyond++
  }
  const bins = counts.map((count, i) => ({
    from: round((first + i) * width),
    to: round((first + i + 1) * width),
    count,
  }))
  return beyond > 0 ? [...bins, { from: round((last + 1) * width), to: Number.POSITIVE_INFINITY, count: beyond }] : bins
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
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

/** The same from samples at hand, where the service tells no percentiles. */
export function bandOf(columns: Columns, metric: string, from: number, to: number, buckets: number): BandPoint[] {
  const width = (to - from + 1) / buckets
  const gathered = Array.from({ length: buckets }, (): number[] => [])
  const counts = Array.from({ length: buckets }, () => 0)
  const values = columns.values[metric] ?? []
  for (const [i, at] of columns.at.entries()) {
    const place = Math.floor((at - from) / width)
    gathered[place]?.push(values[i] ?? Number.NaN)
    if (place in counts) counts[place] = (counts[place] ?? 0) + 1
  }
  return gathered.map((of, i) => {
    const sorted = measured(of)
    return {
      at: Math.floor(from + i * width),
      count: counts[i] ?? 0,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    }
  })
}

/** Whether neither a percentile nor a point is there to draw. */
export function isMeasuredByNone(band: readonly BandPoint[], values: readonly number[]): boolean {
  return band.every(({ p50, p95 }) => p50 === null && p95 === null) && values.every((value) => Number.isNaN(value))
}
