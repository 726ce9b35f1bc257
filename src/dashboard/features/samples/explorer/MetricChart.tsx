import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { httpMetrics, severities, type MetricName, type Split } from '../../../../contract/index.ts'
import { useAsTable } from '../../../kit/charts/as-table.ts'
import type { LegendEntry } from '../../../kit/charts/chart-image.ts'
import { EventStrip } from '../../../kit/charts/EventStrip.tsx'
import { ChartMenu } from '../../../kit/charts/ChartMenu.tsx'
import { lineStyle } from '../../../kit/charts/line-style.ts'
import { PointChart } from '../../../kit/charts/PointChart.tsx'
import { TableButton } from '../../../kit/charts/TableButton.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { Measured } from '../../../kit/values/Measured.tsx'
import { formatMetric, formatMetricTick, isCounted, metricWords } from '../metrics.ts'
import { leftOutWords, splitWords } from '../splits.ts'
import { perTime } from '../../../kit/ranges/range-words.ts'
import type { ChartEvents } from '../../../kit/charts/EventStrip.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { useNow } from '../../../kit/reading/use-now.ts'
import { Time } from '../../../kit/values/Time.tsx'
import { ChartKey } from './ChartKey.tsx'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'
import { selectedRange } from './series-range.ts'
import { hasNoValues, type BandPoint } from './stats.ts'
import { useBands, usePointNames, type NamedPart, type PartName } from './use-bands.ts'

interface Props {
  metric: MetricName
  /** The names of what was measured. */
  subject: string
  data: ExplorerData
  /** What the chart is split by. */
  by: Split | undefined
  nameOf: PartName
  changes: ChartEvents | undefined
  /** The ID of the open sample. */
  selected: string | undefined
  onOpen: (id: string) => void
  onRange: (from: number, to: number) => void
}

/** The legend of the chart's image. */
function legendOf(parts: readonly NamedPart[] | undefined): readonly LegendEntry[] {
  return [
    ...(parts?.map(({ label }, i) => ({ label: `Median of ${label}`, ...lineStyle({}, i) })) ?? [
      { label: 'Median, with the band up to p95', variable: '--sp-series-1' },
    ]),
    ...([0, 1, 2, 3] as const).map((mark) => ({
      label: severities[mark],
      variable: mark === 0 ? '--sp-muted' : `--sp-${severities[mark]}`,
      mark,
    })),
  ]
}

/** Charts a metric's percentiles and individual samples over the range. */
export function MetricChart({ metric, subject, data, by, nameOf, changes, selected, onOpen, onRange }: Props) {
  const { label } = metricWords(metric)
  const [asTable, toggle] = useAsTable(metric)
  const { span, series, collection, charted: columns, bucketWidth } = data
  const { from, to } = span
  const seriesBuckets = series.data?.buckets
  const { band, centered, parts, hasMore } = useBands(data, metric, by, nameOf)
  const namesOf = usePointNames(data, by, nameOf)
  const points = useMemo(
    () => ({ ids: columns.ids, at: columns.at, value: columns.values[metric] ?? [], type: columns.types }),
    [columns, metric],
  )
  const drawn = useRef<HTMLDivElement>(null)
  const selectedIndex = selected === undefined ? -1 : columns.ids.indexOf(selected)
  const width = to - from
  const now = useNow(60_000)
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
      aside={<ChartKey by={parts && by} parts={parts ?? []} />}
      actions={
        <>
          <Button variant="subtle" onClick={() => select(from - width / 2, to - width / 2)}>
            Earlier
          </Button>
          <ReasonButton
            variant="subtle"
            disabledReason={to >= now ? 'These are the latest samples.' : undefined}
            onClick={() => select(from + width / 2, to + width / 2)}
          >
            Later
          </ReasonButton>
          <Button variant="subtle" onClick={() => select(from - width / 2, to + width / 2)}>
            Zoom out
          </Button>
          <TableButton title={label} asTable={asTable} onClick={toggle} />
          <ChartMenu
            title={label}
            fileName={`samples-${metric}`}
            image={
              asTable || isUnmeasured
                ? undefined
                : {
                    subject,
                    unit: `percentiles ${perTime(bucketWidth)}`,
                    from,
                    to,
                    legend: legendOf(parts),
                    chart: drawn,
                  }
            }
          />
        </>
      }
    >
      {asTable ? (
        <BandTable metric={metric} band={band} parts={parts} />
      ) : isUnmeasured ? (
        <Unmeasured metric={metric} />
      ) : (
        <div ref={drawn}>
          <PointChart
            label={`${label} over time: ${parts && by ? `median by ${splitWords[by]}` : 'percentiles'} and samples by severity`}
            from={from}
            to={to}
            band={centered}
            parts={parts}
            points={points}
            namesOf={namesOf}
            format={(value) => formatMetric(metric, value)}
            formatTick={(value, max) => formatMetricTick(metric, value, max)}
            counts={isCounted(metric)}
            selected={selectedIndex >= 0 ? selectedIndex : undefined}
            onOpen={(point) => {
              const id = columns.ids[point]
              if (id !== undefined) onOpen(id)
            }}
            onRange={select}
          />
          {changes && <EventStrip {...changes} of={label} from={from} to={to} />}
          <p className={classes.hint}>
            <span data-paper="hidden">
              Drag to zoom in. Hold Shift or use two fingers to pan. Click a point to open its sample.
            </span>
            {by && hasMore && ` ${leftOutWords(by)}`}
          </p>
        </div>
      )}
    </Panel>
  )
}

/** Why no sample has a value of the metric. */
function Unmeasured({ metric }: { metric: MetricName }) {
  const { label } = metricWords(metric)
  return httpMetrics.some((one) => one === metric) ? (
    <EmptyState title={`${label} isn’t counted for these samples`}>
      Pages that failed have no speed. Choose another metric.
    </EmptyState>
  ) : (
    <EmptyState title={`${label} wasn’t measured by these samples`}>
      Pages that failed have no speed, and HTTP checks have no page metrics. Choose another metric.
    </EmptyState>
  )
}

interface BandTableProps {
  metric: MetricName
  band: readonly BandPoint[]
  parts: readonly NamedPart[] | undefined
}

function BandTable({ metric, band, parts }: BandTableProps) {
  const format = (value: number) => formatMetric(metric, value)
  const label = `${metricWords(metric).label} over time`
  const valueColumns: readonly Column<number>[] = parts
    ? parts.map((part) => ({
        id: part.key,
        header: `${part.label}, median`,
        align: 'end',
        cell: (i) => <Measured value={part.band[i]?.p50} format={format} />,
      }))
    : (['p50', 'p95'] as const).map((name) => ({
        id: name,
        header: name === 'p50' ? 'Median' : name,
        align: 'end',
        cell: (i) => <Measured value={band[i]?.[name]} format={format} />,
      }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <DataTable
        label={`${label}, as a table`}
        rows={[...band.keys()].filter((i) => (band[i]?.count ?? 0) > 0).toReversed()}
        rowKey={(i) => String(band[i]?.at)}
        columns={[
          { id: 'at', header: 'From', cell: (i) => <Time at={band[i]?.at ?? 0} />, grows: true },
          { id: 'count', header: 'Samples', align: 'end', cell: (i) => fullNumber(band[i]?.count ?? 0) },
          ...valueColumns,
        ]}
      />
    </div>
  )
}
