import type { Kysely, Transaction } from 'kysely'
import type { EventActor } from '../../contract/index.ts'
import type { ApiKey, Database, Schema } from '../database/index.ts'
import { type Actor, recordEvent, recordPartnerEvent } from '../events/index.ts'
import { hashOf, newKey, type Vault } from '../secrets/index.ts'
import { type KeyOwner, lockOwner, mainKeyName, mainRow } from './owner.ts'

interface Rotation {
  readonly actor: EventActor | Actor
  /** UNIX ms. */
  readonly now: number
  /** How long the old secret goes on working; 0 to refuse it at once. */
  readonly overlapHours: number
}

/** What becomes of a key's row when its secret is replaced. The secret before the old one is over at once. */
function rotated(
  { used_at, used_from }: Pick<ApiKey, 'used_at' | 'used_from'>,
  keyHash: string | null,
  { now, overlapHours }: Rotation,
) {
  const old =
    overlapHours > 0
      ? {
          old_key_hash: keyHash,
          old_ends_at: now + overlapHours * 3600_000,
          old_used_at: used_at,
          old_used_from: used_from,
        }
      : { old_key_hash: null, old_ends_at: null, old_used_at: null, old_used_from: null }
  return { ...old, rotated_at: now, used_at: null, used_from: null }
}

/** Replaces the secret of a key beside the main one. @returns the new one, which is stored nowhere */
export async function rotateOther(trx: Kysely<Schema>, row: ApiKey, rotation: Rotation): Promise<string> {
  const key = newKey()
  await trx
    .updateTable('api_keys')
    .set({ ...rotated(row, row.key_hash, rotation), key_hash: hashOf(key) })
    .where('id', '=', row.id)
    .execute()
  return key
}

/**
 * Gives a partner or an account a new main key, which is the one that the API shows.
 * @returns the new key, undefined if there is no such partner or account
 */
export async function rotateMain(
  trx: Transaction<Schema>,
  owner: KeyOwner,
  rotation: Rotation,
  { database, vault }: { readonly database: Pick<Database, 'kind'>; readonly vault: Vault },
): Promise<string | undefined> {
  const before = await lockOwner(trx, owner, database)
  if (!before) return undefined
  const key = newKey()
  const row =
    (await trx.selectFrom('api_keys').selectAll().where('id', '=', owner.id).executeTakeFirst()) ??
    mainRow(owner, before.created_at)
  const fields = rotated(row, before.key_hash, rotation)
  await trx
    .insertInto('api_keys')
    .values({ ...row, ...fields })
    .onConflict((on) => on.column('id').doUpdateSet(fields))
    .execute()
  const secrets = { key_hash: hashOf(key), key_sealed: vault.seal(key) }
  const { actor, now: at, overlapHours: hours } = rotation
  if (owner.column === 'account_id') {
    await trx.updateTable('accounts').set(secrets).where('id', '=', owner.id).execute()
    const detail = hours > 0 ? { overlap_hours: hours } : {}
    await recordEvent(trx, { kind: 'account.key', actor, accountId: owner.id, at, detail })
  } else {
    await trx.updateTable('partners').set(secrets).where('id', '=', owner.id).execute()
    const detail = { name: mainKeyName, overlap_hours: hours }
    await recordPartnerEvent(trx, { kind: 'key.rotated', actor, partnerId: owner.id, at, detail })
  }
  return key
}

/** The same in a transaction of its own. */
export function rotateMainKey(
  owner: KeyOwner,
  rotation: Rotation,
  parts: { readonly database: Database; readonly vault: Vault },
): Promise<string | undefined> {
  return parts.database.db.transaction().execute((trx) => rotateMain(trx, owner, rotation, parts))
}
