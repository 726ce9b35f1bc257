import { isPageFailure, joinWithAnd, severities, slowRounds, type Sample } from '../../../../contract/index.ts'
import { formatLimit } from '../../../../words/metrics.ts'
import type { BandTone } from '../../../kit/feedback/Band.tsx'
import { formatMetric, metricWords, ratingOf } from '../metrics.ts'
import { formatJudged, judge, overLimits, overMost, type Limits, type Metrics } from '../judge.ts'
import { spentInWords } from './time-spent.ts'

interface Verdict {
  readonly tone: BandTone
  readonly title: string
  readonly detail?: string
}

/** For a severity that nothing explains. */
const severityNames = new Map([
  [1, 'Warning'],
  [2, 'Error'],
  [3, 'Critical'],
])

/** The severity of a cause, and what it is. Of two that are as bad, the first counts. */
type Cause = readonly [severity: number, title: string] | false

type Judged = Pick<Sample, 'issues' | 'metrics' | 'judged' | 'sample_type'>

/** What tells most of a page's speed, and then what an HTTP check has. */
const speedMetrics = ['time_to_display', 'first_byte'] as const

/** What a sample shows, in a sentence of what was measured: the worst of it. Undefined where nothing is known. */
export function sampleVerdict(sample: Judged, limits: Limits): Verdict | undefined {
  const { issues = [], metrics = {}, judged, sample_type: type } = sample
  if (sample.metrics === undefined && sample.issues === undefined) return undefined
  const failure = issues.find(isPageFailure)
  // times of a busy runner count for nothing
  const bySpeed = judged === false ? [] : [overCause(metrics, limits), speedCause(metrics)]
  const [over = false, rated = false] = bySpeed
  const [worst] = [failureCause(failure), over, ...issueCauses(issues), rated]
    .filter((cause) => cause !== false)
    .toSorted(([a], [b]) => b - a)
  const severity = Math.max(type ?? 0, worst?.[0] ?? 0)
  const tone = severities[severity] ?? 'error'
  if (tone !== 'ok') {
    const title = worst?.[1] ?? severityNames.get(severity) ?? `Severity ${severity}`
    const told = worst === over ? overMost(metrics, limits)?.name : undefined
    return { tone, title, ...(judged === false ? {} : overDetail(metrics, limits, told)) }
  }
  if (judged === false) return { tone: 'unjudged', title: 'Not judged: measured on a busy runner' }
  const name = speedMetrics.find((one) => typeof metrics[one] === 'number')
  const value = metrics[name ?? '']
  const speed = name && typeof value === 'number' ? `: ${metricWords(name).short} ${formatMetric(name, value)}` : ''
  const title = `${issues.length === 0 ? 'No issues' : 'Nothing failed'}${speed}`
  return { tone: 'healthy', title, ...(metrics['request_errors'] === 0 ? { detail: 'Every request succeeded.' } : {}) }
}

function failureCause(failure: NonNullable<Sample['issues']>[number] | undefined): Cause {
  return failure !== undefined && [failure.severity, clause(failure.message)]
}

/** What is furthest over a limit of its monitor. */
function overCause(metrics: Metrics, limits: Limits): Cause {
  const over = overMost(metrics, limits)
  if (!over) return false
  const { name, value, limit } = over
  const title = `${metricWords(name).short} ${formatJudged(name, value, limits)} is over its limit of ${formatLimit(name, limit)}`
  return [
    severities.indexOf(judge(name, value, limits)?.mark ?? 'warning'),
    `${title}${spentInWords(name, value, metrics)}`,
  ]
}

/** What else is over a limit, and what follows from it; nothing if nothing is. @param told the metric that is told already */
function overDetail(metrics: Metrics, limits: Limits, told: string | undefined): Pick<Verdict, 'detail'> {
  const others = overLimits(Object.fromEntries(Object.entries(metrics).filter(([name]) => name !== told)), limits)
  if (told === undefined && others.length === 0) return {}
  const also = others.length > 0 ? `${joinWithAnd(others)}${told === undefined ? '' : ', too'}. ` : ''
  return { detail: `${also}${slowRounds.over} of ${slowRounds.of} rounds over a limit open an incident.` }
}

/** Issues by their severity. A low score comes last, as it follows from the rest. */
function issueCauses(issues: NonNullable<Sample['issues']>): readonly Cause[] {
  const causes = [...Map.groupBy(issues, ({ severity }) => severity)].flatMap(([severity, group]) => {
    const others = group.filter(({ code }) => code !== 'low-score')
    const [first] = others
    return first
      ? [[severity, `${clause(first.message)}${others.length > 1 ? `, and ${others.length - 1} more` : ''}`] as const]
      : []
  })
  const score = issues.find(({ code }) => code === 'low-score')
  return score ? [...causes, [score.severity, clause(score.message)]] : causes
}

/** A speed that isn't good, by the usual thresholds. */
function speedCause(metrics: Metrics): Cause {
  const name = speedMetrics.find((one) => typeof metrics[one] === 'number')
  const value = metrics[name ?? '']
  if (name === undefined || typeof value !== 'number') return false
  const rating = ratingOf(name, value)
  if (rating === undefined || rating === 'good') return false
  const words = rating === 'poor' ? 'is poor' : 'needs improvement'
  return [
    rating === 'poor' ? 2 : 1,
    `${metricWords(name).short} ${formatMetric(name, value)} ${words}${spentInWords(name, value, metrics)}`,
  ]
}

/** A sentence as a title. */
export const clause = (sentence: string) => sentence.replace(/\.$/, '')
