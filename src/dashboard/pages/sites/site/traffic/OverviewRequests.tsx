import { Link } from 'react-router'
import type { Scope } from '../../../../api/scope.ts'
import { ChartPlace } from '../../../../charts/ChartPanel.tsx'
import { ErrorState, reasonOf } from '../../../../components/ErrorState.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { SegmentedControl } from '../../../../components/SegmentedControl.tsx'
import { useAddress } from '../../../../hooks/use-address.ts'
import { paths } from '../../../../paths.ts'
import { RequestsChart } from './TrafficCharts.tsx'
import { isDeferred } from './read-traffic.ts'
import { useTraffic } from './use-traffic.ts'
import { rangeNames, ranges, readAsked, writeAsked, type RequestedWindow, type RangeName } from './window.ts'

/** A glance: the traffic page draws them all. */
const mostBuckets = 100

/** A site's requests on its overview, over the same range as its key page. Nothing where the service tells none. */
export function OverviewRequests({ scope, siteId, host }: { scope: Scope; siteId: string; host: string }) {
  const [params, setParams] = useAddress()
  const range = rangeOf(readAsked(params))
  const asked = { kind: 'latest', range } as const
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, asked, mostBuckets)
  if (present.data === 'not offered') return null
  const actions = (
    <>
      <SegmentedControl
        label="Time of the requests"
        value={range}
        options={rangeNames.map((value) => ({ value, label: ranges[value].label }))}
        onChange={(next) =>
          setParams((now) => writeAsked(now, { kind: 'latest', range: next }), {
            replace: true,
            preventScrollReset: true,
          })
        }
      />
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
          <p>The service tells nothing of the last {ranges[range].words}.</p>
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
      before={`the ${ranges[range].label} before`}
      words={`the last ${ranges[range].words}`}
      fileName={host}
      actions={actions}
    />
  )
}

function rangeOf(asked: RequestedWindow): RangeName {
  return asked.kind === 'latest' ? asked.range : '48h'
}
