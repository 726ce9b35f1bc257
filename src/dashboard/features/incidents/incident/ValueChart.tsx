import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  limitedMetricsOf,
  limitRange,
  troubleOf,
  type IncidentRecord,
  type MetricName,
  type Monitor,
  type WholeSample,
} from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { ChartPanel, LoadingChart } from '../../../kit/charts/ChartPanel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { useChartEvents, useMonitorSubjects } from '../../changes/use-chart-events.ts'
import { bucketCount, chartPointsOf, failedSeries, metricSeries, type Series } from '../../monitors/metric-series.ts'
import { formatMetric, formatMetricTick, isCounted, metricWords } from '../../samples/metrics.ts'
import { incidentHighlight } from '../highlight.ts'
import { incidentRanges, spanAround, type IncidentRange } from './shown.ts'
import { VariantWords } from './VariantWords.tsx'

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
  /** The first sample that shows it. */
  first: WholeSample | undefined
  /** Whether that is known, or that it can't be read. */
  isFirstKnown: boolean
}

/**
 * The value that an incident is about, by location, with its limit and the samples that failed: over the connection and in the
 * view of the first sample that shows it. Of one that is down, only how many failed: a page that failed has no value.
 */
export function ValueChart({ scope, incident, monitor, metric, first, isFirstKnown }: Props) {
  const [params, setParams] = useAddress()
  const zone = useZone()
  const now = useNow(refreshMs)
  const range = incidentRanges.find((name) => name === params.get('range')) ?? 'incident'
  const asked = range === 'incident' ? spanAround(incident, now) : range
  const isDown = incident.kind === 'down'
  const isCount = isCounted(metric)
  const { id, connectivity, view, browser } = first ?? {}
  const like = isDown || id === undefined ? undefined : { id, connectivity, view, browser }
  // a count between two has no meaning, so the most of a bucket is shown
  const percentile = isCount ? 'p99' : 'p50'
  const query = useQuery({
    ...metricSeries(scope, { id: monitor.id, range: asked, metric, by: 'location', percentile, like }),
    enabled: isFirstKnown,
    placeholderData: keepPreviousData,
    refetchInterval: incident.ended_at === null ? refreshMs : false,
  })
  const changes = useChartEvents(scope, useMonitorSubjects(scope, [monitor]), query.data, [monitor.id])
  const title = isDown ? 'Failed samples' : metricWords(metric).label
  const control = (
    <SegmentedControl
      label="Time range"
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
      <LoadingChart
        title={title}
        actions={control}
        {...(isDown ? { lanes: monitor.variables?.locations?.length ?? 1 } : {})}
      />
    )
  const { failures, from, to } = query.data
  const series = isCount ? query.data.series.map(wholeCounts) : query.data.series
  const shown = series.filter(({ points }) => points.some(({ count }) => count > 0))
  const shared = {
    title,
    name: 'value',
    actions: control,
    label: `${title} by location, ${inWords[range]}`,
    series: shown.map(({ label }, i) => ({ key: `l${i}`, label })),
    from,
    to,
    changes,
    highlight: incidentHighlight(scope, incident, to, zone),
  }
  const image = {
    subject: [monitor.name, incident.host].filter(Boolean).join(', '),
    fileName: `${incident.host}-incident`,
  }
  if (isDown)
    return (
      <ChartPanel
        {...shared}
        image={{ ...image, unit: 'failed samples by location' }}
        points={chartPointsOf(shown.map(failedSeries))}
        lanes={{ width: (to - from) / bucketCount, tone: troubleOf(incident.severity) ?? 'critical' }}
        format={failedInWords}
        formatTick={failedInWords}
      />
    )
  const hasValues = shown.some(({ points }) => points.some(({ value }) => value !== null))
  const limited = limitedMetricsOf(monitor.type).find((name) => name === metric)
  const limit = limited && monitor.limits?.[limited]
  return (
    <ChartPanel
      {...shared}
      {...(like && { per: <VariantWords sample={first} /> })}
      image={{ ...image, unit: isCount ? 'most by location' : 'medians by location' }}
      points={chartPointsOf(shown)}
      failures={failures}
      format={(value) => formatMetric(metric, value)}
      counts={isCount}
      // an axis without values has no numbers either
      formatTick={(value, max) => (hasValues ? formatMetricTick(metric, value, max) : '')}
      limit={
        limited && limit !== undefined
          ? {
              value: limit,
              poor: metricWords(limited).thresholds?.poor,
              range: limitRange(limited),
              label: `Limit for ${title}`,
            }
          : undefined
      }
    />
  )
}

const failedInWords = (failed: number) => (failed === 0 ? 'none failed' : `${fullNumber(failed)} failed`)

/** A percentile of counts lies between two of them: the higher one was counted. */
function wholeCounts({ label, points }: Series): Series {
  return { label, points: points.map((point) => ({ ...point, value: point.value && Math.ceil(point.value) })) }
}
