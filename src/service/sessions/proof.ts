import type { Kysely } from 'kysely'
import { HttpError } from '../api/errors.ts'
import type { Schema, Session } from '../database/index.ts'
import { factorLimits } from '../factors/index.ts'

type Db = Kysely<Schema>

/** Until when a session's person needn't show again who they are, UNIX ms; null where they have to. */
export function provedUntil({ proved_at }: Pick<Session, 'proved_at'>, now: number): number | null {
  const until = (proved_at ?? 0) + factorLimits.proof
  return now < until ? until : null
}

/** @throws {HttpError} 403 where it's too long ago that the person showed who they are */
export function refuseUnproved(session: Session, now: number): void {
  if (provedUntil(session, now) === null)
    throw new HttpError(403, 'Show again who you are first, with your password or a passkey.')
}

/** Records that the session's person has just shown who they are. */
export async function setProved(db: Db, { id }: Session, now: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', id).execute()
}

/** Sets the challenge that a passkey has to answer in this session, in place of an earlier one. */
export async function setChallenge(db: Db, { id }: Session, challenge: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ challenge, challenge_ends_at: now + factorLimits.challenge })
    .where('id', '=', id)
    .execute()
}

/** Takes a session's challenge, which counts once. @returns null where there is none, or it's over */
export async function takeChallenge(
  db: Db,
  { id, challenge, challenge_ends_at }: Session,
  now: number,
): Promise<string | null> {
  if (challenge === null) return null
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ challenge: null, challenge_ends_at: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  return numUpdatedRows === 1n && now < (challenge_ends_at ?? 0) ? challenge : null
}
