import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  listSamples,
  maxPerPage,
  readSeries,
  type BucketRange,
  type MetricName,
  type Sample,
  type Split,
} from '../../../../contract/index.ts'
import type { Page } from '../../../../client/pages.ts'
import { ifOffered } from '../../../api/queries.ts'
import type { Span } from '../../../kit/ranges/range-presets.ts'
import { callScoped, scopedQuery, type Scope } from '../../../api/scope.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { spanOf, presetStepMs, type ExplorerState, type SourceSelection } from '../explorer-state.ts'
import { useCollection } from './collection.ts'
import { ColumnBuilder, withMore } from './columns.ts'
import { bucketWidth, seriesRange } from './series-range.ts'

/** The filter that the list, the series and the export share. */
export interface SampleFilter {
  readonly profile_and_locations: { profile_id: string; locations?: string[] }[]
  readonly from: number
  readonly to: number
  readonly location?: string[]
  readonly sample_type: number
  readonly issue?: string
}

/** If the service has percentiles, only a thousand samples are drawn. Small pages spread them evenly over the range. */
const subset = { pages: 40, perPage: 25 } as const

/** Critical samples and errors are what one looks for in a chart: up to a hundred of each are always drawn. */
const neverLeftOut = [3, 2] as const

export function useExplorerData(
  scope: Scope,
  state: ExplorerState,
  sources: readonly SourceSelection[],
  /** What the series is split by. Undefined if that isn't known yet. */
  split: Split | 'none' | undefined,
  /** The `key` of the selection to load all samples of. */
  loadAllKey: string | undefined,
) {
  const { range, severity, issue, locations, metrics, page, perPage } = state
  const now = useNow(typeof range === 'string' ? presetStepMs[range] : 60_000)
  const span = spanOf(range, now + 1)
  const selection = selectionOf(sources, span, { severity, issue, locations })
  const enabled = sources.length > 0
  const listQuery = scopedQuery(listSamples, scope, {
    query: { ...selection, metrics: columnsShown(metrics), page, per_page: perPage },
  })
  // what other monitors measured isn't shown below the new ones' names
  const placeholderData = <Data>(before: Data | undefined, of: { readonly queryKey: readonly unknown[] } | undefined) =>
    sourcesIn(of?.queryKey) === JSON.stringify(selection.profile_and_locations) ? before : undefined
  const list = useQuery({ ...listQuery, enabled, placeholderData })

  const bucketRange = seriesRange(range, span)
  const splitBy: { split?: Split } = split === undefined || split === 'none' ? {} : { split }
  const seriesOf = (sample_type: number, of: BucketRange & { split?: Split }) =>
    ifOffered(scopedQuery(readSeries, scope, { query: { ...selection, sample_type, metrics: [...metrics], ...of } }))
  const seriesQuery = seriesOf(severity, { ...bucketRange, ...splitBy })
  const canRead = enabled && split !== undefined
  const series = useQuery({ ...seriesQuery, enabled: canRead, placeholderData })
  // the same request, unless the first and last bucket reach beyond the range
  const isExact = bucketRange.from === span.from && bucketRange.to === span.to
  const all = useQuery({
    ...seriesOf(-1, isExact ? { ...bucketRange, ...splitBy } : { ...span, buckets: 1 }),
    enabled: canRead && series.data !== null,
    placeholderData,
  })

  const withoutSeries = series.data === null && list.isSuccess
  const key = JSON.stringify({ scope, selection, metrics })
  const loadsAll = withoutSeries || loadAllKey === key
  const collection = useCollection({
    // how much is fetched depends on whether the service has a series
    key: enabled && (series.isSuccess || series.isError) ? `${key} ${loadsAll}` : undefined,
    metrics,
    maxPages: loadsAll ? Number.POSITIVE_INFINITY : subset.pages,
    fetchPage: (number, signal) => {
      const size = loadsAll ? maxPerPage : subset.perPage
      const query = { ...selection, metrics: [...metrics], page: number, per_page: size }
      return callScoped(listSamples, scope, { query }, { signal })
    },
  })
  const { columns } = collection
  const isThinned = severity === -1 && !loadsAll && collection.status === 'done' && columns.at.length < collection.total
  const troubles = useQueries({
    queries: neverLeftOut.map((sample_type) => {
      const query = { ...selection, sample_type, metrics: [...metrics], page: 1, per_page: maxPerPage }
      return { ...scopedQuery(listSamples, scope, { query }), enabled: isThinned, placeholderData }
    }),
    combine: rowsOf,
  })
  const charted = useMemo(() => {
    if (severity !== -1 || loadsAll) return columns
    const builder = new ColumnBuilder(metrics)
    for (const rows of troubles) builder.add(rows)
    return withMore(columns, builder.columns())
  }, [columns, troubles, metrics, severity, loadsAll])
  const counts = useMemo(() => (all.data ? countsOf(all.data.buckets) : undefined), [all.data])
  return {
    key,
    span,
    bucketRange,
    bucketWidth: bucketWidth(range),
    selection,
    listQuery,
    list,
    seriesQuery,
    series,
    withoutSeries,
    /** Whether the service has percentiles but can't split them. */
    withoutParts: Boolean(splitBy.split && series.data && !series.isPlaceholderData && !series.data.parts),
    loadsAll,
    collection,
    /** The samples that the charts draw: those collected and, if these are only some, the errors left out. */
    charted,
    counts,
  }
}

function rowsOf(lists: readonly { readonly data: Page<Sample> | undefined }[]): readonly (readonly Sample[])[] {
  return lists.map(({ data }) => data?.rows ?? [])
}

/** The monitors and tests that a query is about. */
function sourcesIn(queryKey: readonly unknown[] | undefined): string {
  const input = queryKey?.[1] as { readonly query?: Pick<SampleFilter, 'profile_and_locations'> } | undefined
  return JSON.stringify(input?.query?.profile_and_locations)
}

export type ExplorerData = ReturnType<typeof useExplorerData>

export function selectionOf(
  sources: readonly SourceSelection[],
  { from, to }: Span,
  { severity, issue, locations }: Pick<ExplorerState, 'severity' | 'issue' | 'locations'>,
): SampleFilter {
  return {
    profile_and_locations: sources.map((source) => ({
      profile_id: source.id,
      ...(source.locations.length > 0 ? { locations: [...source.locations] } : {}),
    })),
    from,
    to,
    ...(locations.length > 0 ? { location: [...locations] } : {}),
    sample_type: severity,
    ...(issue === undefined ? {} : { issue }),
  }
}

/** Whether a service doesn't know the filter by issue: it lists samples without it. */
export function ignoresIssue(samples: readonly Sample[], issue: string | undefined): boolean {
  return issue !== undefined && samples.some(({ issues }) => issues && !issues.some(({ code }) => code === issue))
}

/** The list always includes the time to first byte, to separate the server’s share from the page’s. */
export function columnsShown(metrics: readonly MetricName[]): MetricName[] {
  return [...new Set<MetricName>(['first_byte', ...metrics])]
}

/** Sample counts by `sample_type`, with the total at -1. */
function countsOf(buckets: readonly { count: number; by_type: Readonly<Record<string, number>> }[]) {
  const counts = new Map<number, number>([[-1, 0]])
  for (const { count, by_type } of buckets) {
    counts.set(-1, (counts.get(-1) ?? 0) + count)
    for (const [type, n] of Object.entries(by_type)) counts.set(Number(type), (counts.get(Number(type)) ?? 0) + n)
  }
  return counts
}
