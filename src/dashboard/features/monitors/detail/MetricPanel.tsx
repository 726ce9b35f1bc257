import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { httpMetrics, metricNames, type MetricName, type Monitor } from '../../../../contract/index.ts'
import { chartPointsOf, metricSeries, monitorSplits, percentileNames } from '../metric-series.ts'
import type { RangePreset } from '../../../kit/ranges/range-presets.ts'
import { useChartEvents, useMonitorSubjects } from '../../changes/use-chart-events.ts'
import { useConnectionNames } from '../use-connection-names.ts'
import type { Scope } from '../../../api/scope.ts'
import { ChartPanel, LoadingChart } from '../../../kit/charts/ChartPanel.tsx'
import { firstLimit } from '../../../kit/charts/limit-line.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { FetchProgress } from '../../../kit/reading/FetchProgress.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { formatMetric, formatMetricTick, isCounted, metricWords, speedMetric } from '../../samples/metrics.ts'
import { defaultSplitOf, leftOutWords, splitWords } from '../../samples/splits.ts'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useZone } from '../../../kit/format/zone.ts'
import { useZoom } from '../../../kit/ranges/use-zoom.ts'
import { inRange, rangeInWords } from '../../../kit/ranges/range-words.ts'
import { Zoomed } from '../../../kit/ranges/Zoomed.tsx'
import { useFetchAll } from '../../../kit/reading/use-fetch-all.ts'
import { useRefetchOn } from '../../../kit/reading/use-refetch-on.ts'
import { useAddress } from '../../../kit/navigation/use-address.ts'
import { Controls } from '../../../kit/choices/Controls.tsx'
import classes from '../monitors-and-tests.module.css'
import { explorerPath } from '../ExplorerLink.tsx'
import { LimitControl } from './LimitControl.tsx'
import { useLimit } from './use-limits.ts'

const refreshMs = 60_000

interface Props {
  scope: Scope
  id: string
  record: Monitor
  range: RangePreset
  /** The id of the newest sample, `none` without one; undefined while it isn't known. */
  newest: string | undefined
}

const percentileLabels = {
  p50: 'Median',
  p75: '75th percentile',
  p95: '95th percentile',
} as const satisfies Record<(typeof percentileNames)[number], string>

