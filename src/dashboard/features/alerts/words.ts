import { type AlertChannelRecord, type AlertRuleRecord, unusual } from '../../../contract/index.ts'
import { kindName, type Reader } from '../../../words/verdict.ts'
import { plural } from '../../kit/format/format.ts'

export const severityChoices = [
  { value: '1', label: 'Any: warnings, errors and critical' },
  { value: '2', label: 'Errors and critical' },
  { value: '3', label: 'Critical only' },
] as const

/** What makes a slow page one to report. */
export const slowChoices = [
  { value: '', label: 'Over a limit, or unusually slow' },
  { value: 'limits', label: 'Only over a limit that you set' },
  { value: 'unusual', label: 'Only unusually slow' },
] as const

/** What “unusual” means. */
export const unusualInWords = `Unusually slow is over ${unusual.factor} times what’s usual at that hour of the week.`

const slowNames: Readonly<Record<string, string>> = { limits: 'over a limit', unusual: 'unusual' }

const fromSeverity: Readonly<Record<number, string>> = { 2: 'errors and critical', 3: 'critical only' }

type Choice = Pick<AlertRuleRecord, 'kinds' | 'min_severity' | 'slow_by' | 'site_ids' | 'monitor_ids'>

/** Which incidents a rule reports: `Down, Slow · critical only · 2 sites`. */
function aboutRule(rule: Choice, reader: Reader): string {
  const { kinds, min_severity, slow_by, site_ids, monitor_ids } = rule
  const places = [
    ...(site_ids ? [plural(site_ids.length, 'site')] : []),
    ...(monitor_ids ? [plural(monitor_ids.length, 'monitor')] : []),
  ].join(' and ')
  const slow = slowNames[slow_by ?? '']
  const inWords = (kind: string) => kindName(kind, reader) + (kind === 'slow' && slow ? ` (${slow})` : '')
  return [
    kinds === null ? 'Every kind of incident' : kinds.map(inWords).join(', '),
    kinds === null && slow ? `slow only if ${slow}` : undefined,
    fromSeverity[min_severity],
    places,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The same for a list; undefined where the rule's name says it. */
export function aboutUnlessNamed(rule: Choice & Pick<AlertRuleRecord, 'name'>, reader: Reader): string | undefined {
  const about = aboutRule(rule, reader)
  return rule.name.toLowerCase().includes(about.toLowerCase()) ? undefined : about
}

type Delivered = Pick<AlertChannelRecord, 'enabled' | 'last_delivery' | 'failures' | 'failing_since'>

/**
 * What is wrong with a rule's channel and since when; undefined if the last message arrived, or if none was sent.
 * @param by names the channel, where there is another: ` by webhook`
 */
export function deliveryProblem(
  { last_delivery: last, failures, failing_since }: Delivered,
  by = '',
): { words: string; since: string; isLoud: boolean } | undefined {
  if (failing_since !== null) {
    const words = `Alerts don’t arrive${by}: ${plural(failures, 'failed attempt')}`
    return { words, since: failing_since, isLoud: true }
  }
  if (!last) return undefined
  const since = last.created_at
  if (last.state === 'failed') return { words: `Last delivery${by} failed`, since, isLoud: true }
  const isTriedAgain = last.last_error !== null && (last.state === 'waiting' || last.state === 'sending')
  return isTriedAgain ? { words: `Last attempt${by} failed`, since, isLoud: false } : undefined
}
