import { useMemo } from 'react'
import { splits, type MetricName, type Split } from '../../../../contract/index.ts'
import type { ChartPart } from '../../../kit/charts/PercentileBand.tsx'
import type { PointName } from '../../../kit/charts/PointTip.tsx'
import { isPartOf, partOf } from '../splits.ts'
import type { ExplorerData } from './explorer-data.ts'
import { bandIn, bandOf, centeredWithin, splitBandOf, type BandPoint, type SplitBand } from './stats.ts'

/** Names a part of a split. */
export type PartName = (by: Split, part: string) => string

/** A part of a split with its percentiles. `values` are those that the chart draws. */
export interface NamedPart extends ChartPart {
  readonly band: readonly BandPoint[]
}

/** A metric's percentiles: of the whole, and of each part if the chart is split. */
export function useBands(data: ExplorerData, metric: MetricName, by: Split | undefined, nameOf: PartName) {
  const { span, series, collection, bucketRange, bucketWidth } = data
  const { columns } = collection
  const { from, to } = span
  const { from: first, to: last, buckets } = bucketRange
  const { data: found, isPlaceholderData } = series
  const band = useMemo(
    () => (found ? bandIn(found.buckets, metric) : bandOf(columns, metric, { from: first, to: last, buckets })),
    [found, columns, metric, first, last, buckets],
  )
  const split = useMemo((): SplitBand | undefined => {
    if (by === undefined) return undefined
    if (found?.parts?.every((part) => isPartOf(part, by))) {
      const parts = found.parts.map((part) => ({ part: partOf(part, by), band: bandIn(part.buckets, metric) }))
      return { parts, hasMore: found.has_more_parts ?? false }
    }
    // the series of another split, until this one's has come
    if (isPlaceholderData) return undefined
    return splitBandOf(columns, metric, { from: first, to: last, buckets }, by)
  }, [found, isPlaceholderData, columns, metric, first, last, buckets, by])
  const centered = useMemo(() => centeredWithin(band, bucketWidth, { from, to }), [band, bucketWidth, from, to])
  const centeredParts = useMemo(
    () => split?.parts.map((one) => ({ ...one, values: centeredWithin(one.band, bucketWidth, { from, to }) })),
    [split, bucketWidth, from, to],
  )
  const parts =
    by &&
    centeredParts
      ?.map(({ part, ...one }): NamedPart => ({ ...one, key: part, label: nameOf(by, part) }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  return { band, centered, parts, hasMore: split?.hasMore ?? false }
}

/** What each sample belongs to, of what the samples have more than one of and what the chart is split by. */
export function usePointNames({ charted: columns }: ExplorerData, by: Split | undefined, nameOf: PartName) {
  const named = useMemo(
    () => splits.filter((one) => one === by || new Set(columns.groups.map((group) => group[one])).size > 1),
    [columns, by],
  )
  return (point: number): readonly PointName[] => {
    const group = columns.groups[columns.group[point] ?? -1]
    if (!group) return []
    return named.map((one) => ({ name: nameOf(one, group[one]), part: one === by ? group[one] : undefined }))
  }
}
