import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { severities, type MetricName } from '../../../../contract/index.ts'
import { useAsTable } from '../../../charts/as-table.ts'
import type { LegendEntry } from '../../../charts/chart-image.ts'
import { EventStrip } from '../../../charts/EventStrip.tsx'
import { ImageButton } from '../../../charts/ImageButton.tsx'
import { PointChart } from '../../../charts/PointChart.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { fullNumber } from '../../../format/format.ts'
import { Measured } from '../../../components/Measured.tsx'
import { formatMetric, formatMetricTick, metricWords } from '../../../format/metrics.ts'
import { perTime } from '../../../charts/range-words.ts'
import type { ChartEvents } from '../../../hooks/use-chart-events.ts'
import { Panel } from '../../../components/Panel.tsx'
import { Time } from '../../../components/Time.tsx'
import { ChartKey } from './ChartKey.tsx'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'
import { selectedRange } from './series-range.ts'
import { bandOf, centeredWithin, hasNoValues, type BandPoint } from './stats.ts'

interface Props {
  metric: MetricName
  /** The names of what was measured. */
  subject: string
  data: ExplorerData
  changes: ChartEvents | undefined
  /** The ID of the open sample. */
  selected: string | undefined
  onOpen: (id: string) => void
  onRange: (from: number, to: number) => void
}

/** In the chart's image. */
const legend: readonly LegendEntry[] = [
  { label: 'p50, with the band up to p95', variable: '--sp-series-1' },
  ...([0, 1, 2, 3] as const).map((mark) => ({ label: severities[mark], variable: `--sp-${severities[mark]}`, mark })),
]

/** Charts a metric's percentiles and individual samples over the range. */
export function MetricChart({ metric, subject, data, changes, selected, onOpen, onRange }: Props) {
  const { label } = metricWords(metric)
  const [asTable, toggle] = useAsTable(metric)
  const { span, series, collection, bucketRange, bucketWidth } = data
  const { columns } = collection
  const { from, to } = span
  const { from: first, to: last, buckets } = bucketRange
  const seriesBuckets = series.data?.buckets
  const band = useMemo(
    () =>
      seriesBuckets
        ? seriesBuckets.map(({ at, count, metrics }): BandPoint => {
            const percentiles = metrics[metric]
            return { at, count, p50: percentiles?.p50 ?? null, p95: percentiles?.p95 ?? null }
          })
        : bandOf(columns, metric, { from: first, to: last, buckets }),
    [seriesBuckets, columns, metric, first, last, buckets],
  )
  const centered = useMemo(() => centeredWithin(band, bucketWidth, { from, to }), [band, bucketWidth, from, to])
  const points = useMemo(
    () => ({ ids: columns.ids, at: columns.at, value: columns.values[metric] ?? [], type: columns.types }),
    [columns, metric],
  )
  const drawn = useRef<HTMLDivElement>(null)
  const selectedIndex = selected === undefined ? -1 : columns.ids.indexOf(selected)
  const width = to - from
  const select = (begin: number, end: number) => {
    const next = selectedRange({ from: begin, to: end }, span)
    onRange(next.from, next.to)
  }
  const isRead = seriesBuckets ? !series.isPlaceholderData : collection.status === 'done'
  const hasSamples = seriesBuckets ? seriesBuckets.some(({ count }) => count > 0) : columns.at.length > 0
  const isUnmeasured = isRead && hasSamples && hasNoValues(band, points.value)
  return (
    <Panel
      title={label}
      aside={<ChartKey />}
      actions={
        <>
          <Button variant="subtle" onClick={() => select(from - width / 2, to - width / 2)}>
            Earlier
          </Button>
          <Button variant="subtle" onClick={() => select(from + width / 2, to + width / 2)}>
            Later
          </Button>
          <Button variant="subtle" onClick={() => select(from - width / 2, to + width / 2)}>
            Zoom out
          </Button>
          {!asTable && !isUnmeasured && (
            <ImageButton
              subject={subject}
              unit={`percentiles ${perTime(bucketWidth)}`}
              fileName={`samples-${metric}`}
              title={label}
              from={from}
              to={to}
              legend={legend}
              chart={drawn}
            />
          )}
          <Button variant="subtle" onClick={toggle}>
            {asTable ? 'Chart' : 'Table'}
          </Button>
        </>
      }
    >
      {asTable ? (
        <BandTable metric={metric} band={band} />
      ) : isUnmeasured ? (
        <EmptyState title={`${label} wasn’t measured by these samples`}>
          HTTP checks measure a single request, so they have no page metrics. Choose another metric.
        </EmptyState>
      ) : (
        <div ref={drawn}>
          <PointChart
            label={`${label} over time: percentiles and samples by severity`}
            from={from}
            to={to}
            band={centered}
            points={points}
            format={(value) => formatMetric(metric, value)}
            formatTick={(value, max) => formatMetricTick(metric, value, max)}
            selected={selectedIndex >= 0 ? selectedIndex : undefined}
            onOpen={(point) => {
              const id = columns.ids[point]
              if (id !== undefined) onOpen(id)
            }}
            onRange={select}
          />
          {changes && <EventStrip {...changes} from={from} to={to} />}
          <p className={classes.hint}>
            Drag to zoom in. Hold Shift or use two fingers to pan. Click a point to open its sample.
          </p>
        </div>
      )}
    </Panel>
  )
}

function BandTable({ metric, band }: { metric: MetricName; band: readonly BandPoint[] }) {
  const format = (value: number) => formatMetric(metric, value)
  const label = `${metricWords(metric).label} over time`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <DataTable
        label={`${label}, as a table`}
        rows={band.filter(({ count }) => count > 0).toReversed()}
        rowKey={({ at }) => String(at)}
        columns={[
          { id: 'at', header: 'From', cell: ({ at }) => <Time at={at} />, grows: true },
          { id: 'count', header: 'Samples', align: 'end', cell: ({ count }) => fullNumber(count) },
          { id: 'p50', header: 'p50', align: 'end', cell: ({ p50 }) => <Measured value={p50} format={format} /> },
          { id: 'p95', header: 'p95', align: 'end', cell: ({ p95 }) => <Measured value={p95} format={format} /> },
        ]}
      />
    </div>
  )
}
