import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { SignInMethod } from '../../contract/index.ts'
import type { PendingSignIn, Schema } from '../database/index.ts'
import { hashOf } from '../secrets/index.ts'
import { sessionLimits } from './limits.ts'
import { newToken } from './store.ts'

type Db = Kysely<Schema>

interface Begun {
  /** Who it is, if the first factor has said so. */
  readonly personId: string | null
  readonly method: SignInMethod
  readonly kept: boolean
  /** That a passkey has to answer. */
  readonly challenge: string | null
}

/**
 * Begins a sign-in that another factor completes, and which opens nothing until then.
 * @returns its token, which is stored nowhere, and when it ends
 */
export async function beginSignIn(
  db: Db,
  { personId, method, kept, challenge }: Begun,
  now: number,
): Promise<{ readonly token: string; readonly endsAt: number }> {
  const token = newToken()
  const endsAt = now + sessionLimits.pending
  await db
    .insertInto('pending_sign_ins')
    .values({
      id: uuid(),
      token_hash: hashOf(token),
      person_id: personId,
      method,
      kept: kept ? 1 : 0,
      tries: 0,
      challenge,
      created_at: now,
      ends_at: endsAt,
    })
    .execute()
  await dropSurplus(db, personId)
  return { token, endsAt }
}

/** The oldest make room: of a person's, and of all that nobody has said the person of. */
async function dropSurplus(db: Db, personId: string | null): Promise<void> {
  const all = db.selectFrom('pending_sign_ins').select('id')
  const [alike, most] =
    personId === null
      ? [all.where('person_id', 'is', null), sessionLimits.pendingOfAnybody]
      : [all.where('person_id', '=', personId), sessionLimits.pendingOfPerson]
  const surplus = await alike.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(most).limit(100).execute()
  const ids = surplus.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('pending_sign_ins').where('id', 'in', ids).execute()
}

/** The sign-in that was begun with a token, if it isn't over. */
export function findPending(db: Db, token: string | undefined, now: number): Promise<PendingSignIn | undefined> {
  return db
    .selectFrom('pending_sign_ins')
    .selectAll()
    .where('token_hash', '=', hashOf(token ?? ''))
    .where('ends_at', '>', now)
    .executeTakeFirst()
}

/** Counts a try with a code, before it is known whether it's right. @returns whether it may be tried */
export async function countTry(db: Db, { id }: PendingSignIn): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pending_sign_ins')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', sessionLimits.tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets the challenge that a passkey has to answer, in place of an earlier one. */
export async function setPendingChallenge(db: Db, { id }: PendingSignIn, challenge: string): Promise<void> {
  await db.updateTable('pending_sign_ins').set({ challenge }).where('id', '=', id).execute()
}

/** Takes the challenge, which counts once. @returns null where there is none, or another request was faster */
export async function takePendingChallenge(db: Db, { id, challenge }: PendingSignIn): Promise<string | null> {
  if (challenge === null) return null
  const { numUpdatedRows } = await db
    .updateTable('pending_sign_ins')
    .set({ challenge: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? challenge : null
}

/** Ends a sign-in that was begun. @returns whether it was there: of two that complete it, one does */
export async function endPending(db: Db, { id }: PendingSignIn): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('pending_sign_ins').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
