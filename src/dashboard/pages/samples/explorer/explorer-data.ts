import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listSamples, maxPerPage, readSeries, type MetricName } from '../../../../contract/index.ts'
import { isExtensionMissing } from '../../../api/errors.ts'
import { callScoped, scopedQuery, type Scope } from '../../../api/scope.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { spanOf, steps, type ExplorerState, type SourceSelection, type Span } from './explorer-state.ts'
import { useCollection } from './collection.ts'

/** What sources samples, for the list, the series and the export alike. */
export interface SampleFilter {
  readonly profile_and_locations: { profile_id: string; locations?: string[] }[]
  readonly from: number
  readonly to: number
  readonly location?: string[]
  readonly sample_type: number
}

/** Enough for a smooth line, few enough for each to hold several samples of a half-hourly monitor. */
const bucketsOf = { '24h': 48, '48h': 96, '7d': 84, '30d': 120 } as const
const bucketsOfDates = 96
/** Where the service tells the percentiles, a thousand samples are drawn as points: small pages lie closer to each other. */
const drawn = { pages: 40, perPage: 25 } as const

export function useExplorerData(
  scope: Scope,
  state: ExplorerState,
  sources: readonly SourceSelection[],
  whole: string | undefined,
) {
  const { range, severity, dataCenters, metrics, page, perPage } = state
  const now = useNow(typeof range === 'string' ? steps[range] : 60_000)
  const span = spanOf(range, now + 1)
  const selection = selectionOf(sources, span, severity, dataCenters)
  const enabled = sources.length > 0
  const listQuery = scopedQuery(listSamples, scope, {
    query: { ...selection, metrics: columnsShown(metrics), page, per_page: perPage },
  })
  const list = useQuery({ ...listQuery, enabled, placeholderData: keepPreviousData })

  const buckets = typeof range === 'string' ? bucketsOf[range] : bucketsOfDates
  const seriesOf = (sample_type: number) =>
    scopedQuery(readSeries, scope, { query: { ...selection, sample_type, metrics: [...metrics], buckets } })
  const seriesQuery = seriesOf(severity)
  const series = useQuery({ ...seriesQuery, enabled, placeholderData: keepPreviousData })
  const all = useQuery({ ...seriesOf(-1), enabled: enabled && !isExtensionMissing(series.error) })

  const withoutSeries = isExtensionMissing(series.error) && list.isSuccess
  const key = JSON.stringify({ scope, selection, metrics })
  const isWhole = withoutSeries || whole === key
  const collection = useCollection({
    // whether the service has a series decides how much is fetched
    key: enabled && (series.isSuccess || series.isError) ? `${key} ${isWhole}` : undefined,
    metrics,
    maxPages: isWhole ? Number.POSITIVE_INFINITY : drawn.pages,
    fetchPage: (number, signal) => {
      const size = isWhole ? maxPerPage : drawn.perPage
      const query = { ...selection, metrics: [...metrics], page: number, per_page: size }
      return callScoped(listSamples, scope, { query }, { signal })
    },
  })
  const counts = useMemo(() => (all.data ? countsOf(all.data.buckets) : undefined), [all.data])
  return {
    key,
    span,
    buckets,
    selection,
    listQuery,
    list,
    seriesQuery,
    series,
    withoutSeries,
    isWhole,
    collection,
    counts,
  }
}

export type ExplorerData = ReturnType<typeof useExplorerData>

export function selectionOf(
  sources: readonly SourceSelection[],
  { from, to }: Span,
  severity: number,
  dataCenters: readonly string[],
): SampleFilter {
  return {
    profile_and_locations: sources.map(({ id, locations }) => ({
      profile_id: id,
      ...(locations.length > 0 ? { locations: [...locations] } : {}),
    })),
    from,
    to,
    ...(dataCenters.length > 0 ? { location: [...dataCenters] } : {}),
    sample_type: severity,
  }
}

/** First byte stands in every list: what it is not, is the page's own. */
export function columnsShown(metrics: readonly MetricName[]): MetricName[] {
  return [...new Set<MetricName>(['first_byte', ...metrics])]
}

/** By `sample_type`, and -1 for all. */
function countsOf(buckets: readonly { count: number; by_type: Readonly<Record<string, number>> }[]) {
  const counts = new Map<number, number>([[-1, 0]])
  for (const { count, by_type } of buckets) {
    counts.set(-1, (counts.get(-1) ?? 0) + count)
    for (const [type, n] of Object.entries(by_type)) counts.set(Number(type), (counts.get(Number(type)) ?? 0) + n)
  }
  return counts
}
