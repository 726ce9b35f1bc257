import { type IncidentKind, type IncidentRecord, troubleOf } from '../../contract/index.ts'
import { utcMoment } from '../../words/dates.ts'
import { causeInWords, incidentSentence, worstInWords } from '../../words/incidents.ts'
import { incidentName, type Reader } from '../../words/verdict.ts'
import type { Alert, AlertRule } from '../database/index.ts'
import type { Foot, Message } from '../mail/index.ts'

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
  { kind, host, cause, partly }: Pick<IncidentRecord, 'kind' | 'host' | 'cause' | 'partly'>,
  reader: Reader,
) {
  const name = incidentName({ kind, partly }, reader)
  const subject = {
    opened: `${name}: ${host} (${cause})`,
    reopened: `${name} again: ${host} (${cause})`,
    closed: `Recovered: ${host} (${pastOf({ kind, partly }, reader)})`,
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

function pastOf({ kind, partly }: Pick<IncidentRecord, 'kind' | 'partly'>, reader: Reader): string {
  if (kind === 'down' && partly) return 'was partly down'
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

/** What is wrong comes first, in the sentence of the incident's page. */
export function alertMessage(
  what: 'opened' | 'reopened' | 'closed',
  { record, account, page }: ReportedIncident,
  reader: Reader,
  foot: Foot,
): Message {
  const worst = worstInWords(record)
  const again = what === 'reopened' ? ' It had recovered before.' : ''
  return {
    tone: what === 'closed' ? 'good' : troubleOf(record.severity),
    title: what === 'closed' ? `${record.host} has recovered.` : `${incidentSentence(record, reader)}${again}`,
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Host', record.host],
          ['Account', account.name],
          // once it is over, the value in it is that of its last sample
          ['Cause', causeInWords(record)],
          ...(record.worst && worst !== undefined
            ? [['Worst', `${worst}, on ${utcMoment(record.worst.at)}`] as const]
            : []),
          ['Since', utcMoment(record.started_at)],
          ...(record.ended_at === null ? [] : [['Until', utcMoment(record.ended_at)] as const]),
          ['Seen at', whereOf(record)],
        ],
      },
      { is: 'link', label: 'View incident', url: page, isAction: true },
      foot,
    ],
  }
}

export function digestMessage(
  total: number,
  incidents: readonly ReportedIncident[],
  reader: Reader,
  foot: Foot,
): Message {
  const more = total - incidents.length
  return {
    title: 'Many incidents began or ended within a few minutes. This email sums them up.',
    blocks: [
      ...incidents.map(({ record, account, page }) => {
        const subject = subjectOf(record.ended_at === null ? 'opened' : 'closed', record, reader)
        const label = `${subject}, ${account.name}, since ${utcMoment(record.started_at)}`
        return { is: 'link', label, url: page } as const
      }),
      more > 0 ? { is: 'words', text: `… and ${more} more.` } : undefined,
      foot,
    ],
  }
}

export function testMessage(foot: Foot): Message {
  return { tone: 'good', title: 'This is a test. Alerts from this rule reach you.', blocks: [foot] }
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
export function failingMessage({ rule, recipient, since, attempts, error, page }: Failing): Message {
  return {
    tone: 'error',
    title: `Alerts of the rule “${rule}” don’t reach ${recipient}.`,
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Since', utcMoment(new Date(since).toISOString())],
          ['Attempts', String(attempts)],
          ...(error === undefined ? [] : [['Reason', error] as const]),
        ],
      },
      { is: 'link', label: 'Check the recipient and send a test', url: page, isAction: true },
      {
        is: 'words',
        text: 'You get this email once. The next one comes if alerts have arrived in between and fail again.',
      },
    ],
  }
}

/** Why somebody gets an email, and how to stop that. */
export function whyFoot(ruleName: string, rulesPage: string): Foot {
  return {
    is: 'foot',
    text: `You get this email because of the alert rule “${ruleName}”.`,
    label: 'To stop these emails, mute the rule or turn it off',
    url: rulesPage,
  }
}

/** The body of a webhook: its `type`, when it was sent, and `data`. */
export function webhookBody(type: string, at: number, data: object): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
}
