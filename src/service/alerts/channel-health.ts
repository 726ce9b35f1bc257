import type { AlertRule } from '../database/index.ts'
import { deliveryLimits } from './limits.ts'
import type { Outcome } from './send.ts'

/** What is known of a rule's channel: how many attempts in a row have failed, since when, and whether its owner knows. */
export type ChannelHealth = Pick<AlertRule, 'failures' | 'failed_since' | 'failure_told_at'>

/** A channel of which no failure is known. */
export const healthy: ChannelHealth = { failures: 0, failed_since: null, failure_told_at: null }

/** What is known after an attempt. A receiver that wants no more messages fails at once. */
export function healthAfter(before: ChannelHealth, outcome: Outcome['kind'], now: number): ChannelHealth {
  if (outcome === 'sent') return healthy
  const failures = before.failures + 1
  return {
    failures: outcome === 'gone' ? Math.max(failures, deliveryLimits.failing) : failures,
    failed_since: before.failed_since ?? now,
    failure_told_at: before.failure_told_at,
  }
}

/** Since when a channel counts as failing, UNIX ms; null while it doesn't. */
export function failingSince({ failures, failed_since }: Pick<ChannelHealth, 'failures' | 'failed_since'>) {
  return failures >= deliveryLimits.failing ? failed_since : null
}

interface Addresses {
  readonly account_email: string | null
  readonly partner_email: string | null
}

/**
 * Who is mailed that a rule's channel fails, at an address that the rule itself doesn't use: the rule's owner, or the other
 * of holder and partner. Undefined for email to the partner about all accounts, which has no other way.
 */
export function toldAbout(
  { channel, recipient, partner_id }: Pick<AlertRule, 'channel' | 'recipient' | 'partner_id'>,
  { account_email, partner_email }: Addresses,
): { readonly reader: 'holder' | 'partner'; readonly to: string } | undefined {
  if (channel === 'email' && partner_id !== null) return undefined
  const reader = partner_id !== null || (channel === 'email' && recipient === 'holder') ? 'partner' : 'holder'
  const to = reader === 'partner' ? partner_email : account_email
  return to === null || (channel === 'email' && account_email === partner_email) ? undefined : { reader, to }
}
