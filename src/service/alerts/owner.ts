import type { ExpressionBuilder, Kysely } from 'kysely'
import { isAtLeast, leastToReadWebhooks } from '../../contract/index.ts'
import type { Account, AlertRule, Partner, Schema } from '../database/index.ts'
import { notFound } from '../api/errors.ts'
import type { AccountCall } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { type Actor, actorOf } from '../events/index.ts'

/** Whose rules and alerts a call is about: an account's, or those of a partner for all its accounts. */
export interface Owner {
  readonly id: string
  readonly column: 'account_id' | 'partner_id'
  readonly account?: Account
  /** Whether the caller is a partner. */
  readonly byPartner: boolean
  /** Whether the caller may read the addresses of webhooks. */
  readonly readsWebhooks: boolean
  /** Who calls. */
  readonly actor: Actor
}

export function accountOwner(call: Pick<AccountCall, 'account' | 'role'> & Parameters<typeof actorOf>[0]): Owner {
  const { account, partner } = call
  return {
    id: account.id,
    column: 'account_id',
    account,
    byPartner: partner != null,
    readsWebhooks: isAtLeast(call.role, leastToReadWebhooks),
    actor: actorOf(call),
  }
}

export function partnerOwner(
  call: Parameters<typeof actorOf>[0] & Pick<AccountCall, 'role'> & { readonly partner: Partner },
): Owner {
  return {
    id: call.partner.id,
    column: 'partner_id',
    byPartner: true,
    readsWebhooks: isAtLeast(call.role, leastToReadWebhooks),
    actor: actorOf(call),
  }
}

/** Whether the caller may not see the address that a channel leads to: holders see no email address but their own. */
export function isHidden(
  { channel, target }: { readonly channel: string; readonly target: string | null },
  { account, byPartner, readsWebhooks }: Owner,
): boolean {
  return channel === 'webhook' ? !readsWebhooks : !byPartner && target !== account?.email
}

/** @throws {HttpError} 404 */
export async function ruleOf(id: string, owner: Owner, { database }: Services): Promise<AlertRule> {
  const rule = await database.db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where('part_of', 'is', null)
    .where(owner.column, '=', owner.id)
    .executeTakeFirst()
  if (!rule) throw notFound('alert rule')
  return rule
}

/** Whether a row is a rule's, by whichever channel. */
export const isOf = (id: string) => (eb: ExpressionBuilder<Schema, 'alert_rules'>) =>
  eb.or([eb('alert_rules.id', '=', id), eb('alert_rules.part_of', '=', id)])

/** The rows of a rule, one for each channel; its own comes first. */
export function rowsOf(id: string, db: Kysely<Schema>): Promise<AlertRule[]> {
  return db
    .selectFrom('alert_rules')
    .selectAll()
    .where(isOf(id))
    .orderBy((eb) => eb.case().when('part_of', 'is', null).then(0).else(1).end())
    .execute()
}
