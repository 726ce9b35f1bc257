import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { InvitationRecord, PersonRecord, Role } from '../../contract/index.ts'
import { conflict, notFound } from '../api/errors.ts'
import type { Database, Person, PersonLink, Schema } from '../database/index.ts'
import type { Place } from './place.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A person with what they are at a place. */
export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly created_at: number
  readonly last_seen_at: number | null
}

export function personByEmail(db: Kysely<Schema>, email: string): Promise<Person | undefined> {
  return db.selectFrom('people').selectAll().where('email_lower', '=', email.toLowerCase()).executeTakeFirst()
}

const membersOf = (db: Kysely<Schema>, { column, id }: Place) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select([
      'people.id',
      'people.name',
      'people.email',
      'memberships.role',
      'memberships.created_at',
      'memberships.last_seen_at',
    ])
    .where(`memberships.${column}`, '=', id)

/** The people of a place, by name. */
export function listMembers(db: Kysely<Schema>, place: Place): Promise<Member[]> {
  return membersOf(db, place).orderBy('people.name').orderBy('people.id').execute()
}

/** @throws {HttpError} 404 */
export async function memberOf(db: Kysely<Schema>, place: Place, personId: string): Promise<Member> {
  const member = await membersOf(db, place).where('people.id', '=', personId).executeTakeFirst()
  if (!member) throw notFound('person')
  return member
}

export function memberRecord({ created_at, last_seen_at, ...member }: Member, you: string | undefined): PersonRecord {
  return {
    ...member,
    created_at: iso(created_at),
    last_seen_at: last_seen_at === null ? null : iso(last_seen_at),
    you: member.id === you,
  }
}

export function openInvitations(db: Kysely<Schema>, { column, id }: Place, now: number): Promise<PersonLink[]> {
  return db
    .selectFrom('person_links')
    .selectAll()
    .where('kind', '=', 'invitation')
    .where(column, '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
}

export function invitationRecord(link: PersonLink): InvitationRecord {
  const { id, email, role, invited_by, created_at, expires_at } = link
  return { id, email, role: role ?? '', invited_by, created_at: iso(created_at), expires_at: iso(expires_at) }
}

/** Makes somebody one of a place's people; whoever is already keeps their role. */
export async function addMember(
  trx: Kysely<Schema>,
  { column, id }: Place,
  { person, role, now }: { readonly person: Pick<Person, 'id'>; readonly role: Role; readonly now: number },
): Promise<void> {
  await trx
    .insertInto('memberships')
    .values({
      id: uuid(),
      person_id: person.id,
      partner_id: null,
      account_id: null,
      [column]: id,
      role,
      created_at: now,
      last_seen_at: null,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Gives one of a place's people another role. */
export async function giveRole(
  trx: Kysely<Schema>,
  { column, id }: Place,
  personId: string,
  role: Role,
): Promise<void> {
  await trx.updateTable('memberships').set({ role }).where('person_id', '=', personId).where(column, '=', id).execute()
}

/** Withdraws the open invitations of an address to a place. */
export async function dropInvitationsTo(trx: Kysely<Schema>, { column, id }: Place, email: string): Promise<void> {
  await trx
    .deleteFrom('person_links')
    .where('kind', '=', 'invitation')
    .where(column, '=', id)
    .where('email_lower', '=', email.toLowerCase())
    .execute()
}

/** Withdraws what somebody has invited others to, by what they are at a place. */
export async function dropInvitationsBy(trx: Kysely<Schema>, { column, id }: Place, personId: string): Promise<void> {
  const membership = trx.selectFrom('memberships').select('id').where('person_id', '=', personId).where(column, '=', id)
  await trx.deleteFrom('person_links').where('membership_id', 'in', membership).execute()
}

/** Takes somebody off a place's people, and forgets whoever then belongs nowhere. */
export async function dropMember(
  trx: Kysely<Schema>,
  { column, id }: Place,
  personId: string,
  { kind }: Database,
): Promise<void> {
  // until whoever joins another place at this moment has joined; SQLite has one writer at a time
  if (kind === 'postgres') await trx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute()
  await trx.deleteFrom('memberships').where('person_id', '=', personId).where(column, '=', id).execute()
  await trx
    .deleteFrom('people')
    .where('id', '=', personId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('memberships').select('id').where('person_id', '=', personId))))
    .execute()
}

/** Has changes of how a person signs in wait for each other. */
export async function lockPerson(trx: Kysely<Schema>, id: string, { kind }: Database): Promise<void> {
  // SQLite has one writer at a time
  if (kind === 'postgres') await trx.selectFrom('people').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** @throws {HttpError} 409 if nobody but this person is an owner. The place has to be locked. */
export async function refuseLastOwner(trx: Kysely<Schema>, { column, id }: Place, member: Member): Promise<void> {
  if (member.role !== 'owner') return
  const other = await trx
    .selectFrom('memberships')
    .select('id')
    .where(column, '=', id)
    .where('role', '=', 'owner')
    .where('person_id', '!=', member.id)
    .limit(1)
    .executeTakeFirst()
  if (!other)
    throw conflict(`${member.name} is the last owner, and there has to be one. Make somebody else an owner first.`)
}
