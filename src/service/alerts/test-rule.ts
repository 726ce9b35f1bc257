import { v7 as uuid } from 'uuid'
import type { Services } from '../api/services.ts'
import { healthy } from './channel-health.ts'
import { type Owner, ruleOf } from './owner.ts'
import { recordHealth } from './tell-failing.ts'
import { contentOf, ownersError, sendAlert, testAlert } from './send.ts'

/** Sends a test at once, muted or not. It is tried once. @throws {HttpError} 404 or 429 */
export async function testRule(
  id: string,
  owner: Owner,
  services: Services,
): Promise<{ sent: boolean; error: string | null }> {
  const { database, limits, world } = services
  const rule = await ruleOf(id, owner, services)
  await limits.alertTests.count(owner.id)
  const test = testAlert(uuid())
  const createdAt = world.clock.now()
  const content = await contentOf(test, rule, services)
  const outcome = await sendAlert(test, rule, content, services)
  const error = outcome.kind === 'sent' ? null : ownersError(outcome)
  const now = world.clock.now()
  // what a failed test says, its sender sees
  if (error === null) await recordHealth(rule.id, healthy, services)
  await database.db
    .insertInto('alerts')
    .values({
      ...test,
      rule_id: id,
      account_id: rule.account_id,
      partner_id: rule.partner_id,
      rule_name: rule.name,
      channel: rule.channel,
      target: content.address,
      state: error === null ? 'sent' : 'failed',
      attempts: 1,
      tried_at: createdAt,
      next_at: now,
      last_error: error,
      created_at: createdAt,
      sent_at: error === null ? now : null,
    })
    .execute()
  return { sent: error === null, error }
}
