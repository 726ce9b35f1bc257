import { conflict, HttpError, invalid } from '../api/errors.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { forgottenUrl, resetUrl } from '../configuration/addresses.ts'
import type { Person, PersonLink } from '../database/index.ts'
import { recordAt } from '../events/index.ts'
import { v7 as uuid } from 'uuid'
import { asRole, isAtLeast, passwordLimits } from '../../contract/index.ts'
import { passwordChangedLetter, queuePersonMail, resetLetter } from '../mail/index.ts'
import { hashOf, isPassword, passwordHash } from '../secrets/index.ts'
import { networkOf } from '../../shared/client-address.ts'
import { hasFactor } from '../factors/index.ts'
import { cookieWith, endSessionsOf, isByLink, isBySignOn, newToken } from '../sessions/index.ts'
import { refuseEasyPassword } from './easy-password.ts'
import { personLimits } from './limits.ts'
import { dropResets, makeLink, readLink, useLink } from './links.ts'
import { addMember, giveRole, listMembers, personByEmail } from './people-of.ts'
import { recordOfPerson } from './person-events.ts'
import { accountPlace, lockPlace, partnerPlace, type Place } from './place.ts'
import { signInPerson } from './second-step.ts'
import {
  countSignIn,
  forgetSignIns,
  ownerOfKey,
  personWith,
  refuseWhereSignOnOnly,
  refuseWithoutSessions,
  replyFor,
  signInAs,
} from './sign-in.ts'

type Handled =
  | `person.session.${'signIn' | 'signInWithKey'}`
  | `person.password.${'change' | 'requestReset' | 'reset'}`
  | `person.invitation.${'read' | 'accept'}`

