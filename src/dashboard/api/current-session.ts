import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  type CurrentSession,
  type MembershipRecord,
  readSession,
  type ReplyOf,
  roles as allRoles,
  type Role,
} from '../../contract/index.ts'
import { isByCookie, type CookieCredentials, type Credentials } from './credentials.ts'
import { q } from './queries.ts'
import { session } from './session.ts'

/** The service's session of this browser, with whose it is and where they belong. */
export const currentSessionQuery = q(readSession, {})

export type SessionReply = ReplyOf<typeof readSession>

type Place = Pick<MembershipRecord, 'kind' | 'id'>

/** What calls for a partner or an account need in a session of the service's. */
export function credentialsAt(current: CurrentSession, { kind, id }: Place, baseUrl: string): CookieCredentials {
  const role = kind === 'partner' ? 'partner' : 'user'
  return { role, id, baseUrl, session: current.id, subject: subjectOf(current) }
}

/** Whose session it is: a person's, or that of the partner or account whose key opened it. */
export function subjectOf({ person, memberships }: CurrentSession): string {
  return person?.id ?? memberships[0]?.id ?? 'nobody'
}

/**
 * The role in a partner or an account, the greater of one's own and the one as its partner's; null for somebody who doesn't belong
 * there. `partner` is the one that works in the account.
 */
export function roleIn(
  { memberships }: CurrentSession,
  { role, id }: Pick<Credentials, 'role' | 'id'>,
  partner?: string,
): Role | null {
  const found = memberships.filter((one) =>
    one.kind === 'partner' ? one.id === (role === 'partner' ? id : partner) : role === 'user' && one.id === id,
  )
  // a role of a newer service may do less than it says, which that service decides
  const known = found.map((one) => allRoles.find((name) => name === one.role) ?? 'viewer')
  return allRoles.find((one) => known.includes(one)) ?? null
}

interface SignedIn {
  /** Undefined with a key, or until it has been read. */
  readonly current: CurrentSession | undefined
  /** In the partner or account at which this tab works; null with a key, or until it is known. */
  readonly role: Role | null
  /** The name of that partner or account. */
  readonly place: string
  /** Whether all else is refused there until they have set up a second factor. */
  readonly needsFactor: boolean
}

/** The session of the service's that this tab belongs to. */
export function useSignedIn(): SignedIn {
  const credentials = session.current()
  const impersonator = session.impersonator()
  const isKept = session.isByCookie()
  const { data } = useQuery({ ...currentSessionQuery, enabled: isKept })
  const current = (isKept && data?.session) || undefined
  const membershipAt = (place: string | undefined) => current?.memberships.find(({ id }) => id === place)
  const place = impersonator?.accountName ?? membershipAt(credentials?.id)?.name ?? ''
  return {
    current,
    role: current && credentials ? roleIn(current, credentials, impersonator?.partner.id) : null,
    place,
    needsFactor: membershipAt(impersonator?.partner.id ?? credentials?.id)?.needs_factor === true,
  }
}

/** Ends this tab's work where the session is over, is somebody else's, or has no access any more. */
export function useFollowSession(): void {
  const denials = session.useDenials()
  const credentials = session.current()
  const isKept = session.isByCookie()
  const { data, refetch } = useQuery({ ...currentSessionQuery, enabled: isKept })
  useEffect(() => {
    if (denials > 0) void refetch()
  }, [denials, refetch])
  const follow = useEffectEvent((current: CurrentSession | null) => {
    if (!credentials || !isByCookie(credentials)) return
    if (!current) session.refuse('ended', credentials)
    else if (roleIn(current, credentials, session.impersonator()?.partner.id) === null)
      session.refuse('denied', credentials)
    else if (subjectOf(current) !== credentials.subject) {
      const { role, id, baseUrl } = credentials
      session.switchTo({ role, id, baseUrl, session: current.id, subject: subjectOf(current) })
    }
  })
  useEffect(() => {
    if (data) follow(data.session)
  }, [data])
}
