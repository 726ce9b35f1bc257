import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { Figures } from '../../../components/PropertiesTable.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import { ExternalLink } from '../../../components/ExternalLink.tsx'
import { Measured } from '../../../components/Measured.tsx'
import { SeverityMark } from '../../../components/Mark.tsx'
import { asSentence } from '../../../api/errors.ts'
import {
  formatMetric,
  goodWords,
  thresholdWords,
  metricWords,
  notMeasured,
  ratingOf,
  type Rating,
} from '../../../format/metrics.ts'
import { Panel } from '../../../components/Panel.tsx'
import classes from './sample.module.css'

export type Metrics = Readonly<Record<string, number | null>>

const marks = { good: 'ok', 'needs improvement': 'warning', poor: 'error' } as const satisfies Record<Rating, string>
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

/** A value's rating with its mark. */
export function Rated({ name, value }: { name: string; value: number | null | undefined }) {
  const rating = ratingOf(name, value)
  if (!rating) return null
  return (
    <span className={classes.judged}>
      <SeverityMark severity={marks[rating]} />
      {rating}
    </span>
  )
}

/** The most important metrics, each with its rating. */
export function KeyMetrics({ metrics, why }: { metrics: Metrics; why: string }) {
  // an HTTP check has no page metrics
  const isPage = typeof metrics['service_score'] === 'number' || typeof metrics['load'] === 'number'
  const shown = (isPage ? keyMetrics : plainMetrics).filter((name) => name in metrics)
  return (
    <div className={classes.figures}>
      <Figures
        facts={shown.map((name) => {
          const value = metrics[name]
          const good = goodWords(name)
          return {
            label: metricWords(name).label,
            value: <Measured value={value} format={(n) => formatMetric(name, n)} why={why} />,
            note: good && <Note name={name} value={value} good={good} />,
          }
        })}
      />
    </div>
  )
}

/** `● Good: ≤ 2.50 s`, `▲ Needs improvement · Good: ≤ 2.50 s`. */
function Note({ name, value, good }: { name: string; value: number | null | undefined; good: string }) {
  const rating = ratingOf(name, value)
  if (!rating) return <>{good}</>
  return (
    <span className={classes.note}>
      <SeverityMark severity={marks[rating]} /> {rating === 'good' ? good : `${asLabel(rating)} · ${good}`}
    </span>
  )
}

/** Every metric with its meaning. Metrics without a value are listed by name only. Folded on a phone. */
export function AllMetrics({ metrics, why }: { metrics: Metrics; why: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const all = Object.entries(metrics)
  const missing = all.filter(([, value]) => value === null).map(([name]) => metricWords(name).label)
  return (
    <Panel
      bare
      title="All metrics"
      actions={
        <Button
          variant="subtle"
          className={classes.unfold ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      <div id={id} className={classes.folded} data-open={isOpen || undefined}>
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
              cell: ([name, value]) => <Measured value={value} format={(n) => formatMetric(name, n)} why={why} />,
            },
            { id: 'rating', header: 'Rating', cell: ([name, value]) => <Rated name={name} value={value} /> },
            { id: 'meaning', header: 'What it means', grows: true, cell: ([name]) => <Meaning name={name} /> },
          ]}
        />
      </div>
    </Panel>
  )
}

function asLabel(rating: Rating): string {
  return rating.charAt(0).toUpperCase() + rating.slice(1)
}

function Meaning({ name }: { name: string }) {
  const { meaning, thresholds } = metricWords(name)
  return (
    <span>
      {meaning} {thresholdWords(name)}
      {thresholds && (
        <span className={classes.source}>
          {thresholds.source.href ? (
            <ExternalLink href={thresholds.source.href}>{thresholds.source.label}</ExternalLink>
          ) : (
            `Source: ${thresholds.source.label}.`
          )}
        </span>
      )}
    </span>
  )
}
