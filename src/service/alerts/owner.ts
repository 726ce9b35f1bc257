import type { Account, AlertRule, Partner } from '../database/index.ts'
import { notFound } from '../api/errors.ts'
import type { Services } from '../api/services.ts'

/** Whose rules and alerts a call is about: an account's, or those of a partner for all its accounts. */
export interface Owner {
  readonly id: string
  readonly column: 'account_id' | 'partner_id'
  readonly account?: Account
  /** Whether the caller is a partner. */
  readonly byPartner: boolean
}

export function accountOwner({
  account,
  partner,
}: {
  readonly account: Account
  readonly partner?: Partner | null
}): Owner {
  return { id: account.id, column: 'account_id', account, byPartner: partner != null }
}

export function partnerOwner({ id }: Partner): Owner {
  return { id, column: 'partner_id', byPartner: true }
}

/** @throws {HttpError} 404 */
export async function ruleOf(id: string, owner: Owner, { database }: Services): Promise<AlertRule> {
  const rule = await database.db
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where(owner.column, '=', owner.id)
    .executeTakeFirst()
  if (!rule) throw notFound('alert rule')
  return rule
}
