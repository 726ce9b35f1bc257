import { v7 as uuid } from 'uuid'
import { type Alert, type AlertRule, chunksOf } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime, sharedTimeSql } from '../time/shared-time.ts'
import { healthAfter } from './channel-health.ts'
import { digestSubject } from './messages.ts'
import { quietMs, retryAfter, type Step, stepsFor, waitsUntil } from './rules.ts'
import { addressesOf, type Content, contentOf, ownersError, sendAlert } from './send.ts'
import { situationOf } from './situation.ts'
import { targetOf } from './target.ts'
import { recordHealth, tellFailing } from './tell-failing.ts'

/** Rules with an alert that is due. */
export async function rulesDue(services: Pick<Services, 'database' | 'world'>): Promise<string[]> {
  const rows = await services.database.db
    .selectFrom('alerts')
    .select('rule_id')
    .distinct()
    .where('state', 'in', ['waiting', 'sending'])
    .where('next_at', '<=', sharedTimeSql(services))
    .where('digest_id', 'is', null)
    .where('rule_id', 'is not', null)
    .execute()
  return rows.flatMap(({ rule_id }) => rule_id ?? [])
}

/**
 * Sends what is due of a rule, one message after the other, until one fails.
 * @param mayGoOn asked before each message
 */
export async function deliver(ruleId: string, services: Services, mayGoOn: () => Promise<boolean>): Promise<void> {
  const { database } = services
  const rule = await database.db.selectFrom('alert_rules').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!rule) return
  const now = await sharedTime(services)
  const waits = waitsUntil(rule, now)
  if (waits !== undefined) return postpone(ruleId, waits, services)
  const situation = await situationOf(rule, now, database.db)
  const byId = new Map(situation.pending.map((alert) => [alert.id, alert]))
  const steps = stepsFor(situation)
  for (const step of steps) await settle(step, services)
  for (const step of steps) {
    if (step.do !== 'send' && step.do !== 'digest') continue
    if (!(await mayGoOn())) return
    const sent =
      step.do === 'digest'
        ? await sendDigest(step.ids, rule, services)
        : await sendOne(byId.get(step.id), rule, services)
    if (!sent) return
  }
}

/** Sends an alert, or a digest that has failed before. @returns whether others may follow */
async function sendOne(alert: Alert | undefined, rule: AlertRule, services: Services): Promise<boolean> {
  if (!alert) return true
  // everything is ready before it's claimed, so that hardly anything can happen before it's sent
  const content = await contentOf(alert, rule, services)
  const claimed = await claim(alert, services)
  return !claimed || attempt(claimed, rule, content, services)
}

async function sendDigest(ids: readonly string[], rule: AlertRule, services: Services): Promise<boolean> {
  const claimed = await claimDigest(ids, rule, services)
  return !claimed || attempt(claimed, rule, await contentOf(claimed, rule, services), services)
}

/** Has whatever waits for a receiver wait until then: it would fail too. */
async function postpone(ruleId: string, until: number, { database }: Pick<Services, 'database'>): Promise<void> {
  await database.db
    .updateTable('alerts')
    .set({ next_at: until })
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'waiting')
    .where('next_at', '<', until)
    .execute()
}

/** Records what is held back or dropped. */
async function settle(step: Step, { database: { db } }: Services): Promise<void> {
  if (step.do !== 'hold' && step.do !== 'drop') return
  const { id, reason } = step
  await db
    .updateTable('alerts')
    .set(
      step.do === 'drop'
        ? { state: 'dropped', reason }
        : { state: 'waiting', reason, next_at: step.until, held_at: step.at },
    )
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
}

/**
 * Takes an alert, just before it is sent: if this process dies, nobody knows whether it was, and it's sent again in an
 * hour.
 */
async function claim(alert: Alert, services: Services): Promise<Alert | undefined> {
  const now = await sharedTime(services)
  return services.database.db
    .updateTable('alerts')
    .set({
      state: 'sending',
      reason: null,
      attempts: alert.attempts + 1,
      tried_at: alert.tried_at ?? now,
      next_at: now + quietMs,
    })
    .where('id', '=', alert.id)
    .where('state', '=', alert.state)
    .where('attempts', '=', alert.attempts)
    .returningAll()
    .executeTakeFirst()
}

/** Makes a digest of several alerts and takes it. From then on they share its fate. */
async function claimDigest(ids: readonly string[], rule: AlertRule, services: Services): Promise<Alert | undefined> {
  const { database } = services
  const now = await sharedTime(services)
  const id = uuid()
  const target = targetOf(rule, await addressesOf(rule, database.db))
  return database.db.transaction().execute(async (trx) => {
    let count = 0
    for (const some of chunksOf(ids)) {
      const { numUpdatedRows } = await trx
        .updateTable('alerts')
        .set({ digest_id: id, state: 'waiting' })
        .where('id', 'in', some)
        .where('state', 'in', ['waiting', 'sending'])
        .where('digest_id', 'is', null)
        .executeTakeFirst()
      count += Number(numUpdatedRows)
    }
    if (count === 0) return undefined
    return trx
      .insertInto('alerts')
      .values({
        id,
        rule_id: rule.id,
        account_id: rule.account_id,
        partner_id: rule.partner_id,
        rule_name: rule.name,
        channel: rule.channel,
        target,
        what: 'digest',
        subject: digestSubject(count),
        state: 'sending',
        attempts: 1,
        tried_at: now,
        next_at: now + quietMs,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirst()
  })
}

/** Sends what was claimed, and records the outcome. @returns whether the receiver has it */
async function attempt(alert: Alert, rule: AlertRule, content: Content, services: Services): Promise<boolean> {
  const { database, log } = services
  const outcome = await sendAlert(alert, rule, content, services)
  const now = await sharedTime(services)
  const own = database.db
    .updateTable('alerts')
    .where((eb) => eb.or([eb('id', '=', alert.id), eb('digest_id', '=', alert.id)]))
    .where('state', 'in', ['waiting', 'sending'])
  const health = healthAfter(rule, outcome.kind, now)
  if (outcome.kind === 'sent') {
    await own.set({ state: 'sent', reason: null, sent_at: now, last_error: null }).execute()
    if (rule.failures > 0) await recordHealth(rule.id, health, services)
    return true
  }
  await recordHealth(rule.id, health, services)
  log.warn({ alert: alert.id, rule: rule.id, attempts: alert.attempts, reason: outcome.error }, 'an alert was not sent')
  const last_error = ownersError(outcome)
  const elapsed = Math.max(0, now - (alert.tried_at ?? now))
  const retry = retryAfter(alert.attempts, elapsed, Math.random(), outcome.wait)
  if (outcome.kind === 'gone' || retry === undefined) {
    await own.set({ state: 'failed', reason: null, last_error }).execute()
    if (outcome.kind === 'gone')
      await database.db.updateTable('alert_rules').set({ enabled: 0 }).where('id', '=', rule.id).execute()
    await tellFailing(rule, health, outcome, services)
    return false
  }
  await database.db
    .updateTable('alerts')
    .set(outcome.kind === 'unknown' ? { last_error } : { state: 'waiting', next_at: now + retry, last_error })
    .where('id', '=', alert.id)
    .where('state', '=', 'sending')
    .execute()
  if (outcome.wait)
    await database.db
      .updateTable('alert_rules')
      .set({ wait_until: now + retry })
      .where('id', '=', rule.id)
      .execute()
  await postpone(rule.id, now + retry, services)
  await tellFailing(rule, health, outcome, services)
  return false
}
