import type { Kysely } from 'kysely'
import { deliveryLimits } from './limits.ts'
import type { Alert, AlertRule, Schema } from '../database/index.ts'
import { errorCode, Failure } from '../../shared/guard/index.ts'
import { incidentRecordsOf } from '../incidents/index.ts'
import { roughPeriod } from '../../words/period.ts'
import type { Reader } from '../../words/verdict.ts'
import { waitAsked } from '../world/retry-after.ts'
import type { Services } from '../api/services.ts'
import type { WebhookReply } from '../world/world.ts'
import {
  alertMessage,
  digestMessage,
  readerOf,
  testSubject,
  testMessage,
  type ReportedIncident,
  webhookBody,
  whyFoot,
} from './messages.ts'
import { bodyOf } from '../mail/index.ts'
import { signedHeaders } from './signature.ts'
import { targetOf } from './target.ts'

type Sending = Pick<Services, 'database' | 'settings' | 'vault' | 'world'>

/**
 * What became of an attempt. `unknown`: the receiver may have the message, but hasn't said so. `gone`: it wants no more
 * of them.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'refused' | 'unknown' | 'gone'
      readonly error: string
      /** What only the rule's owner may read: it may hold a secret. */
      readonly address?: string
      /** How long the receiver asks to wait, ms. */
      readonly wait?: number
    }

/** Sends an alert, a digest or a test by the channel of its rule. */
export async function sendAlert(
  alert: Pick<Alert, 'id' | 'what' | 'subject'>,
  rule: AlertRule,
  content: Content,
  services: Sending,
): Promise<Outcome> {
  try {
    return rule.channel === 'email'
      ? await sendEmail(alert, rule, content, services)
      : await sendWebhook(alert, rule, content, services)
  } catch (error) {
    return { kind: isNotSent(error) ? 'refused' : 'unknown', error: shortReason(error) }
  }
}

/** What a message tells. */
export interface Content {
  /** Where an email goes. */
  readonly address: string | null
  readonly incidents: readonly ReportedIncident[]
  readonly total: number
}

async function sendEmail(
  { id, what, subject }: Pick<Alert, 'id' | 'what' | 'subject'>,
  rule: AlertRule,
  { incidents, total, address }: Content,
  { settings, world }: Sending,
): Promise<Outcome> {
  if (address === null) return { kind: 'gone', error: 'The recipient no longer has an address.' }
  const foot = whyFoot(rule.name, rulesPage(rule, settings.publicUrl, readerOf(rule)))
  const [first] = incidents
  const message =
    what === 'test'
      ? testMessage(foot)
      : // that a channel fails is told elsewhere
        what === 'digest' || what === 'failing' || !first
        ? digestMessage(total, incidents, readerOf(rule), foot)
        : alertMessage(what, first, readerOf(rule), foot)
  await world.mail.send({ id, to: address, subject, ...bodyOf(message) })
  return { kind: 'sent' }
}

async function sendWebhook(
  { id, what }: Pick<Alert, 'id' | 'what'>,
  rule: AlertRule,
  { incidents, total }: Content,
  { vault, world }: Sending,
): Promise<Outcome> {
  const now = world.clock.now()
  const records = incidents.map(({ record, account, page }) => ({ incident: record, account, page }))
  const [first] = records
  const data = what === 'test' ? {} : what === 'digest' || !first ? { total, incidents: records } : first
  const body = webhookBody(what === 'test' ? 'test' : `incident.${what}`, now, { rule: rule.name, ...data })
  const headers = signedHeaders(id, now, body, vault.open(rule.secret_sealed ?? ''))
  const reply = await world.webhooks.send({ url: rule.url ?? '', headers, body })
  return outcomeOf(reply, rule.url ?? '', world.clock.now())
}

/** What follows from a receiver's reply. Any 2xx means that it has the message. */
function outcomeOf({ status, location, retryAfter }: WebhookReply, url: string, now: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const error = `The recipient answered ${status}.`
  if (status === 410) return { kind: 'gone', error: `${error} It was turned off.` }
  const wait = waitAsked(retryAfter, now)
  const target = status >= 300 && status < 400 && location ? URL.parse(location, url) : null
  return {
    kind: 'refused',
    error: wait > 0 ? `${error} It asks to wait ${roughPeriod(Math.ceil(wait / 1000))}.` : error,
    ...(target ? { address: ` It names a new address: ${oneLine(target.href)}` } : {}),
    wait,
  }
}

