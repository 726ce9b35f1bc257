import type { Database } from '../database/index.ts'
import { sessionLimits } from '../sessions/index.ts'
import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** How long the code of an application is known after its end, so that its key ends if the code comes again, ms. */
const codesStay = 24 * 3600_000

/** Deletes sessions that have ended, links and codes that have expired, and people who belong nowhere any more. */
export async function deletePeople(now: number, { database, next, deleted }: Work): Promise<void> {
  const { db } = database
  const { numDeletedRows: sessions } = await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('ends_at', '<=', now),
        eb.and([eb('kept', '=', 0), eb('seen_at', '<=', now - sessionLimits.idle)]),
        // of a key that was replaced or has ended
        eb.and([
          eb('key_hash', 'is not', null),
          eb.not(
            eb.exists(eb.selectFrom('accounts').select('id').whereRef('accounts.key_hash', '=', 'sessions.key_hash')),
          ),
          eb.not(
            eb.exists(eb.selectFrom('partners').select('id').whereRef('partners.key_hash', '=', 'sessions.key_hash')),
          ),
          eb.not(
            eb.exists(eb.selectFrom('api_keys').select('id').whereRef('api_keys.key_hash', '=', 'sessions.key_hash')),
          ),
          eb.not(
            eb.exists(
              eb
                .selectFrom('api_keys')
                .select('id')
                .whereRef('old_key_hash', '=', 'sessions.key_hash')
                .where('old_ends_at', '>', now),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  await next()
  const { numDeletedRows: links } = await db
    .deleteFrom('person_links')
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  await next()
  await db.deleteFrom('pending_sign_ins').where('ends_at', '<=', now).execute()
  await db
    .deleteFrom('known_browsers')
    .where('seen_at', '<=', now - sessionLimits.knownBrowser)
    .execute()
  await next()
  const { numDeletedRows: codes } = await db
    .deleteFrom('authorization_codes')
    .where('expires_at', '<=', now - codesStay)
    .executeTakeFirst()
  await next()
  const people = await deleteHomeless(database)
  deleted.people += Number(sessions + links + codes + people)
}

/** Deletes people who belong nowhere, at most so many. @returns how many */
async function deleteHomeless({ db, kind }: Database): Promise<bigint> {
  return db.transaction().execute(async (trx) => {
    const homeless = trx
      .selectFrom('people')
      .select('id')
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('memberships').select('id').whereRef('memberships.person_id', '=', 'people.id')),
        ),
      )
    const found = homeless.orderBy('id').limit(stepLimits.rows)
    // whoever joins at this moment has joined by then; SQLite has one writer at a time
    const rows = await (kind === 'postgres' ? found.forUpdate() : found).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0n
    const { numDeletedRows } = await trx
      .deleteFrom('people')
      .where('id', 'in', homeless.where('id', 'in', ids))
      .executeTakeFirst()
    return numDeletedRows
  })
}
