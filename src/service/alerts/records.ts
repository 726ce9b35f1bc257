import type { AlertChannelRecord, AlertRecord, AlertRuleRecord } from '../../contract/index.ts'
import type { Alert, AlertRule } from '../database/index.ts'
import { failingSince } from './channel-health.ts'
import { listOf } from './rules.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))
const list = (json: string | null) => (json === null ? null : listOf(json))

/** A rule by one of its channels. */
export interface RuleChannel {
  readonly row: AlertRule
  /** Where its alerts go now. */
  readonly target: string | null
  readonly lastDelivery: AlertRecord | null
}

/**
 * A rule as the API returns it, without its key.
 * @param rule what all its channels have in common
 * @param channels in the order of `alertChannels`; at least one
 */
export function ruleRecordOf(rule: AlertRule, channels: readonly RuleChannel[]): AlertRuleRecord {
  const byChannel = channels.map(channelRecordOf)
  const rows = channels.map(({ row }) => row)
  const failing = byChannel.toSorted(longestFailing)[0]
  const deliveries = byChannel.flatMap(({ last_delivery }) => last_delivery ?? [])
  return {
    id: rule.id,
    name: rule.name,
    enabled: byChannel.some(({ enabled }) => enabled),
    kinds: list(rule.kinds),
    min_severity: rule.min_severity,
    slow_by: rule.slow_by,
    site_ids: list(rule.site_ids),
    monitor_ids: list(rule.monitor_ids),
    channel: byChannel[0]?.channel ?? rule.channel,
    channels: byChannel.map(({ channel }) => channel),
    by_channel: byChannel,
    recipient: rows.find(({ recipient }) => recipient !== null)?.recipient ?? null,
    target: byChannel[0]?.target ?? null,
    url: byChannel.find(({ channel }) => channel === 'webhook')?.target ?? null,
    tell_recovery: rule.tell_recovery === 1,
    muted_until: isoOrNull(rule.muted_until),
    last_delivery: deliveries.toSorted((a, b) => triedAt(b) - triedAt(a))[0] ?? null,
    failures: failing?.failures ?? 0,
    failing_since: failing?.failing_since ?? null,
    created_at: iso(rule.created_at),
    updated_at: iso(rule.updated_at),
  }
}

function channelRecordOf({ row, target, lastDelivery }: RuleChannel): AlertChannelRecord {
  return {
    channel: row.channel,
    enabled: row.enabled === 1,
    target,
    last_delivery: lastDelivery,
    failures: row.failures,
    failing_since: isoOrNull(failingSince(row)),
  }
}

function longestFailing(a: AlertChannelRecord, b: AlertChannelRecord): number {
  const since = ({ failing_since }: AlertChannelRecord) => (failing_since ? Date.parse(failing_since) : Infinity)
  return since(a) === since(b) ? b.failures - a.failures : since(a) - since(b)
}

const triedAt = ({ sent_at, created_at }: AlertRecord) => Date.parse(sent_at ?? created_at)

/** An alert as the API returns it. What a mail server said may name a hidden address. */
export function alertRecordOf(
  alert: Alert & { readonly incident_account_id: string | null; readonly part_of: string | null },
  isHidden: boolean,
): AlertRecord {
  const isSettled = alert.state !== 'waiting' && alert.state !== 'sending'
  return {
    id: alert.id,
    rule_id: alert.part_of ?? alert.rule_id,
    rule_name: alert.rule_name,
    channel: alert.channel,
    target: isHidden ? null : alert.target,
    incident_id: alert.incident_id,
    account_id: alert.account_id ?? alert.incident_account_id,
    what: alert.what,
    subject: alert.subject,
    state: alert.state,
    reason: alert.reason,
    attempts: alert.attempts,
    // a part of a digest goes out with it
    next_at: isSettled || alert.digest_id !== null ? null : iso(alert.next_at),
    last_error: isHidden && alert.last_error !== null ? 'It couldn’t be sent.' : alert.last_error,
    created_at: iso(alert.created_at),
    sent_at: isoOrNull(alert.sent_at),
    digest_id: alert.digest_id,
  }
}
