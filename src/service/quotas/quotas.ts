import type { Kysely, Transaction } from 'kysely'
import { planQuotas, type QuotaName, quotaNames, type Quotas } from '../../contract/index.ts'
import type { Account, Database, Schema } from '../database/index.ts'
import { conflict } from '../api/errors.ts'

type Owner = Pick<Account, 'id' | 'plan'>

/** What an account may have: what the operator has set for it, otherwise what its plan includes. */
export async function quotasOf({ id, plan }: Owner, db: Kysely<Schema>): Promise<Quotas> {
  const set = await db.selectFrom('account_quotas').selectAll().where('account_id', '=', id).executeTakeFirst()
  const allowed = quotaNames.map((name) => [name, set?.[name] ?? planQuotas[plan][name]] as const)
  return Object.fromEntries(allowed) as Record<QuotaName, number>
}

/** Days since 1970 in UTC: test runs are counted by day. */
const dayOf = (now: number) => Math.floor(now / (24 * 3600_000))

/** How much an account has of what is limited by count. */
export async function usedOf(
  { id }: Owner,
  db: Kysely<Schema>,
  now: number,
): Promise<Omit<Quotas, 'bytes' | 'checks'>> {
  const { n: sites } = await db
    .selectFrom('sites')
    .where('account_id', '=', id)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const { n: monitors } = await db
    .selectFrom('monitors')
    .where('account_id', '=', id)
    // the monitor of a key page comes with its site
    .where('site_id', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const today = await db
    .selectFrom('account_runs')
    .select('runs')
    .where('account_id', '=', id)
    .where('day', '=', dayOf(now))
    .executeTakeFirst()
  return { sites, monitors, runs: today?.runs ?? 0 }
}

/** Bytes of details and screenshots that an account keeps or, with null, all sites without an owner together. */
export async function keptBytes(db: Kysely<Schema>, accountId: string | null): Promise<number> {
  const { bytes } = await db
    .selectFrom('monitors')
    // PostgreSQL returns the sum of large integers as text
    .select((eb) => eb.fn.sum<number | string | null>('kept_bytes').as('bytes'))
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

type Counted = 'sites' | 'monitors' | 'runs'

const what: Readonly<Record<Counted, readonly [one: string, many: string, remedy: string]>> = {
  sites: ['site', 'sites', 'Delete a site before you add another.'],
  monitors: ['monitor or test', 'monitors and tests', 'Delete one before you add another.'],
  runs: ['test run a day', 'test runs a day', 'Try again after midnight UTC.'],
}

/**
 * Refuses one more of something that the account has all it may have of. Must be called in the transaction that adds it:
 * it holds the account until the transaction ends, so that two requests at once can't both add the last one.
 * @throws {HttpError} 409 naming the quota
 */
export async function requireQuota(
  name: Counted,
  account: Owner,
  trx: Transaction<Schema>,
  { kind, now }: { readonly kind: Database['kind']; readonly now: number },
): Promise<void> {
  if (kind === 'postgres')
    await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute()
  const { [name]: allowed } = await quotasOf(account, trx)
  const { [name]: used } = await usedOf(account, trx, now)
  if (used < allowed) return
  const [one, many, remedy] = what[name]
  throw conflict(`This account's plan allows ${allowed.toLocaleString('en')} ${allowed === 1 ? one : many}. ${remedy}`)
}

/** Counts a test run that the account has started. */
export async function countRun(account: Owner, trx: Transaction<Schema>, now: number): Promise<void> {
  const day = dayOf(now)
  await trx
    .insertInto('account_runs')
    .values({ account_id: account.id, day, runs: 1 })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet((eb) => ({
        day,
        runs: eb
          .case()
          .when('account_runs.day', '=', day)
          .then(eb('account_runs.runs', '+', 1))
          .else(1)
          .end(),
      })),
    )
    .execute()
}
