import { Button } from '@mantine/core'
import { useId } from 'react'
import { httpMetrics, type Sample } from '../../../../contract/index.ts'
import { Figures } from '../../../kit/layout/PropertiesTable.tsx'
import { DataTable } from '../../../kit/tables/DataTable.tsx'
import { ExternalLink } from '../../../kit/values/ExternalLink.tsx'
import { Measured } from '../../../kit/values/Measured.tsx'
import { SeverityMark, Verdict } from '../../../kit/marks/Mark.tsx'
import { asSentence } from '../../../../client/errors.ts'
import { goodWords, thresholdWords, metricWords, notMeasured, pageFailure, whyNotMeasured } from '../metrics.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { fullNumber } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { formatJudged, judge, type Judged, type Limits, type Metrics } from '../judge.ts'
import classes from './sample.module.css'

const keyMetrics = [
  'service_score',
  'first_byte',
  'first_contentful_paint',
  'time_to_display',
  'speed_index',
  'time_to_interact',
  'total_blocking_time',
  'cumulative_layout_shift',
]
/** The speed of an error page says nothing of the page, so a sample has it only in its requests. */
const notCounted = 'not counted for a page that failed'
const plainMetrics = ['first_byte', 'last_byte', 'dns', 'connect', 'tls', 'status_code', 'bytes_total']

/** A value's rating with its mark. */
function Rated({ name, value, limits }: { name: string; value: number | null | undefined; limits: Limits }) {
  const judged = judge(name, value, limits)
  return judged ? <Verdict severity={judged.mark}>{judged.words}</Verdict> : null
}

interface MetricsProps {
  sample: Pick<Sample, 'issues' | 'view'>
  metrics: Metrics
  limits: Limits
}

/** The most important metrics, each with its rating. */
export function KeyMetrics({ sample, metrics, limits }: MetricsProps) {
  // an HTTP check has no page metrics
  const isPage = typeof metrics['service_score'] === 'number' || typeof metrics['load'] === 'number'
  const shown = (isPage ? keyMetrics : plainMetrics).filter((name) => name in metrics)
  return (
    <div className={classes.figures}>
      <Figures
        facts={shown.map((name) => {
          const value = metrics[name]
          const good = goodWords(name)
          const why = whyNotMeasured(sample, name)
          return {
            label: metricWords(name).label,
            value: <Measured value={value} format={(n) => formatJudged(name, n, limits)} why={why} />,
            note:
              value === null && why !== notMeasured
                ? pageFailure(sample) === undefined
                  ? why
                  : notCounted
                : good && <Note judged={judge(name, value, limits)} good={good} />,
          }
        })}
      />
    </div>
  )
}

/** `● Good: ≤ 2.5 s`, `▲ Needs improvement · Good: ≤ 2.5 s`. */
function Note({ judged, good }: { judged: Judged | undefined; good: string }) {
  if (!judged) return <>{good}</>
  const words = judged.isOver ? asLabel(judged.words) : `${asLabel(judged.words)}. ${good}`
  return (
    <span className={classes.note}>
      <SeverityMark severity={judged.mark} /> {judged.isGood ? good : words}
    </span>
  )
}

/** Every metric with its meaning, folded but on paper. Metrics without a value are listed by name only. */
export function AllMetrics({ sample, metrics, limits, type }: MetricsProps & { type: string | undefined }) {
  const id = useId()
  const [params, setParams] = useAddress()
  const isOpen = params.get('metrics') === 'all'
  const all = Object.entries(metrics)
  // an HTTP check measures fewer than a page has
  const possible = type === 'HTTP' ? all.filter(([name]) => httpMetrics.some((one) => one === name)) : all
  const failure = pageFailure(sample)
  const missing = Map.groupBy(
    possible.filter(([, value]) => value === null).map(([name]) => name),
    (name) => whyNotMeasured(sample, name),
  )
  return (
    <Panel
      bare
      title="All metrics"
      actions={
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() =>
            setParams(withParam('metrics', isOpen ? null : 'all'), { replace: true, preventScrollReset: true })
          }
        >
          {isOpen ? 'Hide' : `Show ${fullNumber(all.length)}`}
        </Button>
      }
    >
      <div id={id} className={classes.folded} data-open={isOpen || undefined}>
        {[...missing].map(([why, names]) => (
          <p key={why}>
            {failure === undefined ? 'Not measured' : asLabel(notCounted)}:{' '}
            {names.map((name) => metricWords(name).label).join(', ')}.{why !== notMeasured && ` ${asSentence(why)}`}
          </p>
        ))}
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
              cell: ([name, value]) => <Measured value={value} format={(n) => formatJudged(name, n, limits)} />,
            },
            {
              id: 'rating',
              header: 'Rating',
              cell: ([name, value]) => <Rated name={name} value={value} limits={limits} />,
            },
            { id: 'meaning', header: 'What it means', grows: true, cell: ([name]) => <Meaning name={name} /> },
          ]}
        />
      </div>
    </Panel>
  )
}

function asLabel(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
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
