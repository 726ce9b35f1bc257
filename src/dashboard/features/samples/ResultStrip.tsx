import { severities, type Sample } from '../../../contract/index.ts'
import { plural } from '../../kit/format/format.ts'
import { sampleKind } from './result-kind.ts'
import { isUnjudged, ResultMark } from './Severity.tsx'
import { LoadingValue } from '../../kit/values/LoadingValue.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { useZone } from '../../kit/format/zone.ts'
import { exactTime } from '../../kit/format/time.ts'
import classes from './ResultStrip.module.css'

interface Props {
  /** Newest first. */
  samples: readonly (Pick<Sample, 'id' | 'taken_at' | 'sample_type' | 'judged'> &
    Partial<Pick<Sample, 'metrics' | 'issues'>>)[]
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
          <ResultMark type={isLeftOut(sample) ? undefined : sample.sample_type} />
        </span>
      ))}
    </span>
  )
}

/** Takes the space of so many results while they load. */
export function LoadingStrip({ of }: { of: number }) {
  return (
    <span
      className={classes.strip}
      style={{ width: `calc(${of} * (var(--sp-mark) + var(--sp-edge)) - var(--sp-edge))` }}
    >
      <LoadingValue />
    </span>
  )
}

type Result = Props['samples'][number]

const isLeftOut = ({ sample_type, judged }: Result) => isUnjudged(sample_type, judged)

function wordsOf(sample: Result): string | undefined {
  return isLeftOut(sample) ? 'not judged' : severities[sample.sample_type ?? -1]
}

function titleOf(sample: Result, zone: string): string {
  const at = Date.parse(sample.taken_at ?? '')
  const kind = isLeftOut(sample) ? undefined : sampleKind(sample)
  return `${kind ?? wordsOf(sample) ?? 'severity not reported'}${Number.isNaN(at) ? '' : `, ${exactTime(at, zone)}`}`
}

/** `Latest 10 results: 8 ok, 2 critical; the newest is ok` */
export function summaryOf(samples: Props['samples']): string {
  const known = [...severities, 'not judged']
    .map((words) => [words, samples.filter((sample) => wordsOf(sample) === words).length] as const)
    .filter(([, n]) => n > 0)
    .map(([words, n]) => `${n} ${words}`)
  const newest = (samples[0] && wordsOf(samples[0])) ?? 'of a severity not reported'
  return `Latest ${plural(samples.length, 'result')}: ${known.join(', ') || 'severities not reported'}; the newest is ${newest}`
}
