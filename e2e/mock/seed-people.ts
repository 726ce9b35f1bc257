import { v7 as uuid } from 'uuid'
import type { Role } from '../../src/contract/index.ts'
import type { Membership, Person, PersonLink } from '../../src/service/database/index.ts'
import { hashOf, newKey, passwordHash } from '../../src/service/secrets/index.ts'
import { testPassword } from '../../src/service/test/password.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface Somebody {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: { readonly partner?: Role; readonly account?: Role }
  /** Since their last request, in minutes; null if they haven't signed in yet. */
  readonly unseen: number | null
}

const somebody = (name: string, email: string, roles: Somebody['roles'], unseen: number | null): Somebody => ({
  id: uuid(),
  name,
  email,
  roles,
  unseen,
})

/** Who works for the partner and for the main account, one in each role. Jonas works for both. */
export const people = {
  ingrid: somebody('Ingrid Holm', 'ingrid@nordhost.example', { partner: 'owner' }, 4),
  mats: somebody('Mats Ek', 'mats@nordhost.example', { partner: 'manager' }, 3 * 60),
  priya: somebody('Priya Nair', 'priya@nordhost.example', { partner: 'operator' }, 26),
  ada: somebody('Ada Berg', 'ada@fjordbikes.example', { account: 'owner' }, 11),
  jonas: somebody('Jonas Falk', 'jonas@falk.example', { partner: 'viewer', account: 'manager' }, 24 * 60 + 40),
  lena: somebody('Lena Vik', 'lena@fjordbikes.example', { account: 'operator' }, 52),
  omar: somebody('Omar Haddad', 'omar@fjordbikes.example', { account: 'viewer' }, null),
} as const

/** Whom the main account has invited. */
export const invited = { email: 'sofia@fjordbikes.example', role: 'operator', days: 2 } as const

interface SeededPeople {
  readonly people: Person[]
  readonly memberships: Membership[]
  readonly invitations: PersonLink[]
}

/** The people with their places, and an open invitation. */
export async function seededPeople(
  { partnerId, accountId }: { readonly partnerId: string; readonly accountId: string },
  now: number,
): Promise<SeededPeople> {
  // hashed once: it takes long by design
  const password_hash = await passwordHash(testPassword)
  const created_at = now - 40 * day
  const membership = ({ id, unseen }: Somebody, role: Role, at: { partner_id: string } | { account_id: string }) => ({
    id: uuid(),
    person_id: id,
    partner_id: null,
    account_id: null,
    role,
    created_at,
    last_seen_at: unseen === null ? null : Math.floor((now - unseen * minute) / minute) * minute,
    ...at,
  })
  const everybody = Object.values<Somebody>(people)
  return {
    people: everybody.map(({ id, name, email }) => ({
      id,
      name,
      email,
      email_lower: email,
      password_hash,
      password_is_generated: 0,
      password_set_at: created_at,
      created_at,
    })),
    memberships: everybody.flatMap((one) => [
      ...(one.roles.partner ? [membership(one, one.roles.partner, { partner_id: partnerId })] : []),
      ...(one.roles.account ? [membership(one, one.roles.account, { account_id: accountId })] : []),
    ]),
    invitations: [
      {
        id: uuid(),
        token_hash: hashOf(newKey()),
        kind: 'invitation',
        email: invited.email,
        email_lower: invited.email,
        person_id: null,
        partner_id: null,
        account_id: accountId,
        membership_id: null,
        role: invited.role,
        invited_by: people.ada.name,
        path: null,
        created_at: now - invited.days * day,
        expires_at: now + (7 - invited.days) * day,
        used_at: null,
      },
    ],
  }
}
