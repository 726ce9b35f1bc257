import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Schema } from '../database/index.ts'
import { hashOf } from '../secrets/index.ts'
import { sessionLimits } from './limits.ts'

type Db = Kysely<Schema>

/** Whether a person has signed in with a browser before: it's `first` if no browser of theirs is known. */
export type BrowserNews = 'known' | 'new' | 'first'

/** Remembers that a person signs in with a browser, by the token of its long-lived cookie. */
export async function rememberBrowser(trx: Db, personId: string, token: string, now: number): Promise<BrowserNews> {
  const hash = hashOf(token)
  const { numUpdatedRows } = await trx
    .updateTable('known_browsers')
    .set({ seen_at: now })
    .where('person_id', '=', personId)
    .where('token_hash', '=', hash)
    .where('seen_at', '>', now - sessionLimits.knownBrowser)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'known'
  const earlier = await trx
    .selectFrom('known_browsers')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const surplus = earlier.slice(sessionLimits.knownBrowsers - 1).map(({ id }) => id)
  if (surplus.length > 0) await trx.deleteFrom('known_browsers').where('id', 'in', surplus).execute()
  await trx
    .insertInto('known_browsers')
    .values({ id: uuid(), person_id: personId, token_hash: hash, seen_at: now })
    .onConflict((on) => on.columns(['person_id', 'token_hash']).doUpdateSet({ seen_at: now }))
    .execute()
  return earlier.length === 0 ? 'first' : 'new'
}
