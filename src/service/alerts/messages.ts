import type { IncidentKind, IncidentRecord } from '../../contract/index.ts'
import { utcMoment } from '../../words/dates.ts'
import { incidentSentence } from '../../words/incidents.ts'
import { kindName, type Reader } from '../../words/verdict.ts'
import type { Alert, AlertRule } from '../database/index.ts'

/** An incident with what a message says about it in addition to the record. */
export interface ReportedIncident {
  readonly record: IncidentRecord
  readonly account: { readonly id: string; readonly name: string }
  /** The dashboard's page about it. */
  readonly page: string
}

/** Who reads the messages of a rule. A webhook's are for programs, and name the server as partners do. */
export function readerOf({ recipient }: Pick<AlertRule, 'recipient'>): Reader {
  return recipient ?? 'partner'
}

/** `Down: www.example.com (HTTP 503)`. Nothing in it breaks the line. */
export function subjectOf(
  what: Alert['what'],
  { kind, host, cause }: Pick<IncidentRecord, 'kind' | 'host' | 'cause'>,
  reader: Reader,
) {
  const name = kindName(kind, reader)
  const subject = {
    opened: `${name}: ${host} (${cause})`,
    reopened: `${name} again: ${host} (${cause})`,
    closed: `Recovered: ${host} (${pastOf(kind, reader)})`,
    digest: '',
    test: '',
    failing: '',
  }[what]
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

/** What was wrong with a host that has recovered, by the kind of its incident. */
const past: Readonly<Record<IncidentKind, string>> = {
  down: 'was down',
  resources: 'broken resources',
  slow: 'was slow',
  certificate: 'certificate',
  dns: 'DNS pointed elsewhere',
  origin: 'origin errors',
}

function pastOf(kind: string, reader: Reader): string {
  if (kind === 'origin' && reader === 'holder') return 'server errors'
  return new Map<string, string>(Object.entries(past)).get(kind) ?? `was: ${kind}`
}

export const testSubject = 'Test of an alert rule'

export function digestSubject(count: number): string {
  return `${count} incidents began or ended`
}

function whereOf({ places, partly, requests }: IncidentRecord): string {
  const locations = [...new Set(places.map(({ location }) => location))]
  if (locations.length === 0)
    return requests ? `the service, where ${requests.failed} of ${requests.asked} requests failed` : 'the service'
  return `${locations.join(', ')}${partly ? ' (not everywhere)' : ''}`
}

function detailsOf({ record, account, page }: ReportedIncident): string {
  return `  Host:    ${record.host}
  Account: ${account.name}
  Cause:   ${record.cause}
  Since:   ${utcMoment(record.started_at)}
${record.ended_at === null ? '' : `  Until:   ${utcMoment(record.ended_at)}\n`}  Seen at: ${whereOf(record)}
  More:    ${page}
`
}

/** What is wrong comes first, in the sentence of the incident's page. */
export function alertText(
  what: 'opened' | 'reopened' | 'closed',
  incident: ReportedIncident,
  reader: Reader,
  why: string,
): string {
  const { record } = incident
  const sentence = what === 'closed' ? `${record.host} has recovered.` : incidentSentence(record, reader)
  return `${sentence}${what === 'reopened' ? ' It had recovered before.' : ''}

${detailsOf(incident)}
${why}`
}

export function digestText(total: number, incidents: readonly ReportedIncident[], reader: Reader, why: string): string {
  const lines = incidents.map(({ record, account, page }) => {
    const what = record.ended_at === null ? 'opened' : 'closed'
    return `  ${subjectOf(what, record, reader)}, ${account.name}, since ${utcMoment(record.started_at)}\n  ${page}\n`
  })
  const more = total - incidents.length
  return `Many incidents began or ended within a few minutes. This email sums them up.

${lines.join('\n')}${more > 0 ? `\n  … and ${more} more.\n` : ''}
${why}`
}

export function testText(why: string): string {
  return `This is a test. Alerts from this rule reach you.

${why}`
}

export function failingSubject(ruleName: string): string {
  return `Alerts of “${ruleName}” don’t arrive`
}

interface Failing {
  readonly rule: string
  readonly recipient: string
  /** UNIX ms */
  readonly since: number
  readonly attempts: number
  readonly error: string | undefined
  /** The dashboard's page of the rule. */
  readonly page: string
}

/** That a rule's alerts don't arrive, for whoever can change that. */
export function failingText({ rule, recipient, since, attempts, error, page }: Failing): string {
  return `Alerts of the rule “${rule}” don’t reach ${recipient}.

  Since:    ${utcMoment(new Date(since).toISOString())}
  Attempts: ${attempts}
${error === undefined ? '' : `  Reason:   ${error}\n`}
Check the recipient and send a test: ${page}
You get this email once. The next one comes if alerts have arrived in between and fail again.
`
}

/** Why somebody gets an email, and how to stop that. */
export function whyText(ruleName: string, rulesPage: string): string {
  return `You get this email because of the alert rule “${ruleName}”.
To stop these emails, mute the rule or turn it off: ${rulesPage}
`
}

/** The body of a webhook: its `type`, when it was sent, and `data`. */
export function webhookBody(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
}
