import { useQuery } from '@tanstack/react-query'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { prefetch } from '../../api/queries.ts'
import { scopeOf, useScope } from '../../api/scope.ts'
import { siteOf } from '../sites/reads.ts'
import { LoadingChart } from '../../kit/charts/ChartPanel.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { MoreMenu } from '../../kit/actions/MoreMenu.tsx'
import { downloadCsv } from '../../kit/actions/download.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ErrorState, reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { useZone, zoneNow } from '../../kit/format/zone.ts'
import { useShownRange } from '../../kit/ranges/shown-range.ts'
import { inRange } from '../../kit/ranges/range-words.ts'
import { useChartEvents } from '../changes/use-chart-events.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { useAddress } from '../../kit/navigation/use-address.ts'
import { pageError } from '../errors/page-error.tsx'
import { dateIn } from '../../kit/format/local-time.ts'
import { exactTime } from '../../kit/format/time.ts'
import { NotOffered } from './NotOffered.tsx'
import { trafficCsv } from './points.ts'
import { RangeBar } from './RangeBar.tsx'
import { isDeferred, trafficQuery } from './read-traffic.ts'
import { zoomTo } from './steps.ts'
import { dropOpenBucket, isQuiet, type Traffic } from './usage.ts'
import classes from './traffic.module.css'
import { requestSeries, TrafficCharts } from './TrafficCharts.tsx'
import { TrafficFigures } from './TrafficFigures.tsx'
import { useTraffic } from './use-traffic.ts'
import { readWindow, spanOf, writeWindow, addressProblem, type RequestedWindow, type TimeWindow } from './window.ts'
import { comparisonInWords, previousPeriodName, undrawnInWords, windowName, withFieldLabels } from './words.ts'

/** A line of more is a zigzag: 48 hours are drawn by the half hour, 7 days by the hour. */
const maxBuckets = 192

export function loader({ params, request }: LoaderFunctionArgs) {
  const requested = readWindow(new URL(request.url).searchParams, zoneNow())
  prefetch(trafficQuery(scopeOf(params), params['siteId'] ?? '', requested))
  return null
}

export const ErrorBoundary = pageError({ title: 'Traffic' })

function TrafficPage() {
  const scope = useScope()
  const { siteId = '' } = useParams()
  const { data: site } = useQuery(siteOf(scope, siteId))
  const zone = useZone()
  const [params, setParams] = useAddress()
  const requested = readWindow(params, zone)
  const problem = addressProblem(params, zone)
  const minute = useNow(60_000)
  useShownRange(requested.kind === 'latest' ? requested.range : requested)
  const { query, present, traffic, drawn, comparison, isIncomplete, previousError, previousPeriod } = useTraffic(
    scope,
    siteId,
    requested,
    maxBuckets,
  )
  const changes = useChartEvents(scope, [{ site: siteId }], drawn ?? traffic, [])
  const change = (next: RequestedWindow) =>
    setParams((now) => writeWindow(now, next, zone), { preventScrollReset: true })
  if (present.data === 'not offered') return <NotOffered />
  if (isDeferred(present.error)) {
    return <EmptyState title="No traffic yet">{reasonOf(present.error)}</EmptyState>
  }
  const shown = traffic ?? expectedWindow(requested)
  const rangeName = windowName(requested, shown, zone)
  const fileName = `${site?.host ?? 'site'}-${dateIn(shown.from, zone)}-${dateIn(Math.max(shown.from, shown.to - 1), zone)}`
  const exportCsv = (data: Traffic) => downloadCsv(`${fileName}-traffic.csv`, trafficCsv(dropOpenBucket(minute, data)))
  const width = drawn?.width ?? 0
  const hasRequests = !isQuiet(traffic?.buckets ?? []) || !isQuiet(previousPeriod ?? [])
  return (
    <>
      {/* on paper, the sentence below says the range */}
      <div data-paper="hidden">
        <RangeBar requested={requested} shown={shown} onChange={change}>
          <LastUpdated of={[query]} />
          <MoreMenu
            label="More about this traffic"
            items={[
              { label: 'Print', onSelect: () => window.print() },
              ...(traffic ? [{ label: 'Download CSV', onSelect: () => exportCsv(traffic) }] : []),
            ]}
          />
        </RangeBar>
      </div>
      <p className={classes.period}>
        Traffic of {site?.host}, {rangeName}. {comparison && comparisonInWords(requested)}{' '}
        {comparison && previousPeriod === null && `${undrawnInWords(requested)} `}
        <span className={classes.issued}>
          Issued {exactTime(minute, zone)} by {window.location.host}.
        </span>
      </p>
      {problem && (
        <Notice tone="warning">
          Can’t show the range in the address: {problem}. Showing {rangeName} instead.
        </Notice>
      )}
      {present.error && (
        <ErrorState
          error={withFieldLabels(present.error)}
          title={`Couldn’t load the traffic for ${rangeName}.`}
          onRetry={() => void present.refetch()}
        />
      )}
      {previousError && (
        <Notice tone="plain">No comparison: couldn’t load the traffic from {previousPeriodName(requested)}.</Notice>
      )}
      {isIncomplete && hasRequests && (
        <Notice tone="plain">
          No comparison: the service doesn’t have all of the traffic from {previousPeriodName(requested)}.
        </Notice>
      )}
      {!traffic && !present.error && (
        <LoadingChart title="Requests" series={requestSeries(scope, previousPeriodName(requested))} hasPer />
      )}
      {traffic && traffic.buckets.length === 0 && (
        <EmptyState title={`The service reports no traffic for ${rangeName}`}>
          It may not keep traffic data from that time. Choose another range.
        </EmptyState>
      )}
      {traffic && traffic.buckets.length > 0 && (
        <>
          <TrafficFigures
            scope={scope}
            traffic={traffic}
            comparison={comparison}
            previousPeriodName={previousPeriodName(requested)}
          />
          {hasRequests ? (
            <TrafficCharts
              scope={scope}
              traffic={drawn ?? traffic}
              previousPeriod={previousPeriod}
              previousPeriodName={previousPeriodName(requested)}
              rangeName={rangeName}
              host={site?.host ?? ''}
              fileName={fileName}
              changes={changes}
              onZoom={(from, to) => change(zoomTo(from, to, width))}
            />
          ) : (
            <Panel title="Requests">
              <p>No requests {inRange(requested.kind === 'latest' ? requested.range : requested)}.</p>
            </Panel>
          )}
        </>
      )}
    </>
  )
}

export { TrafficPage as Component }

/** The time window until the service has answered. */
function expectedWindow(requested: RequestedWindow): TimeWindow {
  const to = requested.kind === 'latest' ? Date.now() : requested.to
  return { from: to - spanOf(requested), to }
}
