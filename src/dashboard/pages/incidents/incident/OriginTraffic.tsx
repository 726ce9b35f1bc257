import { Link } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { LoadingChart } from '../../../charts/ChartPanel.tsx'
import { rangeInWords } from '../../../charts/range-words.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useChartEvents } from '../../../hooks/use-chart-events.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { paths } from '../../../paths.ts'
import { useZone } from '../../../stores/preferences.ts'
import { RequestsChart, requestSeries } from '../../sites/site/traffic/TrafficCharts.tsx'
import { useTraffic } from '../../sites/site/traffic/use-traffic.ts'
import { writeWindow } from '../../sites/site/traffic/window.ts'
import { previousPeriodName } from '../../sites/site/traffic/words.ts'

interface Props {
  scope: Scope
  siteId: string
  host: string
  /** UNIX ms. */
  startedAt: number
  /** UNIX ms, null while the incident is open. */
  endedAt: number | null
}

/** How much of the time around the incident is shown, ms. */
const around = 2 * 3_600_000
/** The narrowest buckets of traffic, ms. */
const bucketMs = 5 * 60_000
/** More can't be told apart. */
const maxBuckets = 96

/** The site's requests around an incident that the edge has seen. Empty if the service offers no traffic. */
export default function OriginTraffic({ scope, siteId, host, startedAt, endedAt }: Props) {
  const now = useNow(bucketMs)
  const zone = useZone()
  const from = Math.floor((startedAt - around) / bucketMs) * bucketMs
  const to = Math.ceil(Math.min(now, (endedAt ?? now) + around) / bucketMs) * bucketMs
  const requested = { kind: 'times', from, to } as const
  const { present, traffic, drawn, previousPeriod } = useTraffic(scope, siteId, requested, maxBuckets)
  const changes = useChartEvents(scope, [{ site: siteId }], drawn ?? traffic, [])
  const marks = [
    { at: startedAt, words: 'The incident began' },
    ...(endedAt === null ? [] : [{ at: endedAt, words: 'The incident ended' }]),
  ]
  const rangeName = rangeInWords({ from, to }, zone)
  const actions = (
    <Link to={paths.traffic(scope, siteId, writeWindow(new URLSearchParams(), requested, zone))}>All traffic</Link>
  )
  if (present.data === 'not offered') return null
  if (present.error && !traffic) {
    return (
      <Panel title="Requests" actions={actions}>
        <ErrorState error={present.error} title="Couldn’t load the traffic." onRetry={() => void present.refetch()} />
      </Panel>
    )
  }
  if (!traffic) {
    return (
      <LoadingChart
        title="Requests"
        series={requestSeries(scope, previousPeriodName(requested))}
        hasPer
        actions={actions}
      />
    )
  }
  if (traffic.buckets.length === 0) {
    return (
      <Panel title="Requests" actions={actions}>
        <p>The service reports no traffic for {rangeName}.</p>
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
      changes={{ ...changes, events: [...(changes?.events ?? []), ...marks].toSorted((a, b) => a.at - b.at) }}
    />
  )
}
