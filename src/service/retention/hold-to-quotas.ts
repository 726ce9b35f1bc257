import type { Kysely } from 'kysely'
import { planQuotas } from '../../contract/index.ts'
import type { Schema } from '../database/index.ts'
import { keptBytes, quotasOf } from '../quotas/index.ts'
import { deleteDetails } from './delete-details.ts'
import { pages } from './steps.ts'
import type { Work } from './work.ts'

/**
 * Deletes the oldest details and screenshots of accounts that keep more than they may. All sites without an owner
 * together may keep as much as one account on the free plan.
 */
export async function holdToQuotas(work: Work): Promise<void> {
  const { db } = work.database
  const holdTo = async (accountId: string | null, used: number, allowed: number) => {
    if (used > allowed) await deleteDetails({ accountId, what: 'details', bytes: used - allowed }, work)
  }
  await holdTo(null, await keptBytes(db, null), planQuotas.free.bytes)
  for await (const accounts of pages((after, limit) => accountsAfter(after, limit, db), work.next))
    for (const { id, plan, bytes } of accounts) {
      if (Number(bytes ?? 0) === 0) continue
      await holdTo(id, Number(bytes), (await quotasOf({ id, plan }, db)).bytes)
    }
}

function accountsAfter(after: string, limit: number, db: Kysely<Schema>) {
  return db
    .selectFrom('accounts')
    .select(['id', 'plan'])
    .select((eb) =>
      eb
        .selectFrom('monitors')
        // PostgreSQL returns the sum of large integers as text
        .select((of) => of.fn.sum<number | string>('kept_bytes').as('sum'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('bytes'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
