import type { AlertRecord, AlertRuleRecord } from '../../contract/index.ts'
import type { Alert, AlertRule } from '../database/index.ts'
import { failingSince } from './channel-health.ts'
import { listOf } from './rules.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))
const list = (json: string | null) => (json === null ? null : listOf(json))

/** A rule as the API returns it, without its key. `target` is where its alerts go now. */
export function ruleRecordOf(
  rule: AlertRule,
  target: string | null,
  lastDelivery: AlertRecord | null,
): AlertRuleRecord {
  return {
    id: rule.id,
    name: rule.name,
    enabled: rule.enabled === 1,
    kinds: list(rule.kinds),
    min_severity: rule.min_severity,
    slow_by: rule.slow_by,
    site_ids: list(rule.site_ids),
    monitor_ids: list(rule.monitor_ids),
    channel: rule.channel,
    recipient: rule.recipient,
    target,
    url: rule.url,
    tell_recovery: rule.tell_recovery === 1,
    muted_until: isoOrNull(rule.muted_until),
    last_delivery: lastDelivery,
    failures: rule.failures,
    failing_since: isoOrNull(failingSince(rule)),
    created_at: iso(rule.created_at),
    updated_at: iso(rule.updated_at),
  }
}

/** An alert as the API returns it. What a mail server said may name a hidden address. */
export function alertRecordOf(
  alert: Alert & { readonly incident_account_id: string | null },
  isHidden: boolean,
): AlertRecord {
  const isSettled = alert.state !== 'waiting' && alert.state !== 'sending'
  return {
    id: alert.id,
    rule_id: alert.rule_id,
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
