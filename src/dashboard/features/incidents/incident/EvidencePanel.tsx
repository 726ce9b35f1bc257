import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  troubleOf,
  type IncidentRecord,
  type MetricName,
  type RequestRecord,
  type WholeSample,
} from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { percent, signed } from '../../../kit/format/format.ts'
import { AchievedMark, NoMark, SeverityMark } from '../../../kit/marks/Mark.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { Figure } from '../../../kit/values/Figure.tsx'
import { paths } from '../../../paths.ts'
import { formatMetric, metricWords, pageFailure } from '../../samples/metrics.ts'
import { MiniWaterfall } from '../../samples/MiniWaterfall.tsx'
import { goneWords } from '../../samples/sample-data.ts'
import type { Place } from '../reads.ts'
import classes from './incident.module.css'
import { Moment } from './Moment.tsx'
import { VariantWords } from './VariantWords.tsx'
import type { Evidence } from './use-evidence.ts'

type Tone = 'good' | 'warning' | 'error' | 'critical'

interface Shown {
  readonly name: string
  readonly sample: WholeSample | undefined
  /** Undefined if its severity isn't known. */
  readonly tone: Tone | undefined
  /** Whether it was taken before the incident or after it. */
  readonly isOutside?: boolean
}

interface Props {
  scope: Scope
  incident: IncidentRecord
  place: Place
  metric: MetricName
  evidence: Evidence
  actions: ReactNode
}

/** What shows the incident: the last good sample, the first that failed and the latest, on one time scale. */
export function EvidencePanel({ scope, incident, place, metric, evidence, actions }: Props) {
  const { good, first, latest, isRecovered } = evidence
  const isSlow = incident.kind === 'slow'
  const what = isSlow ? 'slow sample' : 'failure'
  // a failure is as bad as the incident, whatever else is wrong in its sample
  const bad = troubleOf(incident.severity) ?? 'error'
  const shown: readonly Shown[] = [
    {
      name: isOk(good) ? 'Last good' : isSlow ? 'Last before it slowed' : 'Last before it failed',
      sample: good,
      tone: good && (isOk(good) ? 'good' : troubleOf(good.sample_type ?? 0)),
      isOutside: true,
    },
    { name: `First ${what}`, sample: first, tone: bad },
    isRecovered
      ? { name: 'First good again', sample: latest, tone: 'good', isOutside: true }
      : { name: `Latest ${what}`, sample: latest, tone: bad },
  ]
  const cards = shown.flatMap(({ sample, ...card }) => (sample ? [{ ...card, sample }] : []))
  if (cards.length === 0) return null
  const end = 1.04 * Math.max(1, ...cards.map(({ sample }) => lengthOf(sample, metric)))
  const base = valueOf(good, metric)
  return (
    <Panel title="Evidence" aside={<VariantWords location={place.location} sample={first} />} actions={actions} bare>
      <ul className={classes.evidence}>
        {cards.map(({ name, sample, tone, isOutside = false }) => (
          <li key={name} className={classes.sample}>
            <div className={classes.head}>
              {tone === 'good' ? <AchievedMark size={16} /> : tone ? <SeverityMark severity={tone} /> : <NoMark />}
              <Link to={paths.sample(scope, sample.id ?? '')} aria-label={`${name}, ${place.location}`}>
                {name}
              </Link>
              <span className={classes.at}>
                <Moment at={sample.taken_at ?? ''} />
              </span>
            </div>
            <p className={classes.value}>
              <span className={classes.figure}>
                <Figure text={figureOf(sample, metric, incident.kind)} />
              </span>
              <span className={classes.beside}>{noteOf(sample, { metric, kind: incident.kind, base, isOutside })}</span>
            </p>
            <div>
              <MiniWaterfall
                label={`Waterfall of ${name.toLowerCase()}`}
                requests={requestsOf(sample)}
                to={end}
                mark={markOf(sample, metric, tone)}
              />
              {goneWords(sample) !== undefined && <p className={classes.beside}>Requests are no longer kept</p>}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const isOk = (sample: WholeSample | undefined) => (sample?.sample_type ?? 0) === 0

const isTime = (metric: MetricName) => metric !== 'request_errors'

function valueOf(sample: WholeSample | undefined, metric: MetricName): number | undefined {
  return sample?.metrics?.[metric] ?? undefined
}

function lengthOf(sample: WholeSample, metric: MetricName): number {
  const ends = requestsOf(sample).map(({ end, start }) => end ?? start)
  return Math.max(...ends, isTime(metric) ? (valueOf(sample, metric) ?? 0) : 0)
}

/** The requests or, if they have been deleted, the page's own as far as the metrics tell of it. */
function requestsOf(sample: WholeSample): readonly RequestRecord[] {
  const { requests = [], metrics } = sample
  const { first_byte: firstByte, last_byte: lastByte } = metrics ?? {}
  if (requests.length > 0 || typeof firstByte !== 'number') return requests
  const [dns, connect, tls] = [metrics?.['dns'] ?? 0, metrics?.['connect'] ?? 0, metrics?.['tls'] ?? 0]
  const end = Math.max(firstByte, lastByte ?? 0)
  const phases = { dns, connect, tls, wait: Math.max(0, firstByte - dns - connect - tls), receive: end - firstByte }
  const of = { url: '', method: 'GET', type: 'document', status: null, protocol: null, bytes: null, error: null }
  return [{ ...of, ...phases, start: 0, end }]
}

/** The value that makes it one or the other. A page that failed has no speed, but a status. */
function figureOf(sample: WholeSample, metric: MetricName, kind: string): string {
  const status = valueOf(sample, 'status_code')
  if (kind === 'down') return status === undefined ? 'No answer' : `HTTP ${status}`
  const value = valueOf(sample, metric)
  return value === undefined ? '–' : formatMetric(metric, value)
}

interface Noted {
  metric: MetricName
  kind: string
  base: number | undefined
  isOutside: boolean
}

function noteOf(sample: WholeSample, { metric, kind, base, isOutside }: Noted): string | undefined {
  const value = valueOf(sample, metric)
  const { short } = metricWords(metric)
  if (kind === 'down') {
    if (!isOutside) return valueOf(sample, 'status_code') === undefined ? pageFailure(sample) : undefined
    return value === undefined ? undefined : `${short} ${formatMetric(metric, value)}`
  }
  if (isOutside || base === undefined || base === 0 || value === undefined) return short
  return kind === 'slow' ? signed(value / base - 1, percent) : short
}

function markOf(sample: WholeSample, metric: MetricName, tone: Tone | undefined) {
  const at = isTime(metric) ? valueOf(sample, metric) : undefined
  return at === undefined || tone === undefined ? undefined : { at, tone }
}
