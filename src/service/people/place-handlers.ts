import type { Transaction } from 'kysely'
import {
  asRole,
  invite,
  type InvitationRecord,
  listPeople,
  type partnerPeople,
  type PersonRecord,
  removePerson,
  requireFactor,
  resendInvitation,
  type Role,
  setRole,
  withdrawInvitation,
} from '../../contract/index.ts'
import { conflict, invalid } from '../api/errors.ts'
import { type AccountCall, bothScopes, type CallOf, type Handlers, type SignedIn } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import type { Person, Schema } from '../database/index.ts'
import { actorOf, type Actor, recordAt } from '../events/index.ts'
import { haveFactor } from '../factors/index.ts'
import { lacksFactor } from '../sessions/index.ts'
import { openInvitation, sendInvitation } from './invitations.ts'
import { personLimits } from './limits.ts'
import {
  dropMember,
  dropInvitationsBy,
  giveRole,
  invitationRecord,
  listMembers,
  memberOf,
  memberRecord,
  openInvitations,
  personByEmail,
  refuseLastOwner,
} from './people-of.ts'
import { accountPlace, isFactorRequired, lockPlace, partnerPlace, type Place, setFactorRequired } from './place.ts'

/** Whose people a call is about, and who calls. */
interface PlaceCall {
  readonly place: Place
  readonly actor: Actor
  readonly person: Person | null
  readonly role: Role
  readonly signedIn: SignedIn | null
  readonly services: Services
}

const ofAccount = (call: AccountCall): PlaceCall => ({
  place: accountPlace(call.account),
  actor: actorOf(call),
  person: call.person,
  role: call.role,
  signedIn: call.signedIn,
  services: call.services,
})

const ofPartner = ({
  partner,
  person,
  role,
  key,
  signedIn,
  services,
}: CallOf<typeof partnerPeople.list>): PlaceCall => ({
  place: partnerPlace(partner),
  actor: actorOf({ partner, person, key }),
  person,
  role,
  signedIn,
  services,
})

async function list({ place, person, role, services: { database, world } }: PlaceCall) {
  const [members, links] = [
    await listMembers(database.db, place),
    await openInvitations(database.db, place, world.clock.now()),
  ]
  const ids = members.map(({ id }) => id)
  // who is easier to get past is for owners to know
  const having = role === 'owner' ? await haveFactor(database.db, ids) : null
  return {
    people: members.map((member) => ({
      ...memberRecord(member, person?.id),
      ...(having ? { has_factor: having.has(member.id) } : {}),
    })),
    invitations: links.map(invitationRecord),
    factor_required: await isFactorRequired(database.db, place),
  }
}

async function changeRole(id: string, role: Role, call: PlaceCall): Promise<PersonRecord> {
  const { place, actor, person, services } = call
  const { database, world } = services
  const member = await database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const before = await memberOf(trx, place, id)
    if (role !== 'owner') await refuseLastOwner(trx, place, before)
    if (before.role === role) return before
    await giveRole(trx, place, id, role)
    if (role !== 'owner') await dropInvitationsBy(trx, place, id)
    const { name, email } = before
    const detail = { name, email, from: before.role, to: role }
    await recordAt(trx, place, { kind: 'person.role', detail }, { actor, now: world.clock.now() })
    return { ...before, role }
  })
  return memberRecord(member, person?.id)
}

async function remove(personId: string, { place, actor, services }: PlaceCall) {
  const { database, world } = services
  return database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const member = await memberOf(trx, place, personId)
    await refuseLastOwner(trx, place, member)
    await dropMember(trx, place, personId, database)
    const { id, name, email, role } = member
    const detail = { name, email, role }
    await recordAt(trx, place, { kind: 'person.removed', detail }, { actor, now: world.clock.now() })
    return { id, name, email }
  })
}

/** Requires a second factor of everybody there, or no longer. @throws {HttpError} 409 for who has none */
async function requireOf(required: boolean, { place, actor, signedIn, services }: PlaceCall) {
  const { database, world } = services
  return database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    if ((await isFactorRequired(trx, place)) === required) return { required }
    if (required && signedIn && (await lacksFactor(signedIn, trx)))
      throw conflict('Set up a second factor of your own first. You’d be shut out otherwise.')
    await setFactorRequired(trx, place, required)
    await recordAt(
      trx,
      place,
      { kind: 'person.factor_required', detail: { required } },
      { actor, now: world.clock.now() },
    )
    return { required }
  })
}

