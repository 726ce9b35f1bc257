import { listMonitors, listSamples, maxPerPage, readSeries, type Monitor } from '../../../contract/index.ts'
import { isExtensionMissing } from '../../../client/errors.ts'
import type { Query } from '../../api/queries.ts'
import { boundsOf, type RangePreset, type Span } from '../../kit/ranges/range-presets.ts'
import { callScoped, endpointOf, scopedQuery, type Scope } from '../../api/scope.ts'
import { bucketMetric, failuresIn, failuresOf, middleOf, pointsOf } from '../samples/series.ts'
import type { Failure } from '../../kit/charts/FailureMarks.tsx'
import type { Site } from './reads.ts'

/** One bucket per sample for half-hourly samples over 48 hours. */
const bucketCount = 96
const latestCount = 10

/** The account's monitors. Needs no site record, so that both can load in parallel. */
export function monitorsOf(scope: Scope) {
  return scopedQuery(listMonitors, scope, { query: { per_page: maxPerPage } })
}

/** Searches by name, for accounts with more than one page of monitors. */
export function monitorsNamed(scope: Scope, host: string) {
  return scopedQuery(listMonitors, scope, { query: { per_page: maxPerPage, search_term: host } })
}

/** A monitor with an ID. */
export type IdentifiedMonitor = Monitor & { readonly id: string }

/** Finds a site's key page by the site's ID or, if the service doesn't report it, by name or address. */
export function keyPageOf(
  monitors: readonly Monitor[],
  site: Pick<Site, 'id' | 'host'>,
): IdentifiedMonitor | undefined {
  const identified = monitors.filter((monitor): monitor is IdentifiedMonitor => monitor.id !== undefined)
  return (
    identified.find((monitor) => monitor.site_id === site.id) ??
    identified.find((monitor) => !monitor.site_id && (monitor.name === site.host || isHomeOf(monitor, site.host)))
  )
}

function isHomeOf(monitor: Monitor, host: string): boolean {
  const url = URL.parse(monitor.constants?.url ?? '')
  return url !== null && url.host === host && url.pathname === '/' && !url.search
}

export function latestSamples(scope: Scope, profile: string) {
  return scopedQuery(listSamples, scope, {
    query: { profile_and_locations: [{ profile_id: profile }], per_page: latestCount },
  })
}

/** Medians of a bucket, in ms: null if none of its samples has a value, undefined if it has no samples. */
interface Bucket {
  /** The middle in UNIX ms. */
  readonly at: number
  readonly time_to_display: number | null | undefined
  readonly first_byte: number | null | undefined
}

export interface Measurements {
  readonly from: number
  readonly to: number
  readonly buckets: readonly Bucket[]
  /** The samples without a time to display. */
  readonly failures: readonly Failure[]
  /** Whether samples are missing: without the series extension, medians are computed from the latest samples only. */
  readonly partial: boolean
}

const metrics = ['time_to_display', 'first_byte'] as const

/** Medians over a range. The query key has a preset's name, because its bounds change with every read. */
export function measurementsOf(scope: Scope, profile: string, range: RangePreset | Span): Query<Measurements> {
  return {
    queryKey: [`${endpointOf(readSeries, scope).id}.keyPage`, { ...scope, profile, range }],
    queryFn: ({ signal }) => readMeasurements(scope, profile, range, signal),
  }
}

async function readMeasurements(
  scope: Scope,
  profile: string,
  range: RangePreset | Span,
  signal: AbortSignal,
): Promise<Measurements> {
  const { from, to } = boundsOf(range)
  const bounds = { from, to, buckets: bucketCount }
  const query = { profile_and_locations: [{ profile_id: profile }], metrics: [...metrics], from, to }
  try {
    const { buckets } = await callScoped(readSeries, scope, { query: { ...query, buckets: bucketCount } }, { signal })
    const medians = buckets.map(({ at, count, metrics: of }) => ({
      at: middleOf(bounds, at),
      time_to_display: medianIn(count, of['time_to_display']),
      first_byte: medianIn(count, of['first_byte']),
    }))
    return { from, to, buckets: medians, failures: failuresIn(bounds, buckets, 'time_to_display'), partial: false }
  } catch (error) {
    if (!isExtensionMissing(error)) throw error
    const page = await callScoped(listSamples, scope, { query: { ...query, per_page: maxPerPage } }, { signal })
    const firstBytes = bucketMetric(bounds, pointsOf(page.rows, 'first_byte'))
    const buckets = bucketMetric(bounds, pointsOf(page.rows, 'time_to_display')).map(
      ({ at, count, percentiles }, i) => ({
        at: middleOf(bounds, at),
        time_to_display: medianIn(count, percentiles),
        first_byte: medianIn(count, firstBytes[i]?.percentiles),
      }),
    )
    const failures = failuresOf(bounds, page.rows, 'time_to_display')
    return { from, to, buckets, failures, partial: (page.total_entries ?? maxPerPage) > page.rows.length }
  }
}

/** The median of a bucket with so many samples. */
function medianIn(count: number, percentiles: { readonly p50: number } | null | undefined): number | null | undefined {
  return percentiles?.p50 ?? (count > 0 ? null : undefined)
}
