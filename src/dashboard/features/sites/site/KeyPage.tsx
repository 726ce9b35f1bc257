import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { limitRange } from '../../../../contract/index.ts'
import { measurementsOf, type Measurements, type IdentifiedMonitor } from '../key-page.ts'
import type { Scope } from '../../../api/scope.ts'
import { ActionLink } from '../../../kit/actions/LinkButton.tsx'
import { ChartPanel, LoadingChart } from '../../../kit/charts/ChartPanel.tsx'
import { Zoomed } from '../../../kit/ranges/Zoomed.tsx'
import { inRange, rangeInWords } from '../../../kit/ranges/range-words.ts'
import { durationTick } from '../../../kit/format/ticks.ts'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { duration } from '../../../kit/format/format.ts'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { RangeControl } from '../../../kit/ranges/RangeControl.tsx'
import { LazyOnScroll } from '../../../kit/layout/LazyOnScroll.tsx'
import { useChartEvents } from '../../changes/use-chart-events.ts'
import { usePageRange } from '../../../kit/ranges/use-page-range.ts'
import { useZoom } from '../../../kit/ranges/use-zoom.ts'
import { incidentHighlight, latestWithin } from '../../incidents/highlight.ts'
import { incidentRefreshMs, incidentsOf } from '../../incidents/reads.ts'
import { metricWords } from '../../samples/metrics.ts'
import { paths } from '../../../paths.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { explorerPath } from '../../monitors/ExplorerLink.tsx'
import { firstSampleMs, refreshMs } from '../refresh-intervals.ts'

const series = [
  { key: 'time_to_display', label: 'Largest contentful paint, median' },
  { key: 'first_byte', label: 'First byte, median' },
] as const

/** The site's latest, of which one is shaded, whichever monitor saw it. */
const incidentsLookedAt = 20
/** What shows in a chart of how fast pages are. */
const kindsShown: readonly string[] = ['down', 'origin', 'slow', 'resources']

interface Props {
  scope: Scope
  siteId: string
  /** What to check; undefined if it's only a placeholder. */
  host: string | undefined
  /** Undefined if the site has none, or while it's being looked up. */
  monitor: IdentifiedMonitor | undefined
  searching: boolean
  /** When the latest sample was taken. */
  latestAt: string | null | undefined
}

/** How fast a site's home page was. */
export function KeyPage({ scope, siteId, host, monitor, searching, latestAt }: Props) {
  const loading = <LoadingChart title="Home page" series={series} />
  if (!monitor) {
    if (searching) return loading
    return (
      <Panel title="Home page">
        <p>
          {host === undefined ? (
            'Checks begin once the site has a real host.'
          ) : (
            <>
              No monitor checks this site’s home page. It may have been deleted.{' '}
              <ActionLink to={paths.newMonitor(scope, { address: host })}>Create a monitor</ActionLink>
            </>
          )}
        </p>
      </Panel>
    )
  }
  return (
    <LazyOnScroll place={loading}>
      <MedianChart scope={scope} siteId={siteId} monitor={monitor} latestAt={latestAt} />
    </LazyOnScroll>
  )
}

interface MedianChartProps extends Pick<Props, 'scope' | 'siteId' | 'latestAt'> {
  readonly monitor: IdentifiedMonitor
}

function MedianChart({ scope, siteId, monitor, latestAt }: MedianChartProps) {
  const [range, setRange] = usePageRange()
  const [zoom, setZoom] = useZoom()
  const zone = useZone()
  const rangeName = rangeInWords(zoom ?? range, zone)
  const measured = useQuery({
    ...measurementsOf(scope, monitor.id, zoom ?? range),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && !isMeasured(state.data) ? firstSampleMs : refreshMs),
  })
  const changes = useChartEvents(scope, [{ site: siteId }], measured.data, [monitor.id])
  const seen = useQuery({
    ...incidentsOf(scope, { site_id: siteId, per_page: incidentsLookedAt }),
    refetchInterval: incidentRefreshMs,
  })
  const host = URL.parse(monitor.constants?.url ?? '')?.host ?? ''
  const control = <RangeControl label="Time range of the home page" value={zoom ? '' : range} onChange={setRange} />
  const zoomed = zoom && (
    <Zoomed
      zoom={zoom}
      range={range}
      samples={explorerPath(scope, monitor.id, { range: zoom })}
      onReset={() => setZoom(undefined)}
    />
  )
  const title = 'Home page'
  if (!measured.data) {
    if (!measured.error) return <LoadingChart title={title} series={series} actions={control} />
    return (
      <Panel title={title} actions={control}>
        <ErrorState
          error={measured.error}
          title="Couldn’t load the measurements."
          onRetry={() => void measured.refetch()}
        />
      </Panel>
    )
  }
  const { from, to, buckets, failures, partial } = measured.data
  const incident = latestWithin(
    (seen.data?.rows ?? []).filter(({ kind }) => kindsShown.includes(kind)),
    from,
    to,
  )
  const limit = monitor.limits?.['time_to_display']
  const shown = series.filter(({ key }) => buckets.some((bucket) => typeof bucket[key] === 'number'))
  if (shown.length === 0) {
    return (
      <Panel title={title} actions={control}>
        <p>
          {latestAt && Date.parse(latestAt) >= from
            ? `Every sample of ${rangeName} failed, so there are no times to show.`
            : `No samples ${inRange(zoom ?? range)}.`}
        </p>
        {zoomed}
      </Panel>
    )
  }
  return (
    <>
      {partial && (
        <Notice tone="plain">
          This service doesn’t report percentiles, so the chart shows the latest 100 samples. The range may contain
          older ones.
        </Notice>
      )}
      <ChartPanel
        title={title}
        name="key-page"
        image={{ subject: host, unit: 'medians', fileName: `${host}-home-page` }}
        actions={control}
        label={`Home page medians, ${rangeName}`}
        series={shown}
        points={buckets.map((bucket) => ({ ...bucket }))}
        failures={failures}
        from={from}
        to={to}
        limit={
          limit === undefined
            ? undefined
            : {
                value: limit,
                poor: metricWords('time_to_display').thresholds?.poor,
                range: limitRange('time_to_display'),
                label: 'Limit for largest contentful paint',
              }
        }
        highlight={incident && incidentHighlight(scope, incident, to, zone)}
        changes={changes}
        format={duration}
        formatTick={durationTick}
        onZoom={(begin, end) => setZoom({ from: begin, to: end })}
        below={zoomed}
      />
    </>
  )
}

function isMeasured({ buckets }: Measurements): boolean {
  return buckets.some((bucket) => series.some(({ key }) => typeof bucket[key] === 'number'))
}
