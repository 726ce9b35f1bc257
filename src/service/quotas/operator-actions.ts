import { type Plan, type QuotaName, quotaNames, type Quotas } from '../../contract/index.ts'
import type { Account, Database } from '../database/index.ts'
import { quotasOf } from './quotas.ts'

interface AccountQuotas extends Quotas {
  readonly account_id: string
  readonly plan: Plan
  /** The quotas that the operator has set, rather than the plan. */
  readonly set: readonly QuotaName[]
}

const unset = { sites: null, monitors: null, runs: null, bytes: null, checks: null }

/** The quotas of an account for the operator, undefined if there is no such account. */
export async function readQuotasOf({ db }: Database, id: string): Promise<AccountQuotas | undefined> {
  const account: Pick<Account, 'id' | 'plan'> | undefined = await db
    .selectFrom('accounts')
    .select(['id', 'plan'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) return undefined
  const own = await db.selectFrom('account_quotas').selectAll().where('account_id', '=', id).executeTakeFirst()
  const quotas = await quotasOf(account, db)
  const set = quotaNames.filter((name) => own && own[name] !== null)
  return { account_id: id, plan: account.plan, ...quotas, set }
}

/**
 * Sets quotas of an account for the operator. They hold at once, in running services too.
 * @returns whether there is such an account
 */
export async function setQuotasOf(
  database: Database,
  id: string,
  quotas: Readonly<Partial<Record<QuotaName, number>>>,
): Promise<boolean> {
  if (!(await readQuotasOf(database, id))) return false
  if (Object.keys(quotas).length === 0) return true
  await database.db
    .insertInto('account_quotas')
    .values({ account_id: id, ...unset, ...quotas })
    .onConflict((on) => on.column('account_id').doUpdateSet(quotas))
    .execute()
  return true
}

/** Gives an account its plan's quotas again. */
export async function resetQuotasOf({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom('account_quotas').where('account_id', '=', id).execute()
}
