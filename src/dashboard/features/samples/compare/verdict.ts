import { joinWithAnd, troubleOf } from '../../../../contract/index.ts'
import { pageFailure, formatMetric, metricWords } from '../metrics.ts'
import type { BandTone } from '../../../kit/feedback/Band.tsx'
import { severityOf } from '../judge.ts'
import type { Compared } from './compared.ts'
import { changeInWords, failuresInWords } from './cause.ts'
import { differenceOf } from './difference.ts'
import { goneInWords, issueChanges, newInWords } from './issue-changes.ts'
import type { RequestChange } from './request-changes.ts'
import type { UsualSpread } from './usual.ts'

interface Verdict {
  readonly tone: BandTone
  readonly title: string
  readonly detail: string | undefined
}

/** What tells most of a page's speed, and then what an HTTP check has. */
const speedMetrics = ['time_to_display', 'first_byte'] as const

/** What became of a page between two samples: it failed, got slower or faster, or is about the same. */
export function verdictOf(
  pair: readonly [Compared, Compared],
  changes: readonly RequestChange[],
  usual: UsualSpread | undefined,
): Verdict {
  const { tone, title, detail } = verdictWithout(pair, changes, usual)
  const words = [conditionsInWords(pair), detail].filter(Boolean).join(' ')
  const [, { sample, limits }] = pair
  // the sample has a mark of its own, which must not be another one
  return { tone: troubleOf(severityOf(sample, limits) ?? 0) ?? tone, title, detail: words || undefined }
}

const conditions = { location: 'location', connectivity: 'connection', browser: 'browser', view: 'view' } as const

/** In what two samples differ before anything is measured: `They differ in location and view.` Undefined if in nothing. */
function conditionsInWords([{ sample: a }, { sample: b }]: readonly [Compared, Compared]): string | undefined {
  const names = ['location', 'connectivity', 'browser', 'view'] as const
  const different: string[] = names
    .filter((name) => JSON.stringify(a[name] ?? null) !== JSON.stringify(b[name] ?? null))
    .map((name) => conditions[name])
  // it's not known of every sample
  if (a.device && b.device && a.device.name !== b.device.name) different.push('device')
  return different.length > 0 ? `They differ in ${joinWithAnd(different)}.` : undefined
}

/** The verdict without the conditions. */
function verdictWithout(
  [first, later]: readonly [Compared, Compared],
  changes: readonly RequestChange[],
  usual: UsualSpread | undefined,
): Verdict {
  const [a, b] = [first.letter, later.letter]
  const differsInConditions = conditionsInWords([first, later]) !== undefined
  const known = { differsInConditions, usualSize: usual?.metrics['bytes_total'] }
  const detail = changeInWords(changes, [a, b], known)
  const failure = pageFailure(later.sample)
  if (failure !== undefined) return { tone: 'error', title: `${b} failed: ${failure}`, detail }
  if (pageFailure(first.sample) !== undefined)
    return { tone: 'healthy', title: `${b} works again: ${pageFailure(first.sample) ?? ''}`, detail }
  const issues = issueChanges(first.sample.issues, later.sample.issues)
  const [added, gone] = [newInWords(issues), goneInWords(issues)]
  const tone = troubleOf(Math.max(0, ...issues.added.map(({ severity }) => severity))) ?? 'healthy'
  const withGone = (words: string | undefined) => [gone && `${gone}.`, words].filter(Boolean).join(' ') || undefined
  const failures = failuresInWords(changes, b)
  const values = (name: string) => [first.sample.metrics?.[name], later.sample.metrics?.[name]] as const
  const name = speedMetrics.find((one) => values(one).every((value) => typeof value === 'number'))
  const [from, to] = name ? values(name) : []
  const difference = name && differenceOf(name, from, to, usual?.metrics[name])
  const worse = difference?.isWorse
  if (name && difference && worse !== undefined && typeof from === 'number' && typeof to === 'number') {
    const { short } = metricWords(name)
    const by = formatMetric(name, Math.abs(difference.by))
    const speed = `${b} is ${by} ${worse ? 'slower' : 'faster'}: ${short} ${formatMetric(name, from)}, then ${formatMetric(name, to)}`
    if (worse || failures === undefined)
      return { tone: worse ? 'warning' : tone, title: joined(speed, added), detail: withGone(detail) }
  }
  if (failures !== undefined) {
    const rest = changeInWords(changes, [a, b], { hasToldFailures: true, ...known })
    return { tone: 'warning', title: joined(failures, added), detail: withGone(rest) }
  }
  const asFast = difference && 'As fast'
  if (added !== undefined) return { tone, title: joined(asFast, added), detail: withGone(detail) }
  return { tone, title: gone === undefined ? 'About the same' : joined(asFast, gone), detail }
}

const joined = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join('; ')