/** Charts a metric over the range, with a line per location, connection or view. The address holds what is selected. */
export function MetricPanel({ scope, id, record, range, newest }: Props) {
  const [params, setParams] = useAddress()
  const nameOf = useConnectionNames()
  const defaultMetric = speedMetric(record.type)
  const metric = metricNames.find((name) => name === params.get('metric')) ?? defaultMetric
  const defaultSplit = defaultSplitOf([record]) ?? 'location'
  const by = monitorSplits.find((name) => name === params.get('by')) ?? defaultSplit
  const percentile = percentileNames.find((name) => name === params.get('p')) ?? 'p75'
  const [zoom, setZoom] = useZoom()
  // the controls move when the chart has loaded
  const sheet = useState(false)
  const rangeName = rangeInWords(zoom ?? range, useZone())
  const all = useFetchAll(`${id} ${rangeName} ${metric} ${by}`)
  const query = useQuery({
    ...metricSeries(
      scope,
      { id, range: zoom ?? range, metric, by, percentile },
      all.isRequested ? all.onProgress : undefined,
    ),
    placeholderData: keepPreviousData,
    refetchInterval: all.isRequested ? false : refreshMs,
  })
  useRefetchOn(all.isRequested ? undefined : newest, query.refetch)
  const limit = useLimit(scope, id, record, metric)
  const changes = useChartEvents(scope, useMonitorSubjects(scope, [record]), query.data, [record.id])
  const choose = (name: string, value: string, defaultValue: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === defaultValue) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const controls = (
    <Controls title="Chart" open={sheet} chosen={`${metricWords(metric).short}, ${percentile} by ${splitWords[by]}`}>
      <Choice
        label="Metric"
        value={metric}
        options={metricsOf(record).map((value) => ({ value, label: metricWords(value).label }))}
        onChange={(value) => choose('metric', value, defaultMetric)}
      />
      <Choice
        label="Percentile"
        value={percentile}
        options={percentileNames.map((value) => ({ value, label: percentileLabels[value] }))}
        onChange={(value) => choose('p', value, 'p75')}
      />
      <Choice
        label="Split by"
        value={by}
        options={monitorSplits.map((value) => ({ value, label: `by ${splitWords[value]}` }))}
        onChange={(value) => choose('by', value, defaultSplit)}
      />
    </Controls>
  )
  const hasLimit = 'range' in limit && limit.value !== undefined
  const words = metricWords(metric)
  const title = words.label
  /** The control of the limit, which begins by these values. */
  const limitFrom = (values: readonly (number | null)[]) => (
    <LimitControl
      limit={limit}
      first={'range' in limit ? firstLimit(values, limit.range, words.thresholds?.good) : undefined}
    />
  )
  const zoomed = zoom && (
    <Zoomed
      zoom={zoom}
      range={range}
      samples={explorerPath(scope, id, { metrics: [metric], range: zoom })}
      onReset={() => setZoom(undefined)}
    />
  )
  const zoomHint = (
    <p className={classes.hint} data-paper="hidden">
      Drag across the chart to zoom in. {hasLimit && 'Drag the limit up or down to change it.'}
    </p>
  )
  if (!query.data) {
    if (!query.error)
      return (
        <>
          <LoadingChart
            title={title}
            actions={controls}
            below={
              <>
                {zoomHint}
                {limitFrom([])}
              </>
            }
          />
        </>
      )
    return (
      <Panel title={title} actions={controls}>
        <ErrorState error={query.error} title="Couldn’t load the measurements." onRetry={() => void query.refetch()} />
      </Panel>
    )
  }
  const { series, from, to, failures, read } = query.data
  const shown = series.filter(({ points }) => points.some(({ value }) => value !== null))
  if (shown.length === 0) {
    const hasSamples = series.some(({ points }) => points.some(({ count }) => count > 0))
    return (
      <Panel title={title} actions={controls}>
        <p>
          {hasSamples
            ? `${title} isn’t counted for the samples ${inRange(zoom ?? range)}: they failed, or were measured on a busy runner.`
            : `${title} wasn’t measured ${inRange(zoom ?? range)}.`}
        </p>
        {zoomed}
        {hasLimit && limitFrom([])}
      </Panel>
    )
  }
  return (
    <>
      {read && (read.of === undefined ? read.samples >= 100 : read.of > read.samples) && (
        <Notice tone="plain">
          This chart shows the latest {fullNumber(read.samples)}
          {read.of ? ` of ${fullNumber(read.of)}` : ''} samples, because the service doesn’t provide these percentiles.{' '}
          {all.isRequested && query.isFetching ? (
            <FetchProgress done={all.progress.done} of={all.progress.of} onCancel={all.cancel} />
          ) : (
            read.of !== undefined && (
              <Button variant="subtle" onClick={all.request}>
                Load all {fullNumber(read.of)}
              </Button>
            )
          )}
        </Notice>
      )}
      <ChartPanel
        title={title}
        name="metric"
        image={{
          subject: [record.name, URL.parse(record.constants?.url ?? '')?.host].filter(Boolean).join(', '),
          unit: `${percentile} by ${splitWords[by]}`,
          fileName: `${record.name ?? id}-${metric}`,
        }}
        actions={controls}
        label={`${title}, ${percentile} by ${splitWords[by]}, over ${rangeName}`}
        series={shown.map((line, i) => ({
          key: `l${i}`,
          label: by === 'connectivity' ? nameOf(line.label) : line.label,
        }))}
        points={chartPointsOf(shown)}
        failures={failures}
        from={from}
        to={to}
        changes={changes}
        format={(value) => formatMetric(metric, value)}
        formatTick={(value, max) => formatMetricTick(metric, value, max)}
        counts={isCounted(metric)}
        limit={
          hasLimit
            ? {
                value: limit.value,
                poor: words.thresholds?.poor,
                range: limit.range,
                label: `Limit for ${title}`,
                onChange: limit.isNew ? limit.draft : limit.set,
              }
            : undefined
        }
        below={
          <>
            {zoomed ?? zoomHint}
            {limitFrom(shown.flatMap(({ points }) => points.map(({ value }) => value)))}
          </>
        }
        onZoom={(begin, end) => setZoom({ from: begin, to: end })}
      />
      {query.data.hasMore && <p>{leftOutWords(by)}</p>}
    </>
  )
}

function metricsOf({ type }: Monitor): readonly MetricName[] {
  return type === 'HTTP' ? httpMetrics : metricNames
}
