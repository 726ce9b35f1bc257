import { v7 as uuid } from 'uuid'
import type { AlertRule } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import { type ChannelHealth, failingSince, toldAbout } from './channel-health.ts'
import { bodyOf } from '../mail/index.ts'
import { failingMessage, failingSubject } from './messages.ts'
import { addressesOf, type Outcome, rulesPage } from './send.ts'
import { targetOf } from './target.ts'

export async function recordHealth(ruleId: string, health: ChannelHealth, { database }: Pick<Services, 'database'>) {
  await database.db.updateTable('alert_rules').set(health).where('id', '=', ruleId).execute()
}

/**
 * Mails that a rule's channel fails, once, until something arrives again. If that mail fails, it is sent at the next failure.
 */
export async function tellFailing(
  rule: AlertRule,
  health: ChannelHealth,
  { error }: Exclude<Outcome, { readonly kind: 'sent' }>,
  services: Services,
): Promise<void> {
  const { database, log, settings, world } = services
  const since = failingSince(health)
  if (since === null || health.failure_told_at !== null) return
  const addresses = await addressesOf(rule, database.db)
  const told = toldAbout(rule, addresses)
  if (!told) return
  const target = targetOf(rule, addresses)
  const subject = failingSubject(rule.name)
  const message = failingMessage({
    rule: rule.name,
    recipient: recipientFor(told.reader, rule, target),
    since,
    attempts: health.failures,
    // what a mail server says may name an address
    error: rule.channel === 'webhook' ? error : undefined,
    page: rulesPage(rule, settings.publicUrl, told.reader),
  })
  // the same id if it is sent twice
  const id = `${rule.id}.${since}`
  try {
    await world.mail.send({ id, to: told.to, subject, ...bodyOf(message) })
  } catch (failure) {
    log.warn({ rule: rule.id, reason: String(failure) }, 'telling that a channel fails failed')
    return
  }
  const now = await sharedTime(services)
  await recordHealth(rule.id, { ...health, failure_told_at: now }, services)
  await database.db
    .insertInto('alerts')
    .values({
      id: uuid(),
      rule_id: rule.id,
      account_id: rule.account_id,
      partner_id: rule.partner_id,
      rule_name: rule.name,
      channel: 'email',
      target: told.to,
      what: 'failing',
      subject,
      state: 'sent',
      attempts: 1,
      tried_at: now,
      next_at: now,
      created_at: now,
      sent_at: now,
    })
    .execute()
}

/** What a mail may say about where a rule's alerts go: a webhook's path may be a secret, and holders see no other address. */
function recipientFor(reader: 'holder' | 'partner', { channel }: AlertRule, target: string | null): string {
  if (channel === 'webhook') return `the webhook at ${URL.parse(target ?? '')?.host ?? 'an unknown address'}`
  return reader === 'holder' || target === null ? 'your hosting provider' : target
}
