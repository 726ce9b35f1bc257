import { v7 as uuid } from 'uuid'
import { alertLimits, type AlertRecord, type AlertRuleRecord, momentOf } from '../../contract/index.ts'
import type { AlertRule } from '../database/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import { lastDeliveriesOf } from './log.ts'
import { type Owner, ruleOf } from './owner.ts'
import { ruleRecordOf } from './records.ts'
import { type RuleBody, ruleValuesOf } from './rule-values.ts'
import { addressesOf } from './send.ts'
import { targetOf } from './target.ts'

/** A rule as its owner sees it. An account holder isn't shown the partner's address. */
export async function recordOf(rule: AlertRule, owner: Owner, services: Services): Promise<AlertRuleRecord> {
  const last = await lastDeliveriesOf([rule], owner, services)
  return withTarget(rule, last.get(rule.id), owner, services)
}

async function withTarget(
  rule: AlertRule,
  last: AlertRecord | undefined,
  owner: Owner,
  { database }: Services,
): Promise<AlertRuleRecord> {
  const isHidden = rule.recipient === 'partner' && !owner.byPartner
  return ruleRecordOf(rule, isHidden ? null : targetOf(rule, await addressesOf(rule, database.db)), last ?? null)
}

/** The rules, the oldest first. */
export async function rulesOf(owner: Owner, services: Services): Promise<{ rules: AlertRuleRecord[] }> {
  const rules = await services.database.db
    .selectFrom('alert_rules')
    .selectAll()
    .where(owner.column, '=', owner.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const last = await lastDeliveriesOf(rules, owner, services)
  return { rules: await Promise.all(rules.map((rule) => withTarget(rule, last.get(rule.id), owner, services))) }
}

/** @throws {HttpError} 409 or 422 */
export async function createRule(body: RuleBody, owner: Owner, services: Services): Promise<AlertRuleRecord> {
  const { database, world } = services
  const { values, secret } = await ruleValuesOf(body, owner, undefined, services)
  const rule: AlertRule = {
    id: uuid(),
    account_id: null,
    partner_id: null,
    [owner.column]: owner.id,
    ...values,
    muted_until: null,
    created_at: world.clock.now(),
  }
  await database.db.transaction().execute(async (trx) => {
    // two at once would both find room
    if (database.kind === 'postgres')
      await trx
        .selectFrom(owner.account ? 'accounts' : 'partners')
        .select('id')
        .where('id', '=', owner.id)
        .forNoKeyUpdate()
        .execute()
    const { n } = await trx
      .selectFrom('alert_rules')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where(owner.column, '=', owner.id)
      .executeTakeFirstOrThrow()
    if (n >= alertLimits.rules)
      throw conflict(`There are ${alertLimits.rules} rules already. Delete one before you add another.`)
    await trx.insertInto('alert_rules').values(rule).execute()
  })
  return withSecret(await recordOf(rule, owner, services), secret)
}

/** @throws {HttpError} 404 or 422 */
export async function changeRule(
  id: string,
  body: RuleBody,
  owner: Owner,
  services: Services,
): Promise<AlertRuleRecord> {
  const before = await ruleOf(id, owner, services)
  const { values, secret } = await ruleValuesOf(body, owner, before, services)
  return withSecret(await update(id, values, owner, services), secret)
}

/** @throws {HttpError} 404 */
export async function muteRule(
  id: string,
  until: string | number | null,
  owner: Owner,
  services: Services,
): Promise<AlertRuleRecord> {
  const at = until === null ? undefined : momentOf(until)
  return update(id, { muted_until: at === undefined || at <= services.world.clock.now() ? null : at }, owner, services)
}

/** @throws {HttpError} 404 */
export async function deleteRule(id: string, owner: Owner, services: Services): Promise<{ id: string; name: string }> {
  const { name } = await ruleOf(id, owner, services)
  await services.database.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('alerts')
      .set({ state: 'dropped', reason: 'off' })
      .where('rule_id', '=', id)
      .where('state', 'in', ['waiting', 'sending'])
      .execute()
    await trx.deleteFrom('alert_rules').where('id', '=', id).execute()
  })
  return { id, name }
}

/** Changes a rule, and has its waiting alerts looked at by what it says now. */
async function update(
  id: string,
  values: Partial<AlertRule>,
  owner: Owner,
  services: Services,
): Promise<AlertRuleRecord> {
  const { database, wakeAlerts } = services
  const rule = await database.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('alert_rules')
      .set(values)
      .where('id', '=', id)
      .where(owner.column, '=', owner.id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw notFound('alert rule')
    const now = await sharedTime(services, trx)
    await trx
      .updateTable('alerts')
      .set({ next_at: now })
      .where('rule_id', '=', id)
      .where('state', '=', 'waiting')
      .where('next_at', '>', now)
      // what is collected for a digest stays together
      .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '!=', 'digest')]))
      .execute()
    return changed
  })
  wakeAlerts()
  return recordOf(rule, owner, services)
}

function withSecret(record: AlertRuleRecord, secret: string | undefined): AlertRuleRecord {
  return secret === undefined ? record : { ...record, secret }
}
