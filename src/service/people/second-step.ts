import type { SecondFactor, SignInMethod } from '../../contract/index.ts'
import { HttpError } from '../api/errors.ts'
import type { GuestCall } from '../api/handler.ts'
import type { PendingSignIn, Person } from '../database/index.ts'
import { codesOf, factorsOf, hasFactor } from '../factors/index.ts'
import { beginSignIn, cookieFor, findPending, sessionLimits } from '../sessions/index.ts'
import { type Browser, type SessionReply, signInAs } from './sign-in.ts'

interface How {
  readonly method: SignInMethod
  readonly keep: boolean
}

/** Signs a person in who has shown one factor, or asks for the second where they have one and the first isn't enough. */
export async function signInPerson(person: Person, how: How, call: Browser): Promise<SessionReply> {
  // a passkey is two factors, and with single sign-on the provider decides
  const isEnough = how.method === 'passkey' || how.method === 'sign_on'
  const { db } = call.services.database
  return isEnough || !(await hasFactor(db, person.id))
    ? signInAs({ person }, how, call)
    : beginSecond(person, how, call)
}

async function beginSecond(person: Person, { method, keep }: How, call: Browser): Promise<SessionReply> {
  const { services, setCookie } = call
  const { database, world, settings } = services
  const begun = { personId: person.id, method, kept: keep, challenge: null }
  const { token, endsAt } = await beginSignIn(database.db, begun, world.clock.now())
  setCookie(cookieFor('pending', token, sessionLimits.pending, settings))
  return { session: null, second_factor: await secondFactor(person.id, endsAt, call) }
}

/** What completes the sign-in. */
async function secondFactor(personId: string, endsAt: number, { services }: Browser): Promise<SecondFactor> {
  const { db } = services.database
  const { passkey, authenticator } = await factorsOf(db, personId)
  const codes = await codesOf(db, personId)
  return {
    kinds: [
      ...(passkey ? ['passkey'] : []),
      ...(authenticator ? ['authenticator'] : []),
      ...(codes && codes.left > 0 ? ['recovery_code'] : []),
    ],
    ends_at: new Date(endsAt).toISOString(),
  }
}

const over = 'Your sign-in has taken too long, or was tried too often. Sign in again.'

/** The sign-in that this browser has begun. @throws {HttpError} 401 without one */
export async function pendingIn({ services, cookieOf }: GuestCall): Promise<PendingSignIn> {
  const { database, world } = services
  const pending = await findPending(database.db, cookieOf('pending'), world.clock.now())
  if (!pending) throw new HttpError(401, over)
  return pending
}

/** The same, with the person that the first factor has shown. @throws {HttpError} 401 */
export async function halfSignedIn(
  call: GuestCall,
): Promise<{ readonly pending: PendingSignIn; readonly person: Person }> {
  const pending = await pendingIn(call)
  const { db } = call.services.database
  const person = await db.selectFrom('people').selectAll().where('id', '=', pending.person_id).executeTakeFirst()
  if (!person) throw new HttpError(401, over)
  return { pending, person }
}

export const refuseOver = (isThere: boolean): void => {
  if (!isThere) throw new HttpError(401, over)
}
