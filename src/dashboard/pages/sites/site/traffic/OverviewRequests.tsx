import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Scope } from '../../../../api/scope.ts'
import { LoadingChart } from '../../../../charts/ChartPanel.tsx'
import { Zoomed } from '../../../../charts/Zoomed.tsx'
import { ErrorState, reasonOf } from '../../../../components/ErrorState.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { RangeControl } from '../../../../components/RangeControl.tsx'
import { WhenNear } from '../../../../components/WhenNear.tsx'
import { useChartEvents } from '../../../../hooks/use-chart-events.ts'
import { usePageRange } from '../../../../hooks/use-page-range.ts'
import { useZoom } from '../../../../hooks/use-zoom.ts'
import { rangeInWords } from '../../../../charts/range-words.ts'
import { useZone } from '../../../../stores/preferences.ts'
import { paths } from '../../../../paths.ts'
import { RequestsChart, requestSeries } from './TrafficCharts.tsx'
import { isDeferred } from './read-traffic.ts'
import type { Bucket } from './usage.ts'
import { useTraffic } from './use-traffic.ts'
import { writeWindow, type RequestedWindow } from './window.ts'
import { previousPeriodName } from './words.ts'

/** An overview: 48 hours by the hour, as the week before is kept, so that its arrival changes nothing else. */
const maxBuckets = 60

interface Props {
  scope: Scope
  siteId: string
  host: string
}

/** The overview's chart of requests, over the same range as the key page. Empty if the service offers no traffic. */
export function OverviewRequests({ scope, siteId, host }: Props) {
  const [range, setRange] = usePageRange()
  const [zoom] = useZoom()
  const zone = useZone()
  const requested: RequestedWindow = zoom ? { kind: 'times', ...zoom } : { kind: 'latest', range }
  const actions = (
    <>
      <RangeControl label="Range of requests" value={zoom ? '' : range} onChange={setRange} />
      <Link to={paths.traffic(scope, siteId, writeWindow(new URLSearchParams(), requested, zone))}>All traffic</Link>
    </>
  )
  const loading = (
    <LoadingChart
      title="Requests"
      series={requestSeries(scope, previousPeriodName(requested))}
      hasPer
      actions={actions}
    />
  )
  return (
    <WhenNear place={loading}>
      <Requests scope={scope} siteId={siteId} host={host} requested={requested} actions={actions} loading={loading} />
    </WhenNear>
  )
}

interface RequestsProps extends Props {
  requested: RequestedWindow
  actions: ReactNode
  loading: ReactNode
}

function Requests({ scope, siteId, host, requested, actions, loading }: RequestsProps) {
  const [range] = usePageRange()
  const [zoom, setZoom] = useZoom()
  const rangeName = rangeInWords(zoom ?? range, useZone())
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, requested, maxBuckets)
  const changes = useChartEvents(scope, [{ site: siteId }], drawn ?? traffic, [])
  if (present.data === 'not offered') return null
  const zoomed = zoom && <Zoomed zoom={zoom} range={range} onReset={() => setZoom(undefined)} />
  if (!traffic && !present.error) return loading
  if (!traffic || traffic.buckets.length === 0 || (isQuiet(traffic.buckets) && isQuiet(previousPeriod ?? []))) {
    return (
      <Panel title="Requests" actions={actions}>
        {isDeferred(present.error) ? (
          <p>{reasonOf(present.error)}</p>
        ) : present.error ? (
          <ErrorState error={present.error} title="Couldn’t load the traffic." onRetry={() => void present.refetch()} />
        ) : traffic?.buckets.length ? (
          <p>No requests in {rangeName}.</p>
        ) : (
          <p>The service reports no traffic for {rangeName}.</p>
        )}
        {zoomed}
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
      onZoom={(from, to) => setZoom({ from, to: to + (drawn?.width ?? 0) })}
      below={zoomed}
    />
  )
}

/** Whether nobody asked for anything, as far as the service counts it. */
function isQuiet(buckets: readonly Bucket[]): boolean {
  return buckets.every(({ serviceRequests, serverRequests }) => serviceRequests === 0 && !serverRequests)
}
