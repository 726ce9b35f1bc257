import type { EventActor } from '../../contract/index.ts'
import type { Database } from '../database/index.ts'
import { type Actor, recordEvent } from '../events/index.ts'
import { hashOf, newKey, type Vault } from '../secrets/index.ts'

/**
 * Gives an account a new API key. The old one is refused at once.
 * @param now UNIX ms
 * @returns the new key, undefined if there is no such account
 */
export async function rotateAccountKey(
  { db }: Database,
  vault: Vault,
  id: string,
  { actor, now }: { readonly actor: EventActor | Actor; readonly now: number },
): Promise<string | undefined> {
  const key = newKey()
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ key_hash: hashOf(key), key_sealed: vault.seal(key) })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return undefined
    await recordEvent(trx, { kind: 'account.key', actor, accountId: id, at: now, detail: {} })
    return key
  })
}
