import { Link } from 'react-router'
import { rangePresets } from '../../../../api/range-presets.ts'
import type { Scope } from '../../../../api/scope.ts'
import { ChartPlace } from '../../../../charts/ChartPanel.tsx'
import { ErrorState, reasonOf } from '../../../../components/ErrorState.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { RangeControl } from '../../../../components/RangeControl.tsx'
import { useChartEvents } from '../../../../hooks/use-chart-events.ts'
import { usePageRange } from '../../../../hooks/use-page-range.ts'
import { paths } from '../../../../paths.ts'
import { RequestsChart } from './TrafficCharts.tsx'
import { isDeferred } from './read-traffic.ts'
import { useTraffic } from './use-traffic.ts'
import { previousPeriodName } from './words.ts'

/** An overview. The traffic page draws all buckets. */
const maxBuckets = 100

/** The overview's chart of requests, over the same range as the key page. Empty if the service offers no traffic. */
export function OverviewRequests({ scope, siteId, host }: { scope: Scope; siteId: string; host: string }) {
  const [range, setRange] = usePageRange()
  const requested = { kind: 'latest', range } as const
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, requested, maxBuckets)
  const changes = useChartEvents(scope, [{ site: siteId }], drawn ?? traffic)
  if (present.data === 'not offered') return null
  const actions = (
    <>
      <RangeControl label="Range of requests" value={range} onChange={setRange} />
      <Link to={paths.traffic(scope, siteId, { range })}>All traffic</Link>
    </>
  )
  if (!traffic || traffic.buckets.length === 0) {
    return (
      <Panel title="Requests" actions={actions}>
        {isDeferred(present.error) ? (
          <p>{reasonOf(present.error)}</p>
        ) : present.error ? (
          <ErrorState error={present.error} title="Couldn’t load the traffic." onRetry={() => void present.refetch()} />
        ) : traffic ? (
          <p>The service reports no traffic for the last {rangePresets[range].words}.</p>
        ) : (
          <ChartPlace />
        )}
      </Panel>
    )
  }
  return (
    <RequestsChart
      traffic={drawn ?? traffic}
      previousPeriod={previousPeriod}
      previousPeriodName={previousPeriodName(requested)}
      rangeName={`the last ${rangePresets[range].words}`}
      host={host}
      fileName={host}
      actions={actions}
      changes={changes}
    />
  )
}
