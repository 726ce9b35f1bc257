import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Monitor, Sample } from '../../../../contract/index.ts'
import { availabilityOf, type Availability } from '../availability.ts'
import { judgedValue, medianOf } from '../../samples/series.ts'
import { latestResultOf } from '../reads.ts'
import { rangePresets, type RangePreset, type Span } from '../../../kit/ranges/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { reasonOf } from '../../../kit/feedback/ErrorState.tsx'
import { Figures } from '../../../kit/layout/PropertiesTable.tsx'
import { percent, fullNumber } from '../../../kit/format/format.ts'
import { formatMetric, metricWords, speedMetric } from '../../samples/metrics.ts'
import { LoadingValue } from '../../../kit/values/LoadingValue.tsx'
import { RunState } from '../RunState.tsx'
import { resultKind } from '../../samples/result-kind.ts'
import { Severity } from '../../samples/Severity.tsx'
import { Measured, EmptyCell } from '../../../kit/values/Measured.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { useNow } from '../../../kit/reading/use-now.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { begunSince } from '../../sites/measured-since.ts'
import { useRefetchOn } from '../../../kit/reading/use-refetch-on.ts'
import { everyInWords } from '../schedule.ts'
import { latestRounds } from '../rounds.ts'

interface Props {
  scope: Scope
  id: string
  monitor: Monitor
  range: RangePreset | Span
  /** The latest, newest first; undefined until they are loaded. */
  samples: readonly Sample[] | undefined
  /** The id of the newest one, `none` without one; undefined while it isn't known. */
  newest: string | undefined
  /** Why they couldn't be loaded. */
  error: Error | null
}

const refreshMs = 60_000
/** At least this many, if there are. */
const samplesInMedian = 10

/** A monitor's status, availability over the range, the worst of its latest round and main metric. */
export function MonitorFigures({ scope, id, monitor, range, samples: loaded, newest, error }: Props) {
  const availability = useQuery({
    ...availabilityOf(scope, id, range),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  useRefetchOn(newest, availability.refetch)
  const zone = useZone()
  const now = useNow(refreshMs)
  const since =
    typeof range === 'string'
      ? begunSince(Date.parse(monitor.created_at ?? ''), now, zone, rangePresets[range].ms)
      : undefined
  const samples = loaded ?? []
  const isLoading = loaded === undefined && error === null
  const latest = latestResultOf(monitor)
  const metric = speedMetric(monitor.type)
  const measured = latestRounds(samples, samplesInMedian).filter(
    (sample) => typeof judgedValue(sample, metric) === 'number',
  )
  return (
    <Figures
      facts={[
        {
          label: 'State',
          inWords: true,
          value: <RunState status={monitor.status} message={monitor.suspended_message} />,
          note: monitor.suspended_message ?? (monitor.timing?.interval ? everyInWords(monitor.timing.interval) : ''),
        },
        {
          label:
            typeof range !== 'string'
              ? 'Availability in this range'
              : since === undefined
                ? `Availability, ${rangePresets[range].label}`
                : `Availability ${since}`,
          value: <AvailabilityShare of={availability.data} error={availability.error} />,
          note: availability.isPending ? <LoadingValue /> : availability.data ? noteOf(availability.data) : '',
        },
        {
          label: 'Latest result',
          inWords: true,
          value: latest ? (
            <Severity
              type={latest.sample_type}
              judged={latest.judged}
              kind={resultKind(latest.sample_type, latest.metrics)}
            />
          ) : (
            <EmptyCell why={latest === null ? 'no samples yet' : 'not reported in a known format'} />
          ),
          note: latest && <Time at={latest.taken_at} withoutZone />,
        },
        {
          // the chart has a percentile of the range
          label: `${metricWords(metric).short}, median`,
          value: isLoading ? (
            <LoadingValue />
          ) : (
            <Measured
              value={medianOf(measured, metric)}
              format={(value) => formatMetric(metric, value)}
              why={error && !loaded ? reasonOf(error) : samples.length > 0 ? whyUncounted(samples) : 'not measured yet'}
            />
          ),
          note: isLoading ? (
            <LoadingValue />
          ) : measured.length > 1 ? (
            `of the latest ${measured.length} samples`
          ) : measured.length === 1 ? (
            'one sample'
          ) : (
            ''
          ),
        },
      ]}
    />
  )
}

/** Why none of the latest samples has a value that counts. */
function whyUncounted(samples: readonly Sample[]): string {
  return samples.some(({ judged }) => judged === false)
    ? 'not counted: measured on a busy runner'
    : 'not counted: the page failed'
}

function AvailabilityShare({ of, error }: { of: Availability | undefined; error: Error | null }) {
  if (!of) return error ? <EmptyCell why={reasonOf(error)} /> : <LoadingValue />
  const why =
    of.total === null ? 'the service doesn’t report how many samples there are' : 'nothing was measured in this range'
  return <Measured value={of.share} format={percent} why={why} />
}

function noteOf({ of, total, failed }: Availability) {
  // that there are none is said where the share would stand
  if (!total || failed === null) return ''
  return (
    <span title="Answered without HTTP 5xx">{`${fullNumber(total - failed)} of ${fullNumber(total)} ${of} OK`}</span>
  )
}
