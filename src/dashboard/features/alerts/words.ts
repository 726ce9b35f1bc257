import type { AlertReason, AlertRecord, AlertRuleRecord } from '../../../contract/index.ts'
import { kindName, type Reader } from '../../../words/verdict.ts'
import { plural } from '../../kit/format/format.ts'

export const severityChoices = [
  { value: '1', label: 'Any: warnings, errors and critical' },
  { value: '2', label: 'Errors and critical' },
  { value: '3', label: 'Critical only' },
] as const

const fromSeverity: Readonly<Record<number, string>> = { 2: 'errors and critical', 3: 'critical only' }

/** Which incidents a rule reports: `Down, Slow · critical only · 2 sites`. */
export function aboutRule({ kinds, min_severity, site_ids, monitor_ids }: AlertRuleRecord, reader: Reader): string {
  const places = [
    ...(site_ids ? [plural(site_ids.length, 'site')] : []),
    ...(monitor_ids ? [plural(monitor_ids.length, 'monitor')] : []),
  ].join(' and ')
  return [
    kinds === null ? 'Every kind of incident' : kinds.map((kind) => kindName(kind, reader)).join(', '),
    fromSeverity[min_severity],
    places,
  ]
    .filter(Boolean)
    .join(' · ')
}

const reasons: Readonly<Record<AlertReason, string>> = {
  muted: 'The rule is muted.',
  maintenance: 'The site is in maintenance.',
  recent: 'Sent less than an hour ago.',
  digest: 'Too many at once: collected for a digest.',
  acknowledged: 'The incident was acknowledged.',
  over: 'The incident ended first.',
  again: 'The incident began again.',
  untold: 'This recipient never got the alert that the incident had begun.',
  off: 'The rule was turned off or deleted.',
  gone: 'The incident was deleted.',
}

/** Why an alert waits, was dropped or failed; undefined if there is nothing to say. */
export function whyAlert({ reason, last_error, digest_id }: AlertRecord): string | undefined {
  const known = new Map<string, string>(Object.entries(reasons)).get(reason ?? '')
  return known ?? reason ?? last_error ?? (digest_id === null ? undefined : 'Part of a digest.')
}

/** What is wrong with a rule's last delivery; undefined if it arrived, or if nothing has been sent. */
export function deliveryProblem({ last_delivery: last }: Pick<AlertRuleRecord, 'last_delivery'>): string | undefined {
  if (!last) return undefined
  if (last.state === 'failed') return 'Last delivery failed'
  const isTriedAgain = last.last_error !== null && (last.state === 'waiting' || last.state === 'sending')
  return isTriedAgain ? 'Last attempt failed' : undefined
}
