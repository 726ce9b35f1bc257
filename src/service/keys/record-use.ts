import { LruMap } from '../../shared/lru-map.ts'
import type { UsedKey } from '../api/handler.ts'
import type { Database } from '../database/index.ts'
import { keyLimits } from './limits.ts'
import { type KeyOwner, mainRow } from './owner.ts'

const minute = 60_000
/** When each secret was last recorded as used by this process, so that most requests don't write. */
const recorded = new LruMap<string, number>(20_000)

/** Records the last use of a key to the minute, with the first address of that minute. */
export async function recordUse(
  key: UsedKey,
  owner: KeyOwner,
  { address, now }: { readonly address: string; readonly now: number },
  { db }: Database,
): Promise<void> {
  const at = Math.floor(now / minute) * minute
  const secret = `${key.id} ${key.isOld}`
  if (recorded.get(secret) === at) return
  const [usedAt, usedFrom] = key.isOld
    ? (['old_used_at', 'old_used_from'] as const)
    : (['used_at', 'used_from'] as const)
  const used = { [usedAt]: at, [usedFrom]: address }
  const ends = now + keyLimits.unused
  // another process may have recorded it
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set((eb) => ({
      ...used,
      ends_at: eb.case().when('application_id', 'is', null).then(eb.ref('ends_at')).else(ends).end(),
    }))
    .where('id', '=', key.id)
    .where((eb) => eb.or([eb(usedAt, 'is', null), eb(usedAt, '<', at)]))
    .executeTakeFirst()
  if (numUpdatedRows === 0n && key.name === null && !key.isOld)
    await db
      .insertInto('api_keys')
      .values({ ...mainRow(owner, now), ...used })
      .onConflict((on) => on.doNothing())
      .execute()
  recorded.set(secret, at)
}
