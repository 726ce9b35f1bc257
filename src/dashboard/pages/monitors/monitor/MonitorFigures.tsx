import { useQuery } from '@tanstack/react-query'
import type { Monitor, Sample } from '../../../../contract/index.ts'
import { availabilityOf, type Availability } from '../../../api/availability.ts'
import { judgedValue, medianOf } from '../../../api/series.ts'
import { rangePresets, type RangePreset } from '../../../api/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { reasonOf } from '../../../components/ErrorState.tsx'
import { Figures } from '../../../components/PropertiesTable.tsx'
import { percent, fullNumber } from '../../../format/format.ts'
import { formatMetric, metricWords, speedMetric } from '../../../format/metrics.ts'
import { RunState, Severity } from '../../../components/Mark.tsx'
import { Measured, EmptyCell } from '../../../components/Measured.tsx'
import { Time } from '../../../components/Time.tsx'
import { intervalWords } from '../../monitors-and-tests/schedule.ts'

interface Props {
  scope: Scope
  id: string
  monitor: Monitor
  range: RangePreset
  /** The latest, newest first. */
  samples: readonly Sample[]
}

const refreshMs = 60_000
const samplesInMedian = 10

/** A monitor's status, availability over the range, latest result and main metric. */
export function MonitorFigures({ scope, id, monitor, range, samples }: Props) {
  const availability = useQuery({ ...availabilityOf(scope, id, range), refetchInterval: refreshMs })
  const [latest] = samples
  const metric = speedMetric(monitor.type)
  const measured = samples.slice(0, samplesInMedian).filter((sample) => typeof judgedValue(sample, metric) === 'number')
  return (
    <Figures
      facts={[
        {
          label: 'State',
          inWords: true,
          value: <RunState status={monitor.status} message={monitor.suspended_message} />,
          note:
            monitor.suspended_message ??
            (monitor.timing?.interval ? `every ${intervalWords(monitor.timing.interval)}` : ''),
        },
        {
          label: `Availability, ${rangePresets[range].label}`,
          value: <AvailabilityShare of={availability.data} error={availability.error} />,
          note: availability.data ? noteOf(availability.data) : '',
        },
        {
          label: 'Latest result',
          inWords: true,
          value: latest ? (
            <Severity type={latest.sample_type} judged={latest.judged} />
          ) : (
            <EmptyCell why="no samples yet" />
          ),
          note: latest?.taken_at ? <Time at={latest.taken_at} withoutZone /> : '',
        },
        {
          label: metricWords(metric).label,
          value: (
            <Measured
              value={medianOf(measured, metric)}
              format={(value) => formatMetric(metric, value)}
              why={samples.length > 0 ? 'no judged value yet' : 'not measured yet'}
            />
          ),
          note: measured.length > 0 ? `median of the latest ${measured.length}` : '',
        },
      ]}
    />
  )
}

function AvailabilityShare({ of, error }: { of: Availability | undefined; error: Error | null }) {
  if (!of) return <EmptyCell why={error ? reasonOf(error) : 'loading'} />
  const why =
    of.total === null ? 'the service doesn’t report how many samples there are' : 'nothing was measured in this range'
  return <Measured value={of.share} format={percent} why={why} />
}

function noteOf({ of, total, failed, clean }: Availability): string {
  if (total === null || failed === null) return ''
  if (total === 0) return 'nothing measured in this range'
  const rounds = `${fullNumber(failed)} of ${fullNumber(total)} ${of} failed`
  return clean === null ? rounds : `${rounds}; ${percent(clean)} of samples clean`
}
