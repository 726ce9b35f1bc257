import type { Kysely } from 'kysely'
import type { Account, Database, Partner, Schema } from '../database/index.ts'

/** A partner or an account, as somewhere that people belong to. */
export interface Place {
  readonly kind: 'partner' | 'account'
  readonly column: 'partner_id' | 'account_id'
  readonly id: string
  readonly name: string
}

export const partnerPlace = ({ id, name }: Pick<Partner, 'id' | 'name'>): Place => ({
  kind: 'partner',
  column: 'partner_id',
  id,
  name,
})

export const accountPlace = ({ id, name }: Pick<Account, 'id' | 'name'>): Place => ({
  kind: 'account',
  column: 'account_id',
  id,
  name,
})

/** Has changes of a place's people wait for each other, so that two can't both leave it without an owner. */
export async function lockPlace(trx: Kysely<Schema>, { kind, id }: Place, { kind: database }: Database): Promise<void> {
  // SQLite has one writer at a time
  if (database !== 'postgres') return
  const table = kind === 'partner' ? 'partners' : 'accounts'
  await trx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Whether everybody at a place needs a second factor. */
export async function isFactorRequired(db: Kysely<Schema>, { kind, id }: Place): Promise<boolean> {
  const table = kind === 'partner' ? 'partners' : 'accounts'
  const found = await db.selectFrom(table).select('factor_required').where('id', '=', id).executeTakeFirst()
  return found?.factor_required === 1
}

export async function setFactorRequired(trx: Kysely<Schema>, { kind, id }: Place, required: boolean): Promise<void> {
  const table = kind === 'partner' ? 'partners' : 'accounts'
  await trx
    .updateTable(table)
    .set({ factor_required: required ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}
