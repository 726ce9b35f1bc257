import type { CurrentSession, MembershipRecord } from '../../../contract/index.ts'
import type { CookieCredentials } from '../../api/credentials.ts'
import { credentialsAt, currentSessionQuery, roleIn, subjectOf } from '../../api/current-session.ts'
import { queryClient } from '../../api/queries.ts'
import { session, type Impersonator, type Refusal } from '../../api/session.ts'
import { deviceStorage } from '../../lib/storage.ts'

const storageKey = 'site-performance.place'

/** Where somebody works, of all to which they belong. */
export interface Place {
  readonly credentials: CookieCredentials
  readonly impersonator?: Impersonator | undefined
}

export function placeOf(current: CurrentSession, membership: MembershipRecord, baseUrl: string): Place {
  return { credentials: credentialsAt(current, membership, baseUrl) }
}

/** Where to go on in a session without asking: where it was left, where it was last, or where there is nothing to choose. */
export function placeToOpen(current: CurrentSession, refusal: Refusal | null, baseUrl: string): Place | null {
  // whoever has lost access somewhere is told so, and chooses
  if (refusal?.reason === 'denied') return null
  return left(current, refusal) ?? last(current, baseUrl)
}

function left(current: CurrentSession, refusal: Refusal | null): Place | null {
  const subject = subjectOf(current)
  if (!refusal || refusal.subject !== subject) return null
  const { role, id, baseUrl, impersonator } = refusal
  if (roleIn(current, { role, id }, impersonator?.partner.id) === null) return null
  const now = { session: current.id, subject }
  return {
    credentials: { role, id, baseUrl, ...now },
    ...(impersonator ? { impersonator: { ...impersonator, partner: { ...impersonator.partner, ...now } } } : {}),
  }
}

function last(current: CurrentSession, baseUrl: string): Place | null {
  const { memberships } = current
  const lastOne = memberships.find(({ id }) => id === deviceStorage.get(storageKey))
  const only = memberships.length === 1 ? memberships[0] : undefined
  const found = lastOne ?? only
  return found ? placeOf(current, found, baseUrl) : null
}

/** Begins to work somewhere, and remembers it on this device. */
export function startAt({ credentials, impersonator }: Place, current: CurrentSession): void {
  remember(credentials)
  queryClient.setQueryData(currentSessionQuery.queryKey, { session: current })
  session.start(credentials, false, impersonator)
}

/** Goes on somewhere else with the next page load. */
export function switchTo({ credentials }: Place): void {
  remember(credentials)
  session.switchTo(credentials)
}

function remember({ id }: CookieCredentials): void {
  deviceStorage.set(storageKey, id)
}
