import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { metricNames, type MetricName, type Monitor } from '../../../../contract/index.ts'
import { groupings, maxLines, linesOf, ranks, type Grouping, type Lines, type Rank } from './metric-series.ts'
import { rangePresets, type RangePreset } from '../../../api/range-presets.ts'
import { useConnectionNames } from '../../../hooks/use-connection-names.ts'
import type { Scope } from '../../../api/scope.ts'
import { ChartPanel, ChartPlace } from '../../../charts/ChartPanel.tsx'
import type { Point } from '../../../charts/gaps.ts'
import { Choice } from '../../../components/Choice.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { FetchProgress } from '../../../components/FetchProgress.tsx'
import { whole } from '../../../format/format.ts'
import { formatMetric, formatMetricTick, metricWords, speedMetric } from '../../../format/metrics.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useFetchAll } from '../../../hooks/use-fetch-all.ts'
import { useAddress } from '../../../hooks/use-address.ts'
import classes from '../monitors-and-tests.module.css'
import { explorerPath } from './ExplorerLink.tsx'

const freshMs = 60_000

interface Props {
  scope: Scope
  id: string
  record: Monitor
  range: RangePreset
}

/** Any metric over the range, a line a location or connectivity. What is chosen stands in the address. */
export function MetricPanel({ scope, id, record, range }: Props) {
  const [params, setParams] = useAddress()
  const navigate = useNavigate()
  const nameOf = useConnectionNames()
  const usual = speedMetric(record.type)
  const metric = metricNames.find((name) => name === params.get('metric')) ?? usual
  const by = groupings.find((name) => name === params.get('by')) ?? 'location'
  const rank = ranks.find((name) => name === params.get('p')) ?? 'p75'
  const locations = record.variables?.locations ?? []
  const all = useFetchAll(`${id} ${range} ${metric} ${by}`)
  const query = useQuery({
    ...linesOf(scope, { id, range, metric, by, rank, locations }, all.isAsked ? all.onProgress : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: all.isAsked ? false : freshMs,
  })
  const choose = (name: string, value: string, otherwise: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === otherwise) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const controls = (
    <>
      <Choice
        label="Metric"
        value={metric}
        options={metricsOf(record).map((value) => ({ value, label: metricWords(value).label }))}
        onChange={(value) => choose('metric', value, usual)}
      />
      <Choice
        label="Percentile"
        value={rank}
        options={ranks.map((value) => ({ value, label: value }))}
        onChange={(value) => choose('p', value, 'p75' satisfies Rank)}
      />
      <Choice
        label="A line for each"
        value={by}
        options={groupings.map((value) => ({ value, label: `by ${value}` }))}
        onChange={(value) => choose('by', value, 'location' satisfies Grouping)}
      />
    </>
  )
  const title = metricWords(metric).label
  if (!query.data) {
    return (
      <Panel title={title} actions={controls}>
        {query.error ? (
          <ErrorState
            error={query.error}
            title="The measurements could not be read."
            onRetry={() => void query.refetch()}
          />
        ) : (
          <ChartPlace />
        )}
      </Panel>
    )
  }
  const { lines, from, to, read } = query.data
  const shown = lines.filter(({ points }) => points.some(({ value }) => value !== null))
  if (shown.length === 0) {
    return (
      <Panel title={title} actions={controls}>
        <p>
          {title} was not measured in the last {rangePresets[range].words}.
        </p>
      </Panel>
    )
  }
  return (
    <>
      {read && (read.of === undefined ? read.samples >= 100 : read.of > read.samples) && (
        <Notice tone="plain">
          The chart is made of the latest {whole(read.samples)} samples{read.of ? ` of ${whole(read.of)}` : ''} in the
          range: they are fetched one by one, because the service does not gather them so.{' '}
          {all.isAsked && query.isFetching ? (
            <FetchProgress done={all.progress.done} of={all.progress.of} onCancel={all.cancel} />
          ) : (
            read.of !== undefined && (
              <Button variant="subtle" onClick={all.ask}>
                Fetch all {whole(read.of)}
              </Button>
            )
          )}
        </Notice>
      )}
      <ChartPanel
        title={title}
        name="metric"
        actions={controls}
        label={`${title}, ${rank} by ${by}, over the last ${rangePresets[range].words}`}
        series={shown.map((line, i) => ({
          key: `l${i}`,
          label: by === 'connectivity' ? nameOf(line.label) : line.label,
        }))}
        points={pointsOf(shown)}
        from={from}
        to={to}
        format={(value) => formatMetric(metric, value)}
        formatTick={(value) => formatMetricTick(metric, value)}
        onZoom={(begin, end) =>
          void navigate(explorerPath(scope, id, { metrics: [metric], range: { from: begin, to: end } }))
        }
      />
      <p className={classes.hint}>Drag over a stretch of the chart to see its samples.</p>
      {by === 'location' && locations.length > maxLines && (
        <p>
          The first {maxLines} of {locations.length} locations are drawn.
        </p>
      )}
    </>
  )
}

const ofHttp: readonly MetricName[] = ['dns', 'connect', 'tls', 'first_byte', 'last_byte', 'status_code', 'bytes_total']

function metricsOf({ type }: Monitor): readonly MetricName[] {
  return type === 'HTTP' ? ofHttp : metricNames
}

/** The lines' points by their moment. */
export function pointsOf(lines: Lines['lines']): readonly Point[] {
  const points = new Map<number, Record<string, number | null>>()
  for (const [i, line] of lines.entries()) {
    for (const { at, value } of line.points) points.set(at, { ...points.get(at), [`l${i}`]: value })
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([at, values]) => ({ ...values, at }))
}
