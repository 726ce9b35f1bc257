import { ChartPanel } from '../../../../charts/ChartPanel.tsx'
import { byteTick, countTick } from '../../../../format/ticks.ts'
import { bytes, count, percent } from '../../../../format/format.ts'
import { span } from '../../../../format/time.ts'
import { offloadOf, pointsOf } from './points.ts'
import type { Bucket, Traffic } from './usage.ts'

interface Props {
  traffic: Traffic
  /** The period before, laid on the present one. */
  previousPeriod: readonly Bucket[] | null
  /** What it is in words: "the 48 h before". */
  before: string
  /** The range in words: "the last 48 hours". */
  words: string
  /** Names the files, without their ending. */
  fileName: string
  onZoom?: ((from: number, to: number) => void) | undefined
}

const previousPeriodKey = 'before'

/** Requests, data and offload over the same time. */
export function TrafficCharts({ traffic, previousPeriod, before, words, fileName, onZoom }: Props) {
  const { from, to, buckets } = traffic
  const earlier = (label: string) =>
    previousPeriod?.length ? [{ key: previousPeriodKey, label: `${label}, ${before}`, previousPeriod: true }] : []
  const common = { from, to, onZoom }
  return (
    <>
      <RequestsChart
        traffic={traffic}
        previousPeriod={previousPeriod}
        before={before}
        words={words}
        fileName={fileName}
        onZoom={onZoom}
      />
      <ChartPanel
        {...common}
        title="Data"
        per={perBucket(traffic)}
        name="data"
        fileName={`${fileName}-data`}
        label={`Bytes sent to visitors and fetched from your server, ${words}`}
        series={[
          { key: 'service', label: 'Service', filled: true },
          { key: 'server', label: 'Your server', filled: true },
          ...earlier('Service'),
        ]}
        points={pointsOf(
          buckets,
          { service: (one) => one.serviceBytes, server: (one) => one.serverBytes },
          previousPeriod && { buckets: previousPeriod, key: previousPeriodKey, value: (one) => one.serviceBytes },
        )}
        format={bytes}
        formatTick={byteTick}
      />
      <ChartPanel
        {...common}
        title="Offload"
        name="offload"
        fileName={`${fileName}-offload`}
        label={`Share of the requests that were answered without your server, ${words}`}
        series={[{ key: 'offload', label: 'Offload of requests' }, ...earlier('Offload')]}
        points={pointsOf(
          buckets,
          { offload: offloadOf },
          previousPeriod && { buckets: previousPeriod, key: previousPeriodKey, value: offloadOf },
        )}
        format={percent}
        formatTick={percent}
      />
    </>
  )
}

/** The requests alone: also the overview's. */
export function RequestsChart({
  traffic,
  previousPeriod,
  before,
  words,
  fileName,
  actions,
  onZoom,
}: Props & { actions?: React.ReactNode }) {
  const { from, to, buckets } = traffic
  return (
    <ChartPanel
      title="Requests"
      per={perBucket(traffic)}
      name="requests"
      actions={actions}
      fileName={`${fileName}-requests`}
      label={`Requests that the service and your server answered, ${words}`}
      series={[
        { key: 'service', label: 'Service', filled: true },
        { key: 'server', label: 'Your server', filled: true },
        ...(previousPeriod?.length
          ? [{ key: previousPeriodKey, label: `Service, ${before}`, previousPeriod: true }]
          : []),
      ]}
      points={pointsOf(
        buckets,
        { service: (one) => one.serviceRequests, server: (one) => one.serverRequests },
        previousPeriod && { buckets: previousPeriod, key: previousPeriodKey, value: (one) => one.serviceRequests },
      )}
      from={from}
      to={to}
      format={count}
      formatTick={countTick}
      onZoom={onZoom}
    />
  )
}

function perBucket({ width }: Traffic): string | undefined {
  return width === null ? undefined : `per ${span(width)}`
}
