import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import { resetUrl } from '../configuration/addresses.ts'
import type { Account, Person, Schema } from '../database/index.ts'
import { dropFactors } from '../factors/index.ts'
import {
  accessLetter,
  addressChangedLetter,
  dropMail,
  queuePersonMail,
  queueWelcomeMail,
  resetLetter,
} from '../mail/index.ts'
import { newPassword, passwordHash } from '../secrets/index.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { personLimits } from './limits.ts'
import { dropResets, makeLink } from './links.ts'
import { sendInvitation } from './invitations.ts'
import { addMember, dropInvitationsTo, dropMember, listMembers, openInvitations, personByEmail } from './people-of.ts'
import { accountPlace } from './place.ts'

type Trx = Transaction<Schema>

/** A password for a welcome mail. It's hashed before the transaction that may need it. */
export interface Generated {
  readonly password: string
  readonly hash: string
}

export async function generatePassword(): Promise<Generated> {
  const password = newPassword()
  return { password, hash: await passwordHash(password) }
}

/**
 * Makes somebody new an account's owner, and queues the mail that has a generated password. Whoever is somebody already is
 * invited instead: nobody belongs to what they never asked for.
 */
export async function addHolder(
  trx: Trx,
  account: Account,
  { generated, held }: { readonly generated: Generated; readonly held: boolean },
  services: Services,
): Promise<void> {
  if (await personByEmail(trx, account.email)) return inviteHolder(trx, account, held, services)
  const now = services.world.clock.now()
  const fresh: Person = {
    id: uuid(),
    name: account.name,
    email: account.email,
    email_lower: account.email_lower,
    password_hash: generated.hash,
    password_is_generated: 1,
    password_set_at: now,
    created_at: now,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('people')
    .values(fresh)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  // somebody has just joined with it
  if (!numInsertedOrUpdatedRows) return inviteHolder(trx, account, held, services)
  await addMember(trx, accountPlace(account), { person: fresh, role: 'owner', now })
  await queueWelcomeMail(trx, account, generated.password, held, services)
}

async function inviteHolder(trx: Trx, account: Account, held: boolean, services: Services): Promise<void> {
  const { name } = await trx
    .selectFrom('partners')
    .select('name')
    .where('id', '=', account.partner_id)
    .executeTakeFirstOrThrow()
  const welcome = { accountId: account.id, held }
  const inviting = { email: account.email, role: 'owner', invitedBy: name, welcome } as const
  await sendInvitation(trx, accountPlace(account), inviting, services)
}

/**
 * Sends an account's holder a new password, if they have none of their own and belong nowhere else. Whoever hasn't accepted yet
 * is invited again.
 * @returns whether it was a new password; whoever has one is only told where to sign in
 * @throws {HttpError} 409 for whoever was taken off the account's people
 */
export async function welcomeHolder(
  trx: Trx,
  account: Account,
  generated: Generated,
  services: Services,
): Promise<boolean> {
  const person = await personByEmail(trx, account.email)
  if (!person) {
    await addHolder(trx, account, { generated, held: false }, services)
    return true
  }
  const now = services.world.clock.now()
  const place = accountPlace(account)
  const members = await listMembers(trx, place)
  if (!members.some(({ id }) => id === person.id)) {
    const open = await openInvitations(trx, place, now)
    if (members.length > 0 && !open.some(({ email_lower }) => email_lower === account.email_lower))
      throw conflict(`${account.email} isn’t among the account’s people any more. An owner can invite them.`)
    await inviteHolder(trx, account, false, services)
    return false
  }
  const isOurs = person.password_is_generated === 1 || person.password_hash === null
  if (!isOurs || !(await belongsOnlyTo(trx, person, account))) {
    const letter = accessLetter({ email: account.email, place: account.name, dashboard: services.settings.publicUrl })
    await queuePersonMail(trx, { letter, accountId: account.id }, services)
    return false
  }
  await trx
    .updateTable('people')
    .set({ password_hash: generated.hash, password_is_generated: 1, password_set_at: now })
    .where('id', '=', person.id)
    .execute()
  await endSessionsOf(trx, person.id)
  await queueWelcomeMail(trx, account, generated.password, false, services)
  return true
}

/**
 * Follows an account to another address. A holder who belongs nowhere else moves with it, and chooses a new password by a link
 * to that address, unless the generated one was never sent; else whoever has the new address is welcomed as somebody new is,
 * or invited.
 * @param account with the new address
 */
export async function moveHolder(
  trx: Trx,
  { account, before }: { readonly account: Account; readonly before: string },
  generated: Generated,
  services: Services,
): Promise<void> {
  const place = accountPlace(account)
  const holder = await personByEmail(trx, before)
  const target = await personByEmail(trx, account.email)
  if (holder && holder.id === target?.id) {
    // one partner doesn't decide how others write to somebody
    if (!(await belongsOnlyTo(trx, holder, account))) return
    await trx.updateTable('people').set({ email: account.email }).where('id', '=', holder.id).execute()
    return
  }
  if (holder && !target && (await belongsOnlyTo(trx, holder, account)))
    return moveTo(trx, { account, holder }, services)
  if (holder) await dropMember(trx, place, holder.id, services.database)
  await dropInvitationsTo(trx, place, before)
  await dropMail(trx, account.id)
  await addHolder(trx, account, { generated, held: false }, services)
}

async function moveTo(
  trx: Trx,
  { account, holder }: { readonly account: Account; readonly holder: Person },
  services: Services,
): Promise<void> {
  const { email, email_lower } = account
  const unsent = await trx
    .selectFrom('mails')
    .select('id')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'welcome')
    .executeTakeFirst()
  await endSessionsOf(trx, holder.id)
  await dropResets(trx, holder.id)
  if (unsent && holder.password_is_generated === 1) {
    await trx.updateTable('people').set({ email, email_lower }).where('id', '=', holder.id).execute()
    return
  }
  // whoever has the old address knows the password, has the factors and has allowed applications, and needn't be who has the new one
  await dropFactors(trx, holder.id)
  await trx.deleteFrom('identities').where('person_id', '=', holder.id).execute()
  for (const table of ['api_keys', 'authorization_codes'] as const)
    await trx
      .deleteFrom(table)
      .where('membership_id', 'in', trx.selectFrom('memberships').select('id').where('person_id', '=', holder.id))
      .execute()
  const none = { password_hash: null, password_is_generated: 0, password_set_at: null }
  await trx
    .updateTable('people')
    .set({ email, email_lower, ...none })
    .where('id', '=', holder.id)
    .execute()
  const farewell = addressChangedLetter({ email: holder.email, place: account.name })
  await queuePersonMail(trx, { letter: farewell }, services)
  const now = services.world.clock.now()
  const purpose = { kind: 'reset', email, person_id: holder.id } as const
  const { link, token } = await makeLink(trx, purpose, { now, lifetime: personLimits.invitation })
  const letter = resetLetter({ email, url: resetUrl(services.settings, token), expiresAt: link.expires_at })
  await queuePersonMail(trx, { letter, accountId: account.id, expiresAt: link.expires_at }, services)
}

async function belongsOnlyTo(trx: Trx, { id }: Person, account: Account): Promise<boolean> {
  const all = await trx.selectFrom('memberships').select('account_id').where('person_id', '=', id).limit(2).execute()
  return all.length === 1 && all[0]?.account_id === account.id
}
