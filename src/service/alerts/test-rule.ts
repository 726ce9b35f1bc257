import { v7 as uuid } from 'uuid'
import type { AlertRule } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { healthy } from './channel-health.ts'
import { type Owner, rowsOf, ruleOf } from './owner.ts'
import { recordHealth } from './tell-failing.ts'
import { contentOf, ownersError, sendAlert, testAlert } from './send.ts'

/** Sends a test at once by each channel of a rule, muted or not. It is tried once. @throws {HttpError} 404 or 429 */
export async function testRule(
  id: string,
  owner: Owner,
  services: Services,
): Promise<{ sent: boolean; error: string | null }> {
  const rule = await ruleOf(id, owner, services)
  await services.limits.alertTests.count(owner.id)
  const rows = await rowsOf(rule.id, services.database.db)
  const errors = await Promise.all(rows.map((row) => testChannel(row, services)))
  const failed = errors.flatMap((error, i) => (error === null ? [] : [{ error, channel: rows[i]?.channel }]))
  if (failed.length === 0) return { sent: true, error: null }
  const words = failed.map(({ error, channel }) => (rows.length === 1 ? error : `By ${channel}: ${error}`))
  return { sent: false, error: words.join(' ') }
}

/** @returns why the test failed; null if it was accepted */
async function testChannel(rule: AlertRule, services: Services): Promise<string | null> {
  const { database, world } = services
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
      rule_id: rule.id,
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
  return error
}
