import { Figures } from '../../../components/PropertiesTable.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import { ExternalLink } from '../../../components/ExternalLink.tsx'
import { Measured } from '../../../components/Measured.tsx'
import { SeverityMark } from '../../../components/Mark.tsx'
import { asSentence } from '../../../api/errors.ts'
import {
  formatMetric,
  goodIs,
  judgedBy,
  metricWords,
  notMeasured,
  verdictOf,
  type Verdict,
} from '../../../format/metrics.ts'
import { Panel } from '../../../components/Panel.tsx'
import classes from './sample.module.css'

export type Metrics = Readonly<Record<string, number | null>>

const marks = { good: 'ok', 'needs work': 'warning', poor: 'error' } as const satisfies Record<Verdict, string>
const keyMetrics = [
  'service_score',
  'first_byte',
  'first_contentful_paint',
  'time_to_display',
  'time_to_interact',
  'total_blocking_time',
  'cumulative_layout_shift',
]
const plainMetrics = ['first_byte', 'last_byte', 'dns', 'connect', 'tls', 'status_code', 'bytes_total']

/** The verdict on a value, as mark and words. */
export function Judged({ name, value }: { name: string; value: number | null | undefined }) {
  const verdict = verdictOf(name, value)
  if (!verdict) return null
  return (
    <span className={classes.judged}>
      <SeverityMark severity={marks[verdict]} />
      {verdict}
    </span>
  )
}

/** The metrics that tell most, each with how it is judged. */
export function KeyMetrics({ metrics, why }: { metrics: Metrics; why: string }) {
  // a plain HTTP check measures none of a page's
  const isPage = typeof metrics['service_score'] === 'number' || typeof metrics['load'] === 'number'
  const shown = (isPage ? keyMetrics : plainMetrics).filter((name) => name in metrics)
  return (
    <div className={classes.figures}>
      <Figures
        facts={shown.map((name) => {
          const value = metrics[name]
          const good = goodIs(name)
          return {
            label: metricWords(name).label,
            value: <Measured value={value} format={(of) => formatMetric(name, of)} why={why} />,
            note: good && <Note name={name} value={value} good={good} />,
          }
        })}
      />
    </div>
  )
}

/** `● good up to 2.50 s`, `▲ needs work, good up to 2.50 s`. */
function Note({ name, value, good }: { name: string; value: number | null | undefined; good: string }) {
  const verdict = verdictOf(name, value)
  if (!verdict) return <>{good}</>
  return (
    <span className={classes.note}>
      <SeverityMark severity={marks[verdict]} /> {verdict === 'good' ? good : `${verdict}, ${good}`}
    </span>
  )
}

/** Every metric with what it means; those that were not measured are only named. */
export function AllMetrics({ metrics, why }: { metrics: Metrics; why: string }) {
  const all = Object.entries(metrics)
  const missing = all.filter(([, value]) => value === null).map(([name]) => metricWords(name).label)
  return (
    <Panel bare title="All metrics">
      {missing.length > 0 && (
        <p>
          Not measured: {missing.join(', ')}.{why !== notMeasured && ` ${asSentence(why)}`}
        </p>
      )}
      <DataTable
        label="All metrics"
        rows={all.filter(([, value]) => value !== null)}
        rowKey={([name]) => name}
        columns={[
          { id: 'name', header: 'Metric', cell: ([name]) => metricWords(name).label },
          {
            id: 'value',
            header: 'Value',
            align: 'end',
            cell: ([name, value]) => <Measured value={value} format={(of) => formatMetric(name, of)} why={why} />,
          },
          { id: 'verdict', header: 'Judged', cell: ([name, value]) => <Judged name={name} value={value} /> },
          { id: 'meaning', header: 'What it means', grows: true, cell: ([name]) => <Meaning name={name} /> },
        ]}
      />
    </Panel>
  )
}

function Meaning({ name }: { name: string }) {
  const { meaning, judged } = metricWords(name)
  return (
    <span>
      {meaning} {judgedBy(name)}
      {judged && (
        <span className={classes.source}>
          {judged.source.href ? (
            <ExternalLink href={judged.source.href}>{judged.source.label}</ExternalLink>
          ) : (
            `By ${judged.source.label}.`
          )}
        </span>
      )}
    </span>
  )
}
