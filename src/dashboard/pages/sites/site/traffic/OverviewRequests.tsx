import { Link } from 'react-router'
import { rangePresets } from '../../../../api/range-presets.ts'
import type { Scope } from '../../../../api/scope.ts'
import { ChartPlace } from '../../../../charts/ChartPanel.tsx'
import { ErrorState, reasonOf } from '../../../../components/ErrorState.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { RangeControl } from '../../../../components/RangeControl.tsx'
import { usePageRange } from '../../../../hooks/use-page-range.ts'
import { paths } from '../../../../paths.ts'
import { RequestsChart } from './TrafficCharts.tsx'
import { isDeferred } from './read-traffic.ts'
import { useTraffic } from './use-traffic.ts'

/** A glance: the traffic page draws them all. */
const maxBuckets = 100

/** A site's requests on its overview, over the same range as its key page. Nothing where the service tells none. */
export function OverviewRequests({ scope, siteId, host }: { scope: Scope; siteId: string; host: string }) {
  const [range, setRange] = usePageRange()
  const asked = { kind: 'latest', range } as const
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, asked, maxBuckets)
  if (present.data === 'not offered') return null
  const actions = (
    <>
      <RangeControl label="Time of the requests" value={range} onChange={setRange} />
      <Link to={paths.traffic(scope, siteId, { range })}>All traffic</Link>
    </>
  )
  if (!traffic || traffic.buckets.length === 0) {
    return (
      <Panel title="Requests" actions={actions}>
        {isDeferred(present.error) ? (
          <p>{reasonOf(present.error)}</p>
        ) : present.error ? (
          <ErrorState
            error={present.error}
            title="The traffic could not be read."
            onRetry={() => void present.refetch()}
          />
        ) : traffic ? (
          <p>The service tells nothing of the last {rangePresets[range].words}.</p>
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
      before={`the ${rangePresets[range].label} before`}
      words={`the last ${rangePresets[range].words}`}
      fileName={host}
      actions={actions}
    />
  )
}
