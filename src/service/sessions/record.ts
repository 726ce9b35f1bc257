import type { CurrentSession, SessionRecord } from '../../contract/index.ts'
import type { Database, Session } from '../database/index.ts'
import { hasFactor } from '../factors/index.ts'
import { membershipRecords } from './memberships.ts'
import type { SignedIn } from '../api/handler.ts'
import { endOf } from './store.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Whether the session began with the password of the welcome mail, which the person has to replace first. */
export function mustChangePassword({ session, person }: SignedIn): boolean {
  return session.method === 'password' && person?.password_is_generated === 1
}

/** A session as its own browser sees it. */
export async function currentRecord(signedIn: SignedIn, database: Database): Promise<CurrentSession> {
  const { session, person } = signedIn
  return {
    id: session.id,
    person: person && {
      id: person.id,
      name: person.name,
      email: person.email,
      must_change_password: mustChangePassword(signedIn),
      has_factor: await hasFactor(database.db, person.id),
    },
    memberships: await membershipRecords(signedIn, database),
    method: session.method,
    kept: session.kept === 1,
    created_at: iso(session.created_at),
    ends_at: iso(endOf(session)),
  }
}

/** A session in the list of those of the same person or key. */
export function sessionRecordOf(session: Session, current: Session): SessionRecord {
  return {
    id: session.id,
    current: session.id === current.id,
    browser: session.browser,
    address: session.address,
    method: session.method,
    kept: session.kept === 1,
    created_at: iso(session.created_at),
    last_seen_at: iso(session.seen_at),
    ends_at: iso(endOf(session)),
  }
}
