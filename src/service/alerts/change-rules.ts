import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  type AlertChannel,
  alertChannels,
  alertLimits,
  type AlertRuleRecord,
  channelsOf,
  momentOf,
} from '../../contract/index.ts'
import type { AlertRule, Schema } from '../database/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { recordAt, type SomeChange } from '../events/index.ts'
import { sharedTime } from '../time/shared-time.ts'
import { changedParts } from './changed-parts.ts'
import { lastDeliveriesOf } from './log.ts'
import { isHidden, isOf, type Owner, rowsOf, ruleOf } from './owner.ts'
import { ruleRecordOf } from './records.ts'
import { refuseUnknown, type RuleBody, ruleValuesOf } from './rule-values.ts'
import { addressesOf } from './send.ts'
import { targetOf } from './target.ts'

/** A rule as its owner sees it. An account holder isn't shown the partner's address. */
export async function recordOf({ id }: AlertRule, owner: Owner, services: Services): Promise<AlertRuleRecord> {
  const [record] = await recordsOf(await rowsOf(id, services.database.db), owner, services)
  if (!record) throw notFound('alert rule')
  return record
}

/** The rules, the oldest first. */
export async function rulesOf(owner: Owner, services: Services): Promise<{ rules: AlertRuleRecord[] }> {
  const rows = await services.database.db
    .selectFrom('alert_rules')
    .selectAll()
    .where(owner.column, '=', owner.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { rules: await recordsOf(rows, owner, services) }
}

async function recordsOf(rows: readonly AlertRule[], owner: Owner, services: Services): Promise<AlertRuleRecord[]> {
  const last = await lastDeliveriesOf(rows, owner, services)
  const channelOf = async (row: AlertRule) => {
    const target = targetOf(row, await addressesOf(row, services.database.db))
    const shown = isHidden({ channel: row.channel, target }, owner) ? null : target
    return { row, target: shown, lastDelivery: last.get(row.id) ?? null }
  }
  return Promise.all(
    rows
      .filter(({ part_of }) => part_of === null)
      .map(async (rule) => {
        const own = rows.filter(({ id, part_of }) => id === rule.id || part_of === rule.id)
        const inOrder = alertChannels.flatMap((channel) => own.filter((row) => row.channel === channel))
        return ruleRecordOf(rule, await Promise.all(inOrder.map(channelOf)))
      }),
  )
}

/** @throws {HttpError} 409 or 422 */
export async function createRule(body: RuleBody, owner: Owner, services: Services): Promise<AlertRuleRecord> {
  const { database, world } = services
  if (owner.account) await refuseUnknown(body, owner.account, services)
  const common = {
    account_id: null,
    partner_id: null,
    [owner.column]: owner.id,
    muted_until: null,
    created_at: world.clock.now(),
  }
  const id = uuid()
  const made = channelsOf(body).map((channel, i) => {
    const { values, secret } = ruleValuesOf(body, channel, owner, undefined, services)
    return { secret, row: { ...common, ...values, ...(i === 0 ? { id, part_of: null } : { id: uuid(), part_of: id }) } }
  })
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
      .where('part_of', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= alertLimits.rules)
      throw conflict(`There are ${alertLimits.rules} rules already. Delete one before you add another.`)
    for (const { row } of made) await trx.insertInto('alert_rules').values(row).execute()
    await recordChange(trx, owner, { kind: 'alert_rule.created', detail: { name: body.name } }, services)
  })
  const [record] = await recordsOf(
    made.map(({ row }) => row),
    owner,
    services,
  )
  if (!record) throw new Error('The rule has no channel.')
  return withSecret(record, made.find(({ secret }) => secret !== undefined)?.secret)
}