/** Invites somebody by mail, whoever already has an open invitation with a new link. @throws {HttpError} 409, 422 or 429 */
async function send(email: string, role: Role, call: PlaceCall): Promise<InvitationRecord> {
  const { place, actor, services } = call
  const { database, world } = services
  await countInvitation(email, call)
  const now = world.clock.now()
  const link = await database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const known = await personByEmail(trx, email)
    const members = await listMembers(trx, place)
    if (members.some(({ id }) => id === known?.id)) throw invalid({ email: 'already belongs to one of the people' })
    if (members.length >= personLimits.people) throw conflict(`There are ${personLimits.people} people already.`)
    const made = await sendInvitation(trx, place, { email, role, ...(await inviterOf(trx, call)) }, services)
    await recordAt(trx, place, { kind: 'person.invited', detail: { email, role } }, { actor, now })
    return made
  })
  services.wakeMail()
  return invitationRecord(link)
}

async function withdraw(id: string, { place, actor, services: { database, world } }: PlaceCall) {
  const now = world.clock.now()
  return database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const { email, role } = await openInvitation(trx, place, id, now)
    await trx.deleteFrom('person_links').where('id', '=', id).execute()
    const detail = { email, role: role ?? '' }
    await recordAt(trx, place, { kind: 'person.invitation_withdrawn', detail }, { actor, now })
    return { id, email }
  })
}

async function resend(id: string, call: PlaceCall): Promise<InvitationRecord> {
  const { place, actor, services } = call
  const { database, world } = services
  const now = world.clock.now()
  const open = await openInvitation(database.db, place, id, now)
  if (open.email === '') throw conflict('This invitation has no email address: the operator handed its link over.')
  await countInvitation(open.email, call)
  const link = await database.db.transaction().execute(async (trx) => {
    await lockPlace(trx, place, database)
    const { email, role } = await openInvitation(trx, place, id, now)
    const inviting = { email, role: asRole(role), ...(await inviterOf(trx, call)) }
    const made = await sendInvitation(trx, place, inviting, services)
    const detail = { email, role: role ?? '' }
    await recordAt(trx, place, { kind: 'person.invitation_resent', detail }, { actor, now })
    return made
  })
  services.wakeMail()
  return invitationRecord(link)
}

async function countInvitation(email: string, { place, services: { limits } }: PlaceCall): Promise<void> {
  await limits.invitations.count(place.id)
  await limits.invitationsTo.count(email.toLowerCase())
}

/** Who invites, and what lets them: a partner's person acts in an account by what they are at the partner. */
async function inviterOf(trx: Transaction<Schema>, { place, actor, person }: PlaceCall) {
  if (!person) return { invitedBy: null }
  const membership = await trx
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', person.id)
    .where((eb) =>
      place.kind === 'account' && actor.kind !== 'holder'
        ? eb(
            'partner_id',
            '=',
            eb.selectFrom('accounts').select('accounts.partner_id').where('accounts.id', '=', place.id),
          )
        : eb(place.column, '=', place.id),
    )
    .executeTakeFirst()
  return { invitedBy: person.name, membershipId: membership?.id ?? null }
}

type PlaceNoun =
  | `people.${'list' | 'setRole' | 'remove' | 'requireFactor'}`
  | `invitations.${'create' | 'withdraw' | 'resend'}`
type Handled =
  | `${'partner' | 'user'}.${PlaceNoun}`
  | `partner.partnerPeople.${'list' | 'setRole' | 'remove' | 'requireFactor'}`
  | `partner.partnerInvitations.${'create' | 'withdraw' | 'resend'}`

export const placeHandlers: Handlers<Handled> = {
  ...bothScopes(listPeople, (_, call) => list(ofAccount(call))),
  ...bothScopes(setRole, ({ path, body }, call) => changeRole(path.person_id, body.role, ofAccount(call))),
  ...bothScopes(removePerson, ({ path }, call) => remove(path.person_id, ofAccount(call))),
  ...bothScopes(requireFactor, ({ body }, call) => requireOf(body.required, ofAccount(call))),
  ...bothScopes(invite, ({ body }, call) => send(body.email, body.role, ofAccount(call))),
  ...bothScopes(withdrawInvitation, ({ path }, call) => withdraw(path.invitation_id, ofAccount(call))),
  ...bothScopes(resendInvitation, ({ path }, call) => resend(path.invitation_id, ofAccount(call))),
  'partner.partnerPeople.list': (_, call) => list(ofPartner(call)),
  'partner.partnerPeople.setRole': ({ path, body }, call) =>
    changeRole(path.partner_person_id, body.role, ofPartner(call)),
  'partner.partnerPeople.remove': ({ path }, call) => remove(path.partner_person_id, ofPartner(call)),
  'partner.partnerPeople.requireFactor': ({ body }, call) => requireOf(body.required, ofPartner(call)),
  'partner.partnerInvitations.create': ({ body }, call) => send(body.email, body.role, ofPartner(call)),
  'partner.partnerInvitations.withdraw': ({ path }, call) => withdraw(path.partner_invitation_id, ofPartner(call)),
  'partner.partnerInvitations.resend': ({ path }, call) => resend(path.partner_invitation_id, ofPartner(call)),
}