export const guestHandlers: Handlers<Handled> = {
  async 'person.session.signIn'({ body: { email, password, keep } }, call) {
    refuseWithoutSessions(call.services)
    return signInPerson(await personWith(email, password, call), { method: 'password', keep }, call)
  },

  async 'person.session.signInWithKey'({ body: { keep, ...given } }, call) {
    refuseWithoutSessions(call.services)
    return signInAs(await ownerOfKey(given, call), { method: 'key', keep }, call)
  },

  async 'person.password.change'({ body }, { signedIn, services, address, setCookie }) {
    const { database, world, settings } = services
    const { session, person } = signedIn
    if (!person) throw conflict('You’re signed in with a key, which has no password.')
    const uncount = await countSignIn(person.email_lower, address, services)
    if (!(await isPassword(body.current_password, person.password_hash)))
      throw invalid({ current_password: 'isn’t your current password' })
    await uncount()
    if (body.new_password === body.current_password)
      throw invalid({ new_password: 'must differ from your current password' })
    refuseEasyPassword('new_password', body.new_password, [person.email, person.name])
    const hash = await passwordHash(body.new_password)
    const now = world.clock.now()
    const token = newToken()
    await database.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('people')
        .set({ password_hash: hash, password_is_generated: 0, password_set_at: now })
        .where('id', '=', person.id)
        // another change, or a link, was faster
        .where('password_hash', '=', person.password_hash)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw invalid({ current_password: 'isn’t your current password any more' })
      await endSessionsOf(trx, person.id, session.id)
      await dropResets(trx, person.id)
      await trx
        .updateTable('sessions')
        .set({ token_hash: hashOf(token), proved_at: now })
        .where('id', '=', session.id)
        .execute()
      await recordOfPerson(trx, person, { kind: 'person.password', detail: { name: person.name, by: 'person' } }, now)
      const letter = passwordChangedLetter({ email: person.email, url: forgottenUrl(settings) })
      await queuePersonMail(trx, { letter }, services)
    })
    services.wakeMail()
    setCookie(cookieWith(token, session.kept === 1, settings))
    return replyFor({ ...signedIn, person: { ...person, password_is_generated: 0 } }, services)
  },

  async 'person.password.requestReset'({ body: { email } }, { services, address }) {
    const { limits, tasks } = services
    refuseWithoutSessions(services)
    await limits.resetsOfAddress.count(networkOf(address))
    await limits.resets.count(email.toLowerCase())
    // afterwards, so that the time says nothing
    tasks.start(() => sendReset(email, services))
    return { email, minutes: personLimits.reset / 60_000 }
  },

  async 'person.password.reset'({ body }, { services, address }) {
    const { database, world, settings, limits } = services
    await limits.links.count(networkOf(address))
    const now = world.clock.now()
    const link = await readLink(database.db, 'reset', body.token, now)
    const person = await personOf(link, services)
    refuseEasyPassword('new_password', body.new_password, [person.email, person.name])
    const hash = await passwordHash(body.new_password)
    await database.db.transaction().execute(async (trx) => {
      await useLink(trx, link, now)
      await trx
        .updateTable('people')
        .set({ password_hash: hash, password_is_generated: 0, password_set_at: now })
        .where('id', '=', person.id)
        .execute()
      await endSessionsOf(trx, person.id)
      await dropResets(trx, person.id)
      await recordOfPerson(trx, person, { kind: 'person.password', detail: { name: person.name, by: 'link' } }, now)
      const letter = passwordChangedLetter({ email: person.email, url: forgottenUrl(settings) })
      await queuePersonMail(trx, { letter }, services)
    })
    services.wakeMail()
    await forgetSignIns(person.email_lower, address, services)
    return { email: person.email }
  },

  async 'person.invitation.read'({ body }, { services, address }) {
    const { database, world, limits } = services
    await limits.links.count(networkOf(address))
    const link = await readLink(database.db, 'invitation', body.token, world.clock.now())
    const place = await placeOf(link, services)
    const person = await personByEmail(database.db, link.email)
    return {
      email: link.email || null,
      role: link.role ?? '',
      kind: place.kind,
      id: place.id,
      name: place.name,
      invited_by: link.invited_by,
      expires_at: new Date(link.expires_at).toISOString(),
      known: hasPassword(person),
    }
  },

  async 'person.invitation.accept'({ body }, call) {
    const { services, address, signedIn } = call
    const { database, world, limits } = services
    refuseWithoutSessions(services)
    await limits.links.count(networkOf(address))
    const now = world.clock.now()
    const link = await readLink(database.db, 'invitation', body.token, now)
    const place = await placeOf(link, services)
    // what a partner vouches for is for its own places
    const own = signedIn && !isByLink(signedIn.session) && !isBySignOn(signedIn.session) ? signedIn : null
    const you = own?.person
    // the operator's first invitation has no address
    const email = link.email || (you?.email ?? body.email)
    if (email === undefined) throw invalid({ email: 'is required' })
    // before the link is used up
    if (!you) await refuseWhereSignOnOnly(email, services)
    const known = await personByEmail(database.db, email)
    if (you && you.email_lower !== email.toLowerCase())
      throw conflict(`This invitation is for ${email}, and you’re signed in as ${you.email}. Sign out first.`)
    if (!you && hasPassword(known)) {
      if (body.password === undefined) throw new HttpError(401, `Sign in as ${email} to accept the invitation.`)
      await personWith(email, body.password, call)
      // the link stays for whoever has shown the second one
      if (await hasFactor(database.db, known.id))
        throw conflict('You have a second factor. Sign in first, then open the link of the invitation again.')
    }
    const chosen = you || hasPassword(known) ? undefined : await chosenBy(body, email)
    const person = await database.db.transaction().execute(async (trx) => {
      await lockPlace(trx, place, database)
      await useLink(trx, link, now)
      const members = await listMembers(trx, place)
      if (chosen) await keepPerson(trx, { ...chosen, email, isProved: link.email !== '', now })
      const joining = await personByEmail(trx, email)
      if (!joining) throw conflict('This person has just been removed. Try again.')
      const role = asRole(link.role)
      const { id, name } = joining
      const actor = { kind: place.kind === 'partner' ? 'partner' : 'holder', person: { id, name } } as const
      const member = members.find((one) => one.id === id)
      if (member) {
        // such as one whom the operator makes an owner, as the last one is lost
        if (isAtLeast(asRole(member.role), role)) return joining
        await giveRole(trx, place, id, role)
        const detail = { name, email, from: member.role, to: role }
        await recordAt(trx, place, { kind: 'person.role', detail }, { actor, now })
        return joining
      }
      if (members.length >= personLimits.people)
        throw conflict(`${place.name} has ${personLimits.people} people already.`)
      await addMember(trx, place, { person: joining, role, now })
      await recordAt(trx, place, { kind: 'person.joined', detail: { name, email, role } }, { actor, now })
      return joining
    })
    return own && you ? replyFor(own, services) : signInAs({ person }, { method: 'password', keep: body.keep }, call)
  },
}

