import type { ReactNode } from 'react'
import type { Span } from '../../kit/ranges/range-presets.ts'
import type { Scope } from '../../api/scope.ts'
import { LoadingChart } from '../../kit/charts/ChartPanel.tsx'
import { inRange } from '../../kit/ranges/range-words.ts'
import { ErrorState, reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { useChartEvents } from '../changes/use-chart-events.ts'
import { RequestsChart, requestSeries } from './TrafficCharts.tsx'
import { isDeferred } from './read-traffic.ts'
import { isQuiet } from './usage.ts'
import { useTraffic } from './use-traffic.ts'
import type { RequestedWindow } from './window.ts'
import { previousPeriodName } from './words.ts'

interface LoadingProps {
  scope: Scope
  requested: RequestedWindow
  actions: ReactNode
}

interface Props extends LoadingProps {
  siteId: string
  host: string
  /** "the last 48 hours" */
  rangeName: string
  /** The most buckets to draw. */
  maxBuckets: number
  onZoom?: (span: Span) => void
  below?: ReactNode
}

/** A site's requests over a time window, on a page about more than its traffic. Empty if the service offers no traffic. */
export function RequestsPanel(props: Props) {
  const { scope, siteId, host, requested, rangeName, maxBuckets, actions, onZoom, below } = props
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, requested, maxBuckets)
  const changes = useChartEvents(scope, [{ site: siteId }], drawn ?? traffic, [])
  if (present.data === 'not offered') return null
  if (!traffic && !present.error) return <LoadingRequests scope={scope} requested={requested} actions={actions} />
  if (!traffic || traffic.buckets.length === 0 || (isQuiet(traffic.buckets) && isQuiet(previousPeriod ?? []))) {
    return (
      <Panel title="Requests" actions={actions}>
        {isDeferred(present.error) ? (
          <p>{reasonOf(present.error)}</p>
        ) : present.error ? (
          <ErrorState error={present.error} title="Couldn’t load the traffic." onRetry={() => void present.refetch()} />
        ) : traffic?.buckets.length ? (
          <p>No requests {inRange(requested.kind === 'latest' ? requested.range : requested)}.</p>
        ) : (
          <p>The service reports no traffic for {rangeName}.</p>
        )}
        {below}
      </Panel>
    )
  }
  return (
    <RequestsChart
      scope={scope}
      traffic={drawn ?? traffic}
      previousPeriod={previousPeriod}
      previousPeriodName={previousPeriodName(requested)}
      rangeName={rangeName}
      host={host}
      fileName={host}
      actions={actions}
      changes={changes}
      onZoom={onZoom && ((from, to) => onZoom({ from, to: to + (drawn?.width ?? 0) }))}
      below={below}
    />
  )
}

/** Takes its place while the requests are read, or aren't needed yet. */
export function LoadingRequests({ scope, requested, actions }: LoadingProps) {
  return (
    <LoadingChart
      title="Requests"
      series={requestSeries(scope, previousPeriodName(requested))}
      hasPer
      actions={actions}
    />
  )
}