/** @throws {HttpError} 404 or 422 */
export async function changeRule(
  id: string,
  body: RuleBody,
  owner: Owner,
  services: Services,
): Promise<AlertRuleRecord> {
  const rule = await ruleOf(id, owner, services)
  if (owner.account) await refuseUnknown(body, owner.account, services)
  const { database } = services
  const secret = await database.db.transaction().execute(async (trx) => {
    // two changes at once would both add the other channel
    if (database.kind === 'postgres')
      await trx.selectFrom('alert_rules').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const rows = await rowsOf(id, trx)
    const channels = channelsOf(body)
    let made: string | undefined
    // the rule's own row keeps its channel if the rule does
    const [own, second] = channels.includes(rule.channel) ? ownFirst(rule.channel, channels) : channels
    for (const [i, channel] of [own, second].entries()) {
      if (channel === undefined) continue
      const before = rows.find((row) => row.channel === channel)
      // what nobody has sent to yet begins where the rule does
      const { values, secret: key } = ruleValuesOf(
        body,
        channel,
        owner,
        before ?? (i === 0 ? rule : undefined),
        services,
      )
      made ??= key
      const [, other] = rows
      if (i === 0) await trx.updateTable('alert_rules').set(values).where('id', '=', id).execute()
      else if (other) await trx.updateTable('alert_rules').set(values).where('id', '=', other.id).execute()
      else
        await trx
          .insertInto('alert_rules')
          .values({ ...rule, ...values, id: uuid(), part_of: id })
          .execute()
    }
    if (second === undefined) await dropSecond(rows, trx)
    const changed = changedParts(rows, await rowsOf(id, trx))
    if (changed.length > 0)
      await recordChange(trx, owner, { kind: 'alert_rule.changed', detail: { name: body.name, changed } }, services)
    await lookAgain(id, services, trx)
    return made
  })
  services.wakeAlerts()
  return withSecret(await recordOf(rule, owner, services), secret)
}

function ownFirst(own: AlertChannel, channels: readonly AlertChannel[]): readonly AlertChannel[] {
  return [own, ...channels.filter((channel) => channel !== own)]
}

/** Takes a rule's second channel away. What it has sent stays in the rule's log. */
async function dropSecond(rows: readonly AlertRule[], trx: Transaction<Schema>): Promise<void> {
  const [own, other] = rows
  if (!own || !other) return
  await dropWaiting([other.id], trx)
  // both channels told the same changes
  await trx.updateTable('alerts').set({ rule_id: own.id, change_id: null }).where('rule_id', '=', other.id).execute()
  await trx.deleteFrom('alert_rules').where('id', '=', other.id).execute()
}

async function dropWaiting(ids: readonly string[], trx: Transaction<Schema>): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ state: 'dropped', reason: 'off' })
    .where('rule_id', 'in', ids)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
}

/** @throws {HttpError} 404 */
export async function muteRule(
  id: string,
  until: string | number | null,
  owner: Owner,
  services: Services,
): Promise<AlertRuleRecord> {
  const at = until === null ? undefined : momentOf(until)
  const rule = await ruleOf(id, owner, services)
  const now = services.world.clock.now()
  const muted_until = at === undefined || at <= now ? null : at
  const before = (rule.muted_until ?? 0) > now ? rule.muted_until : null
  await services.database.db.transaction().execute(async (trx) => {
    await trx.updateTable('alert_rules').set({ muted_until }).where(isOf(id)).execute()
    if (muted_until !== before) await recordChange(trx, owner, muteEvent(rule, muted_until), services)
    await lookAgain(id, services, trx)
  })
  services.wakeAlerts()
  return recordOf(rule, owner, services)
}

/** @throws {HttpError} 404 */
export async function deleteRule(id: string, owner: Owner, services: Services): Promise<{ id: string; name: string }> {
  const { name } = await ruleOf(id, owner, services)
  await services.database.db.transaction().execute(async (trx) => {
    const rows = await rowsOf(id, trx)
    await dropWaiting(
      rows.map((row) => row.id),
      trx,
    )
    await trx.deleteFrom('alert_rules').where(isOf(id)).execute()
    await recordChange(trx, owner, { kind: 'alert_rule.deleted', detail: { name } }, services)
  })
  return { id, name }
}

/** Records a change in the log of the account or the partner that has the rule. */
function recordChange(trx: Transaction<Schema>, owner: Owner, change: SomeChange, { world }: Services): Promise<void> {
  return recordAt(trx, owner, change, { actor: owner.actor, now: world.clock.now() })
}

function muteEvent({ name }: AlertRule, until: number | null): SomeChange {
  return until === null
    ? { kind: 'alert_rule.unmuted', detail: { name } }
    : { kind: 'alert_rule.muted', detail: { name, until: new Date(until).toISOString() } }
}

/** Has the waiting alerts of a rule looked at by what it says now. */
async function lookAgain(id: string, services: Services, trx: Transaction<Schema>): Promise<void> {
  const now = await sharedTime(services, trx)
  await trx
    .updateTable('alerts')
    .set({ next_at: now })
    .where('rule_id', 'in', (eb) => eb.selectFrom('alert_rules').select('id').where(isOf(id)))
    .where('state', '=', 'waiting')
    .where('next_at', '>', now)
    // what is collected for a digest stays together
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '!=', 'digest')]))
    .execute()
}

function withSecret(record: AlertRuleRecord, secret: string | undefined): AlertRuleRecord {
  return secret === undefined ? record : { ...record, secret }
}