/** The whole error, for the rule's owner. */
export function ownersError({ error, address = '' }: Exclude<Outcome, { readonly kind: 'sent' }>): string {
  return error + address
}

/** What a message tells, as it is now. */
export async function contentOf(
  { id, what, incident_id }: Pick<Alert, 'id' | 'what' | 'incident_id'>,
  rule: AlertRule,
  { database: { db }, settings }: Sending,
): Promise<Content> {
  const address = targetOf(rule, await addressesOf(rule, db))
  if (what === 'test') return { address, incidents: [], total: 0 }
  const wanted = db
    .selectFrom('incidents')
    .innerJoin('accounts', 'accounts.id', 'incidents.account_id')
    .selectAll('incidents')
    .select('accounts.name as account_name')
    .where((eb) =>
      what === 'digest'
        ? eb('incidents.id', 'in', eb.selectFrom('alerts').select('incident_id').where('digest_id', '=', id))
        : eb('incidents.id', '=', incident_id),
    )
    .orderBy('severity', 'desc')
    .orderBy('started_at')
    .orderBy('incidents.id')
  const rows = await wanted.execute()
  const listed = rows.slice(0, deliveryLimits.listed)
  const records = await incidentRecordsOf(listed, db)
  return {
    address,
    total: rows.length,
    incidents: listed.flatMap(({ account_id, account_name }, i) => {
      const record = records[i]
      if (!record) return []
      const below = rule.partner_id === null && rule.recipient !== 'partner' ? '' : `/accounts/${account_id}`
      const page = `${settings.publicUrl}${below}/incidents/${record.id}`
      return [{ record, account: { id: account_id, name: account_name }, page }]
    }),
  }
}

/** The dashboard's page of a rule, for whoever gets an email about it. */
export function rulesPage({ account_id }: AlertRule, publicUrl: string, reader: Reader): string {
  return `${publicUrl}${account_id !== null && reader === 'partner' ? `/accounts/${account_id}` : ''}/alerts`
}

/** The email addresses that a rule may send to. */
export async function addressesOf({ account_id, partner_id }: AlertRule, db: Kysely<Schema>) {
  const found = await db
    .selectFrom('partners')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.partner_id', '=', 'partners.id').on('accounts.id', '=', account_id),
    )
    .select(['partners.email as partner_email', 'accounts.email as account_email'])
    .where((eb) => (partner_id === null ? eb('accounts.id', '=', account_id) : eb('partners.id', '=', partner_id)))
    .executeTakeFirst()
  return found ?? { partner_email: null, account_email: null }
}

const notSentCodes: ReadonlySet<string> = new Set(['refused-target', 'dns-failed', 'connect-failed', 'tls-failed'])
/** Nodemailer's codes for what fails before a message is handed over. */
const beforeMessage: ReadonlySet<string> = new Set(['EAUTH', 'EDNS', 'EENVELOPE', 'ETLS'])
const beforeConnection: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'mkdir', 'open'])

/** Whether an error says for sure that the receiver doesn't have the message. */
function isNotSent(error: unknown): boolean {
  if (error instanceof Failure) return notSentCodes.has(error.code)
  if (!(error instanceof Error)) return false
  // the mail server has answered
  if ('responseCode' in error && typeof error.responseCode === 'number') return true
  if ('syscall' in error && beforeConnection.has(String(error.syscall))) return true
  return beforeMessage.has(errorCode(error) ?? '')
}

/** A server's reply in one short line: it is a stranger's text. */
function shortReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return oneLine(message)
}

const oneLine = (text: string) => text.slice(0, deliveryLimits.error).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/** What a test is to its channel. */
export function testAlert(id: string): Pick<Alert, 'id' | 'what' | 'incident_id' | 'subject'> {
  return { id, what: 'test', incident_id: null, subject: testSubject }
}
