import { ChartPanel } from '../../kit/charts/ChartPanel.tsx'
import type { TimeChartProps } from '../../kit/charts/TimeChart.tsx'
import type { ChartEvents } from '../../kit/charts/EventStrip.tsx'
import { byteTick, countTick } from '../../kit/format/ticks.ts'
import { bytes, count, percent } from '../../kit/format/format.ts'
import { serverLabel, serverWords } from '../sites/server-words.ts'
import type { Scope } from '../../api/scope.ts'
import { perTime } from '../../kit/ranges/range-words.ts'
import { drawnOffload, pointsOf } from './points.ts'
import type { Bucket, Drawn, Traffic } from './usage.ts'
import { day } from './window.ts'

interface Props {
  scope: Scope
  traffic: Drawn
  /** The previous period, shifted onto this one. Undefined while it loads, null if there is none. */
  previousPeriod: readonly Bucket[] | null | undefined
  /** "a week earlier" */
  previousPeriodName: string
  /** "the last 48 hours" */
  rangeName: string
  host: string
  /** The start of the file names of exports. */
  fileName: string
  /** What changed meanwhile. */
  changes: ChartEvents | undefined
  onZoom?: ((from: number, to: number) => void) | undefined
}

const previousPeriodKey = 'before'

/** Requests, data and offload over the same time window. */
export function TrafficCharts({
  scope,
  traffic,
  previousPeriod,
  previousPeriodName,
  rangeName,
  host,
  fileName,
  changes,
  onZoom,
}: Props) {
  const { from, to, buckets } = traffic
  const earlier = (label: string) =>
    isNamed(previousPeriod)
      ? [{ key: previousPeriodKey, label: `${label}, ${previousPeriodName}`, previousPeriod: true }]
      : []
  const common = { from, to, changes, onZoom, stack: 'traffic', bars: barsOf(traffic) }
  return (
    <>
      <RequestsChart
        scope={scope}
        traffic={traffic}
        previousPeriod={previousPeriod}
        previousPeriodName={previousPeriodName}
        rangeName={rangeName}
        host={host}
        fileName={fileName}
        changes={changes}
        onZoom={onZoom}
        stack={common.stack}
      />
      <ChartPanel
        {...common}
        title="Data"
        per={perBucket(traffic)}
        name="data"
        image={{ subject: host, unit: unitOf('bytes', traffic), fileName: `${fileName}-data` }}
        label={`Bytes sent to visitors and fetched from ${serverWords(scope)}, ${rangeName}`}
        series={[
          { key: 'service', label: 'Service', filled: true },
          { key: 'server', label: serverLabel(scope), filled: true },
          ...earlier('Service'),
        ]}
        points={pointsOf(
          buckets,
          { service: (bucket) => bucket.serviceBytes, server: (bucket) => bucket.serverBytes },
          previousPeriod && { buckets: previousPeriod, key: previousPeriodKey, value: (bucket) => bucket.serviceBytes },
        )}
        format={bytes}
        formatTick={byteTick}
        counts
      />
      <ChartPanel
        {...common}
        title="Served from cache"
        per={traffic.isCut ? wholeDays : undefined}
        shares
        name="offload"
        image={{ subject: host, unit: unitOf('share of requests', traffic), fileName: `${fileName}-offload` }}
        label={`Share of requests served from cache, ${rangeName}`}
        series={[{ key: 'offload', label: 'Requests' }, ...earlier('Requests')]}
        points={pointsOf(
          buckets,
          { offload: drawnOffload },
          previousPeriod && { buckets: previousPeriod, key: previousPeriodKey, value: drawnOffload },
        )}
        format={percent}
        formatTick={percent}
      />
    </>
  )
}

/** The requests chart, which the overview shows too. */
export function RequestsChart({
  scope,
  traffic,
  previousPeriod,
  previousPeriodName,
  rangeName,
  host,
  fileName,
  actions,
  changes,
  onZoom,
  stack,
  below,
}: Props & { actions?: React.ReactNode; below?: React.ReactNode; stack?: string }) {
  const { from, to, buckets } = traffic
  return (
    <ChartPanel
      title="Requests"
      per={perBucket(traffic)}
      name="requests"
      actions={actions}
      image={{ subject: host, unit: unitOf('requests', traffic), fileName: `${fileName}-requests` }}
      label={`Requests answered by the service and by ${serverWords(scope)}, ${rangeName}`}
      series={requestSeries(scope, isNamed(previousPeriod) ? previousPeriodName : undefined)}
      points={pointsOf(
        buckets,
        { service: (bucket) => bucket.serviceRequests, server: (bucket) => bucket.serverRequests },
        previousPeriod && {
          buckets: previousPeriod,
          key: previousPeriodKey,
          value: (bucket) => bucket.serviceRequests,
        },
      )}
      from={from}
      to={to}
      changes={changes}
      format={count}
      formatTick={countTick}
      counts
      bars={barsOf(traffic)}
      onZoom={onZoom}
      stack={stack}
      below={below}
    />
  )
}

/** The lines of the requests chart, with the previous period's if it has a name. */
export function requestSeries(scope: Scope, previousPeriodName: string | undefined): TimeChartProps['series'] {
  return [
    { key: 'service', label: 'Service', filled: true },
    { key: 'server', label: serverLabel(scope), filled: true },
    ...(previousPeriodName === undefined
      ? []
      : [{ key: previousPeriodKey, label: `Service, ${previousPeriodName}`, previousPeriod: true }]),
  ]
}

/** Whether the previous period has a name in the legend: also while it loads, so that nothing moves when it arrives. */
const isNamed = (previousPeriod: Props['previousPeriod']) =>
  previousPeriod === undefined || Boolean(previousPeriod?.length)

/** Days are drawn as bars. */
function barsOf({ width }: Traffic): number | undefined {
  return width === day ? day : undefined
}

const wholeDays = 'whole days only'

/** `per hour`, `per day, whole days only` */
function perBucket({ width, isCut }: Drawn): string | undefined {
  if (width === null) return undefined
  return isCut ? `${perTime(width)}, ${wholeDays}` : perTime(width)
}

/** "requests per hour" */
function unitOf(what: string, traffic: Drawn): string {
  return [what, perBucket(traffic)].filter(Boolean).join(' ')
}
