import { listSamples, maxPerPage, readSeries, type MetricName, type Sample } from '../../../../contract/index.ts'
import { connectivityWords } from '../../../format/connectivity.ts'
import { measured, percentile } from '../../samples/explorer/stats.ts'
import { limitConcurrency } from '../../../api/limit-concurrency.ts'
import { boundsOf, type RangePreset } from '../../../api/range-presets.ts'
import { isExtensionMissing } from '../../../api/errors.ts'
import { readPages, type OnProgress } from '../../../api/pages.ts'
import type { Query } from '../../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../../api/scope.ts'

export const groupings = ['location', 'connectivity'] as const
export type Grouping = (typeof groupings)[number]
export const ranks = ['p50', 'p75', 'p95'] as const
export type Rank = (typeof ranks)[number]
const rankOf = { p50: 0.5, p75: 0.75, p95: 0.95 } as const

/** As many lines as can be told apart. */
export const maxLines = 6
const bucketsWanted = 96
const maxPages = 20

export interface LinePoint {
  /** The start of the bucket, UNIX ms. */
  readonly at: number
  readonly value: number | null
}

export interface Lines {
  readonly from: number
  readonly to: number
  readonly lines: readonly { readonly label: string; readonly points: readonly LinePoint[] }[]
  /** How many samples were read, and of how many; null if the service made the percentiles. */
  readonly read: { readonly samples: number; readonly of: number | undefined } | null
}

interface SeriesRequest {
  readonly id: string
  readonly range: RangePreset
  readonly metric: MetricName
  readonly by: Grouping
  readonly rank: Rank
  readonly locations: readonly string[]
}

/**
 * A metric's percentile over a range, with a line per location or connection. Keyed by the range's name because its
 * bounds move. If the service lacks series, they are made from the latest 2,000 samples, or from all if `onProgress` is
 * given.
 */
export function linesOf(scope: Scope, request: SeriesRequest, onProgress?: OnProgress): Query<Lines> {
  return {
    queryKey: [
      `${endpointOf(readSeries, scope).id}.lines`,
      { ...scope, ...request, ...(onProgress ? { whole: true } : {}) },
    ],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(request.range)
      // the service groups by location only
      const series = request.by === 'location' ? await fromSeries(scope, request, from, to, signal) : null
      return series ?? fromSamples(scope, request, { from, to }, signal, onProgress)
    },
  }
}

async function fromSeries(
  scope: Scope,
  { id, metric, rank, locations }: SeriesRequest,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Lines | null> {
  const run = limitConcurrency(3)
  const lineAt = async (location: string) => {
    const query = {
      profile_and_locations: [{ profile_id: id, locations: [location] }],
      metrics: [metric],
      from,
      to,
      buckets: bucketsWanted,
    }
    const { buckets } = await callScoped(readSeries, scope, { query }, { signal })
    return {
      label: location,
      points: buckets.map(({ at, metrics }) => ({ at, value: metrics[metric]?.[rank] ?? null })),
    }
  }
  if (locations.length === 0) return null
  try {
    const lines = await Promise.all(locations.slice(0, maxLines).map((location) => run(() => lineAt(location), signal)))
    return { from, to, lines, read: null }
  } catch (error) {
    if (isExtensionMissing(error)) return null
    throw error
  }
}

async function fromSamples(
  scope: Scope,
  { id, metric, by, rank }: SeriesRequest,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
  onProgress: OnProgress | undefined,
): Promise<Lines> {
  const query = { profile_and_locations: [{ profile_id: id }], metrics: [metric], from, to, per_page: maxPerPage }
  const { rows, of } = await readPages({
    read: (page) => callScoped(listSamples, scope, { query: { ...query, page } }, { signal }),
    maxPages: onProgress ? Number.POSITIVE_INFINITY : maxPages,
    onProgress,
  })
  return { from, to, lines: linesFrom(rows, { metric, by, rank, from, to }), read: { samples: rows.length, of } }
}

interface Grouped {
  readonly metric: MetricName
  readonly by: Grouping
  readonly rank: Rank
  readonly from: number
  readonly to: number
}

/** Lines from samples, sorted by name, in the same buckets as the service's. */
export function linesFrom(samples: readonly Sample[], { metric, by, rank, from, to }: Grouped): Lines['lines'] {
  const width = (to - from + 1) / bucketsWanted
  const groups = Map.groupBy(samples, (sample) => groupOf(sample, by))
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .slice(0, maxLines)
    .map(([label, group]) => {
      const buckets = Map.groupBy(group, ({ taken_at }) => Math.floor((Date.parse(taken_at ?? '') - from) / width))
      const points = [...buckets]
        .filter(([place]) => place >= 0 && place < bucketsWanted)
        .toSorted(([a], [b]) => a - b)
        .map(([place, inside]) => {
          const values = inside.map(({ metrics }) => metrics?.[metric] ?? Number.NaN)
          return { at: Math.floor(from + place * width), value: percentile(measured(values), rankOf[rank]) }
        })
      return { label, points }
    })
}

function groupOf({ location, connectivity }: Sample, by: Grouping): string {
  return by === 'location' ? (location ?? 'not reported') : connectivityWords(connectivity)
}
