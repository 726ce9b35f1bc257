import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  limitedMetricsOf,
  limitRange,
  type IncidentRecord,
  type MetricName,
  type Monitor,
} from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { ChartPanel, LoadingChart } from '../../../kit/charts/ChartPanel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { useZone } from '../../../kit/format/zone.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { useChartEvents, useMonitorSubjects } from '../../changes/use-chart-events.ts'
import { chartPointsOf, metricSeries } from '../../monitors/metric-series.ts'
import { formatMetric, formatMetricTick, metricWords } from '../../samples/metrics.ts'
import { incidentHighlight } from '../highlight.ts'
import { incidentRanges, spanAround, type IncidentRange } from './shown.ts'

const refreshMs = 60_000

const labels: Readonly<Record<IncidentRange, string>> = { incident: 'Incident', '7d': '7 d', '30d': '30 d' }
const inWords: Readonly<Record<IncidentRange, string>> = {
  incident: 'around the incident',
  '7d': 'over 7 days',
  '30d': 'over 30 days',
}

interface Props {
  scope: Scope
  incident: IncidentRecord
  monitor: Monitor & { readonly id: string }
  metric: MetricName
}

/** The value that an incident is about, by location, with its limit; samples that failed are marked. */
export function ValueChart({ scope, incident, monitor, metric }: Props) {
  const [params, setParams] = useAddress()
  const zone = useZone()
  const now = useNow(refreshMs)
  const range = incidentRanges.find((name) => name === params.get('range')) ?? 'incident'
  const asked = range === 'incident' ? spanAround(incident, now) : range
  const query = useQuery({
    ...metricSeries(scope, { id: monitor.id, range: asked, metric, by: 'location', percentile: 'p50' }),
    placeholderData: keepPreviousData,
    refetchInterval: incident.ended_at === null ? refreshMs : false,
  })
  const changes = useChartEvents(scope, useMonitorSubjects(scope, [monitor]), query.data, [monitor.id])
  const { label: title } = metricWords(metric)
  const control = (
    <SegmentedControl
      label="Range"
      value={range}
      options={incidentRanges.map((value) => ({ value, label: labels[value] }))}
      onChange={(value) =>
        setParams(withParam('range', value === 'incident' ? null : value), { replace: true, preventScrollReset: true })
      }
    />
  )
  if (!query.data)
    return query.error ? (
      <Panel title={title} actions={control}>
        <ErrorState error={query.error} title="Couldn’t load the measurements." onRetry={() => void query.refetch()} />
      </Panel>
    ) : (
      <LoadingChart title={title} actions={control} />
    )
  const { series, failures, from, to } = query.data
  const shown = series.filter(({ points }) => points.some(({ count }) => count > 0))
  const hasValues = shown.some(({ points }) => points.some(({ value }) => value !== null))
  const limited = limitedMetricsOf(monitor.type).find((name) => name === metric)
  const limit = limited && monitor.limits?.[limited]
  return (
    <ChartPanel
      title={title}
      name="value"
      image={{
        subject: [monitor.name, incident.host].filter(Boolean).join(', '),
        unit: 'medians by location',
        fileName: `${incident.host}-incident`,
      }}
      actions={control}
      label={`${title} by location, ${inWords[range]}`}
      series={shown.map(({ label }, i) => ({ key: `l${i}`, label }))}
      points={chartPointsOf(shown)}
      failures={failures}
      from={from}
      to={to}
      changes={changes}
      format={(value) => formatMetric(metric, value)}
      // an axis without values has no numbers either
      formatTick={(value, max) => (hasValues ? formatMetricTick(metric, value, max) : '')}
      limit={
        limited && limit !== undefined
          ? { value: limit, range: limitRange(limited), label: `Limit for ${title}` }
          : undefined
      }
      highlight={incidentHighlight(scope, incident, to, zone)}
    />
  )
}
