import type { Kysely } from 'kysely'
import type { ApiKey, Database, Schema } from '../database/index.ts'
import { keyLimits } from './limits.ts'

/** The partner or the account that keys belong to. */
export interface KeyOwner {
  readonly column: 'partner_id' | 'account_id'
  readonly id: string
}

export const mainKeyName = 'Main key'

/** Whose something is that has both columns, of which one is null. */
export function ownerOf({ partner_id, account_id }: Pick<ApiKey, KeyOwner['column']>): KeyOwner {
  return partner_id === null ? { column: 'account_id', id: account_id ?? '' } : { column: 'partner_id', id: partner_id }
}

/** Whether an owner has as many keys besides the main one as allowed. */
export async function isFull(db: Kysely<Schema>, { column, id }: KeyOwner): Promise<boolean> {
  const others = await db
    .selectFrom('api_keys')
    .select('id')
    .where(column, '=', id)
    .where('main', '=', 0)
    .limit(keyLimits.keys)
    .execute()
  return others.length >= keyLimits.keys
}

/** The first row of a main key, whose secret is in the row of its owner. */
export function mainRow({ column, id }: KeyOwner, now: number): ApiKey {
  return {
    id,
    partner_id: null,
    account_id: null,
    [column]: id,
    main: 1,
    name: mainKeyName,
    role: 'owner',
    sites: null,
    key_hash: null,
    created_at: now,
    created_by: null,
    rotated_at: null,
    ends_at: null,
    used_at: null,
    used_from: null,
    old_key_hash: null,
    old_ends_at: null,
    old_used_at: null,
    old_used_from: null,
    application_id: null,
    membership_id: null,
  }
}

/**
 * Has changes of an owner's keys wait for each other.
 * @returns the hash of its main key, and since when it has been; undefined if it's gone
 */
export function lockOwner(trx: Kysely<Schema>, { column, id }: KeyOwner, { kind }: Pick<Database, 'kind'>) {
  const found = trx
    .selectFrom(column === 'partner_id' ? 'partners' : 'accounts')
    .select(['key_hash', 'created_at'])
    .where('id', '=', id)
  // SQLite has one writer at a time
  return (kind === 'postgres' ? found.forNoKeyUpdate() : found).executeTakeFirst()
}
