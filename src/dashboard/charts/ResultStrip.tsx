import { severities, type Sample } from '../../contract/index.ts'
import { plural } from '../format/format.ts'
import { ResultMark } from '../components/Mark.tsx'
import { EmptyCell } from '../components/Measured.tsx'
import { useZone } from '../stores/preferences.ts'
import { exactTime } from '../format/time.ts'
import classes from './ResultStrip.module.css'

interface Props {
  /** Newest first. */
  samples: readonly Pick<Sample, 'id' | 'taken_at' | 'sample_type' | 'judged'>[]
  why?: string
  /** For table rows. */
  oneLine?: boolean
}

/** The latest results side by side, newest last, with a shape for each severity. */
export function ResultStrip({ samples, why = 'no samples yet', oneLine = false }: Props) {
  const zone = useZone()
  if (samples.length === 0) return <EmptyCell why={why} />
  return (
    <span className={classes.strip} data-one-line={oneLine || undefined} role="img" aria-label={summaryOf(samples)}>
      {samples.toReversed().map((sample, i) => (
        <span key={sample.id ?? i} title={titleOf(sample, zone)}>
          <ResultMark type={isUnjudged(sample) ? undefined : sample.sample_type} />
        </span>
      ))}
    </span>
  )
}

type Result = Props['samples'][number]

/** Measured on a busy runner, and nothing that doesn't depend on time was wrong. */
const isUnjudged = ({ judged, sample_type }: Result) => judged === false && sample_type === 0

function titleOf(sample: Result, zone: string): string {
  const at = Date.parse(sample.taken_at ?? '')
  const result = isUnjudged(sample) ? 'not judged' : (severities[sample.sample_type ?? -1] ?? 'severity not reported')
  return `${result}${Number.isNaN(at) ? '' : `, ${exactTime(at, zone)}`}`
}

/** `Latest 10 results: 8 ok, 2 critical; the newest is ok` */
export function summaryOf(samples: Props['samples']): string {
  const unjudged = samples.filter(isUnjudged).length
  const counts = [
    ...severities.map(
      (name, type) => [name, samples.filter((s) => s.sample_type === type && !isUnjudged(s)).length] as const,
    ),
    ['not judged', unjudged] as const,
  ]
  const known = counts.filter(([, n]) => n > 0).map(([name, n]) => `${n} ${name}`)
  const [first] = samples
  const newest =
    first && isUnjudged(first) ? 'not judged' : (severities[first?.sample_type ?? -1] ?? 'of a severity not reported')
  return `Latest ${plural(samples.length, 'result')}: ${known.join(', ') || 'severities not reported'}; the newest is ${newest}`
}
