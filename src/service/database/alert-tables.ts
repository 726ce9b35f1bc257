import type { Generated } from 'kysely'
import type { SlowBy } from '../../contract/index.ts'
import type { Flag, Json, Time } from './columns.ts'

/**
 * Who is alerted about which incidents by one channel: a rule of an account, or of a partner for all its accounts. A rule
 * with two channels has a row for each, with the same settings.
 */
export interface AlertRuleTable {
  id: string
  /** The row whose id is the rule's, of a second channel; else null. */
  part_of: string | null
  /** Null for a partner's rule. */
  account_id: string | null
  /** Null for an account's rule. */
  partner_id: string | null
  name: string
  enabled: Flag
  /** JSON list; null for all. So are the two below. */
  kinds: Json | null
  min_severity: number
  /** Which slow incidents; null for all. */
  slow_by: SlowBy | null
  site_ids: Json | null
  monitor_ids: Json | null
  channel: 'email' | 'webhook'
  /** Of email; null for a webhook. */
  recipient: 'holder' | 'partner' | null
  /** Of a webhook; null for email. */
  url: string | null
  /** The key of a webhook's signature, sealed. */
  secret_sealed: string | null
  tell_recovery: Flag
  muted_until: Time | null
  /** When the receiver, which asked to wait, is asked again. */
  wait_until: Time | null
  /** Attempts in a row that have failed; since when, and when the owner was told. */
  failures: Generated<number>
  failed_since: Time | null
  failure_told_at: Time | null
  created_at: Time
  updated_at: Time
}

/** A message of a rule, waiting or done: about a change of an incident, a digest of several, or a test. */
export interface AlertTable {
  /** Also what receivers know it by, so that they notice one that comes twice. */
  id: string
  /** Null once the rule has been deleted. */
  rule_id: string | null
  /** Whose log it is in: the account's, or the partner's. */
  account_id: string | null
  partner_id: string | null
  rule_name: string
  channel: 'email' | 'webhook'
  target: string | null
  /** Null for a digest or a test, and once the incident has been deleted. */
  incident_id: string | null
  /** The change of the incident, so that none is reported twice. */
  change_id: string | null
  what: 'opened' | 'reopened' | 'closed' | 'digest' | 'test' | 'failing'
  subject: string
  /** `sending` until it's known what became of an attempt. */
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'
  /** Why it waits, or was dropped. */
  reason: string | null
  /** When it was last held back. */
  held_at: Time | null
  attempts: number
  /** When the first attempt began. */
  tried_at: Time | null
  next_at: Time
  last_error: string | null
  created_at: Time
  sent_at: Time | null
  /** The digest that it's part of. It shares its fate. */
  digest_id: string | null
}
