import type { Transaction } from 'kysely'
import type { Role } from '../../contract/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { invitationUrl } from '../configuration/addresses.ts'
import type { PersonLink, Schema } from '../database/index.ts'
import { invitationLetter, queuePersonMail } from '../mail/index.ts'
import { personLimits } from './limits.ts'
import { makeLink } from './links.ts'
import { dropInvitationsTo, openInvitations } from './people-of.ts'
import type { Place } from './place.ts'

type Trx = Transaction<Schema>

export interface Inviting {
  readonly email: string
  readonly role: Role
  /** The name of who invites; null where the operator or a program does. */
  readonly invitedBy: string | null
  /** What lets them invite: the invitation ends with it. */
  readonly membershipId?: string | null
  /** The account whose welcome it is, and whether that is held back. */
  readonly welcome?: { readonly accountId: string; readonly held: boolean }
}

/**
 * Makes an invitation in place of an open one for the same address, and queues its mail. The place has to be locked.
 * @throws {HttpError} 409 for too many
 */
export async function sendInvitation(
  trx: Trx,
  place: Place,
  { email, role, invitedBy, membershipId = null, welcome }: Inviting,
  services: Services,
): Promise<PersonLink> {
  const now = services.world.clock.now()
  const open = await openInvitations(trx, place, now)
  const others = open.filter(({ email_lower }) => email_lower !== email.toLowerCase())
  if (others.length >= personLimits.openInvitations)
    throw conflict(`There are ${personLimits.openInvitations} open invitations already. Withdraw one first.`)
  await dropInvitationsTo(trx, place, email)
  const { link, token } = await makeLink(
    trx,
    {
      kind: 'invitation',
      email,
      [place.column]: place.id,
      role,
      invited_by: invitedBy,
      membership_id: membershipId,
    },
    { now, lifetime: personLimits.invitation },
  )
  const expiresAt = link.expires_at
  const url = invitationUrl(services.settings, token)
  const letter = invitationLetter({ email, place: place.name, role, invitedBy, url, expiresAt })
  await queuePersonMail(trx, { letter, expiresAt, ...welcome }, services)
  return link
}

/** @throws {HttpError} 404 */
export async function openInvitation(
  trx: Trx | Services['database']['db'],
  place: Place,
  id: string,
  now: number,
): Promise<PersonLink> {
  const found = (await openInvitations(trx, place, now)).find((link) => link.id === id)
  if (!found) throw notFound('invitation')
  return found
}
