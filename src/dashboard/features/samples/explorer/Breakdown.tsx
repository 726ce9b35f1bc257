import { useMemo } from 'react'
import type { MetricName } from '../../../../contract/index.ts'
import { useAsTable } from '../../../kit/charts/as-table.ts'
import { Histogram, HistogramPlace, rangeOf } from '../../../kit/charts/Histogram.tsx'
import { TableButton } from '../../../kit/charts/TableButton.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { plural, fullNumber } from '../../../kit/format/format.ts'
import { ConnectionName } from '../../monitors/ConnectionName.tsx'
import { Measured } from '../../../kit/values/Measured.tsx'
import { formatMetric, formatMetricTick, metricWords } from '../metrics.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import type { ExplorerData } from './explorer-data.ts'
import classes from './explorer.module.css'
import { byGroup, histogram, type GroupRow } from './stats.ts'

/** The distribution of the samples' values, and their percentiles by location and connection. */
export function Breakdown({ metric, data }: { metric: MetricName; data: ExplorerData }) {
  const { columns } = data.collection
  const total = data.list.data?.total_entries ?? data.collection.total
  const [asTable, toggle] = useAsTable('distribution')
  const bars = useMemo(() => histogram(columns.values[metric] ?? []), [columns, metric])
  const rows = useMemo(() => byGroup(columns, metric), [columns, metric])
  const format = (value: number) => formatMetric(metric, value)
  const formatTick = (value: number, max?: number) => formatMetricTick(metric, value, max)
  const loaded = columns.at.length
  const coverage = loaded < total ? `${fullNumber(loaded)} of ${plural(total, 'sample')}` : metricWords(metric).label
  const beyond = bars.find(({ to }) => to === Number.POSITIVE_INFINITY)
  const groups: readonly Column<GroupRow>[] = [
    { id: 'location', header: 'Location', cell: ({ location }) => location },
    {
      id: 'connectivity',
      header: 'Connection',
      cell: ({ connectivity }) => <ConnectionName words={connectivity} />,
      grows: true,
    },
    { id: 'count', header: 'Samples', align: 'end', cell: (row) => fullNumber(row.count) },
    { id: 'p50', header: 'Median', align: 'end', cell: ({ p50 }) => <Measured value={p50} format={format} /> },
    { id: 'p95', header: 'p95', align: 'end', cell: ({ p95 }) => <Measured value={p95} format={format} /> },
  ]
  return (
    <div className={classes.halves}>
      <Panel
        title="Distribution"
        aside={coverage}
        actions={<TableButton title="Distribution" asTable={asTable} onClick={toggle} />}
      >
        {bars.length === 0 && data.collection.status === 'fetching' ? (
          <HistogramPlace />
        ) : bars.length === 0 ? (
          <p className={classes.hint}>Not measured in this range.</p>
        ) : asTable ? (
          <DataTable
            label="Distribution, as a table"
            rows={bars}
            rowKey={({ from }) => String(from)}
            columns={[
              { id: 'range', header: metricWords(metric).label, cell: (bar) => rangeOf(bar, formatTick), grows: true },
              { id: 'count', header: 'Samples', align: 'end', cell: ({ count }) => fullNumber(count) },
            ]}
          />
        ) : (
          <>
            <Histogram
              label={`Distribution of ${metricWords(metric).label}: samples by value`}
              bars={bars}
              formatTick={formatTick}
            />
            {beyond && (
              <p className={classes.hint}>
                Hatched: {plural(beyond.count, 'sample')} {rangeOf(beyond, formatTick)}.
              </p>
            )}
          </>
        )}
      </Panel>
      <Panel title="By location" aside={coverage}>
        <DataTable
          label="By location and connection"
          columns={groups}
          rows={rows}
          rowKey={({ location, connectivity }) => `${location}\n${connectivity}`}
        />
      </Panel>
    </div>
  )
}
