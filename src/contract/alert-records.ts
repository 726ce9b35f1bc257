import * as z from 'zod/mini'
import { id } from './fields.ts'

/** What an alert tells; `failing` is that the rule's channel fails. */
export const alertSubjects = ['opened', 'reopened', 'closed', 'digest', 'test', 'failing'] as const
export const alertStates = ['waiting', 'sending', 'sent', 'failed', 'dropped'] as const

/** Why an alert waits, or why it was dropped. */
export const alertReasons = [
  'muted',
  'maintenance',
  'recent',
  'digest',
  'acknowledged',
  'over',
  'again',
  'untold',
  'off',
  'gone',
] as const
export type AlertReason = (typeof alertReasons)[number]

const ids = z.nullable(z.array(id))

export const alertRecord = z.looseObject({
  id,
  /** Null once the rule has been deleted. */
  rule_id: z.nullable(id),
  rule_name: z.string(),
  channel: z.string(),
  target: z.nullable(z.string()),
  /** Null for what isn't about a single incident. */
  incident_id: z.nullable(id),
  account_id: z.nullable(id),
  /** One of `alertSubjects`. */
  what: z.string(),
  subject: z.string(),
  state: z.string(),
  /** One of `alertReasons`. */
  reason: z.nullable(z.string()),
  attempts: z.number(),
  /** When it is tried next; null once that's settled. */
  next_at: z.nullable(z.string()),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
  /** The digest that it's part of. */
  digest_id: z.nullable(id),
})
export type AlertRecord = z.output<typeof alertRecord>

/** One of a rule's channels, and whether it works. */
const channelRecord = z.looseObject({
  channel: z.string(),
  /** False once its receiver wants no more messages, until the rule is saved again. */
  enabled: z.boolean(),
  /** Null for an address that is the partner's business. */
  target: z.nullable(z.string()),
  last_delivery: z.nullable(alertRecord),
  failures: z.number(),
  failing_since: z.nullable(z.string()),
})
export type AlertChannelRecord = z.output<typeof channelRecord>

export const alertRuleRecord = z.looseObject({
  id,
  name: z.string(),
  enabled: z.boolean(),
  kinds: z.nullable(z.array(z.string())),
  min_severity: z.number(),
  slow_by: z._default(z.nullable(z.string()), null),
  site_ids: ids,
  monitor_ids: ids,
  /** The first of `channels`, which `target` is about. */
  channel: z.string(),
  channels: z.optional(z.array(z.string())),
  by_channel: z.optional(z.array(channelRecord)),
  /** Of email. */
  recipient: z.nullable(z.string()),
  /**
   * Where alerts go: an email address, or a webhook's URL. Null for an address that is the partner's business, and for a URL
   * where the reader is less than `leastToReadWebhooks`.
   */
  target: z.nullable(z.string()),
  /** Of a webhook; null where `target` is. */
  url: z.nullable(z.string()),
  tell_recovery: z.boolean(),
  muted_until: z.nullable(z.string()),
  /** The alert, digest or test that was last tried; null if none was. */
  last_delivery: z.nullable(alertRecord),
  /** Of the channel that fails longest: attempts in a row that have failed; 0 as soon as one arrives. */
  failures: z._default(z.number(), 0),
  /** The first of them, once there are enough to say that the channel fails. */
  failing_since: z._default(z.nullable(z.string()), null),
  created_at: z.string(),
  updated_at: z.string(),
  /** The key of a webhook's signature: only where it has just been made. */
  secret: z.optional(z.string()),
})
export type AlertRuleRecord = z.output<typeof alertRuleRecord>
