import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { SignInMethod } from '../../contract/index.ts'
import type { Account, Database, Partner, Person, Schema, Session } from '../database/index.ts'
import type { SignedIn } from '../api/handler.ts'
import { accountByKey, partnerByKey } from '../keys/index.ts'
import { hashOf } from '../secrets/index.ts'
import { sessionLimits } from './limits.ts'

/** Whose session it is: a person's, or that of the key of a partner or account. */
export type SessionOwner =
  | {
      readonly person: Pick<Person, 'id' | 'name' | 'email'>
      /** The only one that a session by a link reaches. */
      readonly account?: Pick<Account, 'id'>
      /** The only one that a session by single sign-on reaches, with its accounts. */
      readonly partner?: Pick<Partner, 'id'>
    }
  | { readonly partner: Pick<Partner, 'id' | 'key_hash'> }
  | { readonly account: Pick<Account, 'id' | 'key_hash'> }

interface Start {
  readonly method: SignInMethod
  readonly kept: boolean
  readonly browser: string | null
  readonly address: string
  /** UNIX ms. */
  readonly now: number
}

const minute = 60_000
const toMinute = (at: number) => Math.floor(at / minute) * minute

/** A token of 256 bits, which nobody can guess, for a cookie or a link. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Starts a session with a token that no browser had before. @returns the token, which is stored nowhere */
export async function startSession(
  db: Kysely<Schema>,
  owner: SessionOwner,
  { method, kept, browser, address, now }: Start,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = newToken()
  const ofKey = 'person' in owner ? null : 'partner' in owner ? owner.partner : owner.account
  const session: Session = {
    id: uuid(),
    token_hash: hashOf(token),
    person_id: 'person' in owner ? owner.person.id : null,
    partner_id: ('partner' in owner ? owner.partner?.id : null) ?? null,
    account_id: ('account' in owner ? owner.account?.id : null) ?? null,
    key_hash: ofKey?.key_hash ?? null,
    method,
    // a key says nothing about a person, and a link only where it came from
    proved_at: method === 'key' || method === 'link' ? null : now,
    challenge: null,
    challenge_ends_at: null,
    kept: kept ? 1 : 0,
    browser,
    address,
    created_at: now,
    seen_at: toMinute(now),
    ends_at: now + (method === 'link' ? sessionLimits.byLink : sessionLimits.longest),
  }
  await db.insertInto('sessions').values(session).execute()
  const surplus = await sessionsOfSame(db, session)
    .select('id')
    // a partner's links don't end what the person began
    .where('method', method === 'link' ? '=' : '!=', 'link')
    .where('id', '!=', session.id)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sessionLimits.sessions - 1)
    .limit(sessionLimits.sessions)
    .execute()
  if (surplus.length > 0)
    await db
      .deleteFrom('sessions')
      .where(
        'id',
        'in',
        surplus.map(({ id }) => id),
      )
      .execute()
  return { id: session.id, token }
}

/** The session of a token, if it isn't over and the key that opened it still is what it was. */
export async function findSession(token: string, now: number, database: Database): Promise<SignedIn | undefined> {
  const { db } = database
  const session = await db.selectFrom('sessions').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst()
  if (!session || now >= endOf(session)) return undefined
  const { person_id, partner_id, account_id, key_hash } = session
  const none = { session, person: null, partner: null, account: null, key: null }
  if (person_id !== null) {
    const person = await db.selectFrom('people').selectAll().where('id', '=', person_id).executeTakeFirst()
    return person && { ...none, person }
  }
  if (partner_id !== null) {
    const found = await partnerByKey(key_hash ?? '', now, database)
    return found?.partner.id === partner_id && found.partner.granted === 1 ? { ...none, ...found } : undefined
  }
  const found = await accountByKey(key_hash ?? '', now, database)
  return found?.account.id === account_id ? { ...none, ...found } : undefined
}

/** When a session ends if it isn't used again, UNIX ms. */
export function endOf({ kept, seen_at, ends_at }: Session): number {
  return kept === 1 ? ends_at : Math.min(ends_at, seen_at + sessionLimits.idle)
}

/** Records the last use of a session, to the minute. */
export async function touchSession({ id, seen_at }: Session, now: number, { db }: Database): Promise<void> {
  if (seen_at >= toMinute(now)) return
  await db
    .updateTable('sessions')
    .set({ seen_at: toMinute(now) })
    .where('id', '=', id)
    .execute()
}

/** Whether a partner's link began a session, which then reaches one account, and does less than an owner. */
export const isByLink = ({ method }: Pick<Session, 'method'>): boolean => method === 'link'

/** Whether a partner's identity provider began a session, which then reaches that partner and its accounts. */
export const isBySignOn = ({ method }: Pick<Session, 'method'>): boolean => method === 'sign_on'

/** The sessions that a session may see and end: those of the same person or key, but only what came the same way from a partner. */
export function sessionsLike(db: Kysely<Schema>, session: Session) {
  const all = sessionsOfSame(db, session)
  if (isByLink(session)) return all.where('id', '=', session.id)
  return isBySignOn(session)
    ? all.where('method', '=', session.method).where('partner_id', '=', session.partner_id)
    : all
}

function sessionsOfSame(db: Kysely<Schema>, { person_id, key_hash }: Session) {
  const all = db.selectFrom('sessions')
  return person_id === null ? all.where('key_hash', '=', key_hash) : all.where('person_id', '=', person_id)
}

/** Ends a person's sessions, except one, and what they have begun to sign in with. @returns how many sessions */
export async function endSessionsOf(db: Kysely<Schema>, personId: string, exceptId = ''): Promise<number> {
  await db.deleteFrom('pending_sign_ins').where('person_id', '=', personId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Kysely<Schema>, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}
