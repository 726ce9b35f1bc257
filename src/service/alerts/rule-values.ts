import type { AlertChannel, createAlertRule, partnerAlerts, ParsedInput } from '../../contract/index.ts'
import type { Account, AlertRule } from '../database/index.ts'
import { invalid } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { healthy, type ChannelHealth } from './channel-health.ts'
import type { Owner } from './owner.ts'
import { newSecret } from './signature.ts'

export type RuleBody =
  | ParsedInput<typeof createAlertRule.user>['body']
  | ParsedInput<(typeof partnerAlerts)['create']>['body']

export type Values = Omit<AlertRule, 'id' | 'part_of' | 'account_id' | 'partner_id' | 'muted_until' | 'created_at'>

/**
 * What is stored of a rule by one of its channels, and the key of its signature if it has just been made.
 * @param before what was stored by this channel, if anything was
 * @throws {HttpError} 422
 */
export function ruleValuesOf(
  body: RuleBody,
  channel: AlertChannel,
  owner: Owner,
  before: AlertRule | undefined,
  services: Services,
): { values: Values; secret: string | undefined } {
  const isWebhook = channel === 'webhook'
  const url = isWebhook ? webhookUrl(body.url) : null
  const recipient = isWebhook ? null : recipientOf(body, owner, before)
  const { site_ids = null, monitor_ids = null } = body
  const isNew = isWebhook && (body.new_secret || before?.secret_sealed == null)
  const secret = isNew ? newSecret() : undefined
  const kept = isWebhook ? (before?.secret_sealed ?? null) : null
  // what is turned off and on again may work again
  const isSameReceiver =
    before?.enabled === 1 && body.enabled && before.url === url && before.recipient === recipient && !isNew
  return {
    secret,
    values: {
      name: body.name,
      enabled: body.enabled ? 1 : 0,
      kinds: body.kinds && JSON.stringify([...new Set(body.kinds)]),
      min_severity: body.min_severity,
      slow_by: body.slow_by,
      site_ids: site_ids && JSON.stringify([...new Set(site_ids)]),
      monitor_ids: monitor_ids && JSON.stringify([...new Set(monitor_ids)]),
      channel,
      recipient,
      url,
      secret_sealed: secret === undefined ? kept : services.vault.seal(secret),
      tell_recovery: body.tell_recovery ? 1 : 0,
      // the receiver may be another one now
      wait_until: null,
      ...(isSameReceiver ? healthOf(before) : healthy),
      updated_at: services.world.clock.now(),
    },
  }
}

const healthOf = ({ failures, failed_since, failure_told_at }: AlertRule): ChannelHealth => ({
  failures,
  failed_since,
  failure_told_at,
})

/** @throws {HttpError} 422 */
function webhookUrl(text: string | null): string {
  if (text === null || text.trim() === '') throw invalid({ url: 'is required for a webhook' })
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid({ url: 'must be an http or https URL' })
  if (url.username !== '' || url.password !== '') throw invalid({ url: 'must not contain a user name or password' })
  url.hash = ''
  return url.href
}

/** Only partners may have alerts sent to themselves. An account holder can leave that as it is. */
function recipientOf(body: RuleBody, owner: Owner, before: AlertRule | undefined): 'holder' | 'partner' {
  if (!owner.account) return 'partner'
  const recipient = body.recipient ?? 'holder'
  if (recipient === 'partner' && !owner.byPartner && before?.recipient !== 'partner')
    throw invalid({ recipient: 'must be holder: only your hosting provider can have alerts sent to itself' })
  return recipient
}

/** Refuses sites and monitors of other accounts. @throws {HttpError} 422 */
export async function refuseUnknown(
  { site_ids = null, monitor_ids = null }: RuleBody,
  account: Account,
  { database: { db } }: Services,
): Promise<void> {
  const fields: Record<string, string> = {}
  for (const [field, table, ids] of [
    ['site_ids', 'sites', site_ids],
    ['monitor_ids', 'monitors', monitor_ids],
  ] as const) {
    if (!ids) continue
    const known = await db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', account.id)
      .where('id', 'in', ids)
      .execute()
    if (known.length < new Set(ids).size) fields[field] = `must be ids of the account’s ${table}`
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