const hasPassword = (person: Person | undefined): person is Person => person?.password_hash != null

/** Sends a link to whoever has the address, if anybody has. */
async function sendReset(email: string, services: Services): Promise<void> {
  const { database, world, settings, log } = services
  try {
    const person = await personByEmail(database.db, email)
    if (!person) return
    const now = world.clock.now()
    await database.db.transaction().execute(async (trx) => {
      await dropResets(trx, person.id)
      const purpose = { kind: 'reset', email: person.email, person_id: person.id } as const
      const { link, token } = await makeLink(trx, purpose, { now, lifetime: personLimits.reset })
      const letter = resetLetter({ email: person.email, url: resetUrl(settings, token), expiresAt: link.expires_at })
      await queuePersonMail(trx, { letter, expiresAt: link.expires_at }, services)
    })
    services.wakeMail()
  } catch (error) {
    log.error({ err: error }, 'a link for a new password wasn’t sent')
  }
}

async function personOf({ person_id }: PersonLink, { database }: Services): Promise<Person> {
  const person = await database.db.selectFrom('people').selectAll().where('id', '=', person_id).executeTakeFirst()
  if (!person) throw conflict('This person has been removed.')
  return person
}

async function placeOf({ partner_id, account_id }: PersonLink, { database: { db } }: Services): Promise<Place> {
  const partner = await db.selectFrom('partners').selectAll().where('id', '=', partner_id).executeTakeFirst()
  if (partner) return partnerPlace(partner)
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', account_id).executeTakeFirst()
  if (account) return accountPlace(account)
  throw conflict('What this invitation is for has been deleted.')
}

interface Chosen {
  readonly name: string
  readonly hash: string
}

/** The name and the password of somebody new. @throws {HttpError} 422 */
async function chosenBy(
  { name, password }: { readonly name?: string | undefined; readonly password?: string | undefined },
  email: string,
): Promise<Chosen> {
  const missing = {
    ...(name === undefined ? { name: 'is required' } : {}),
    ...(password === undefined || password.length < passwordLimits.min
      ? { password: `must have at least ${passwordLimits.min} characters` }
      : {}),
  }
  if (name === undefined || password === undefined || 'password' in missing) throw invalid(missing)
  refuseEasyPassword('password', password, [email, name])
  return { name, hash: await passwordHash(password) }
}

type Trx = Parameters<typeof makeLink>[0]

interface NewPerson extends Chosen {
  readonly email: string
  /** Whether the link came by mail to the address. */
  readonly isProved: boolean
  readonly now: number
}

/** Makes somebody a person, or gives whoever has no password yet the one that they chose. @throws {HttpError} 409 */
async function keepPerson(trx: Trx, { name, hash, email, isProved, now }: NewPerson): Promise<void> {
  const password = { password_hash: hash, password_is_generated: 0, password_set_at: now }
  if (isProved) {
    const { numUpdatedRows } = await trx
      .updateTable('people')
      .set({ name, ...password })
      .where('email_lower', '=', email.toLowerCase())
      .where('password_hash', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('people')
    .values({ id: uuid(), name, email, email_lower: email.toLowerCase(), ...password, created_at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw conflict('Somebody has just joined with this address. Sign in to accept.')
}
