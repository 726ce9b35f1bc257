import type { Role } from '../../contract/index.ts'
import { invitationUrl, securityUrl } from '../configuration/addresses.ts'
import type { Settings } from '../configuration/configuration.ts'
import type { Database, Person } from '../database/index.ts'
import { recordAt } from '../events/index.ts'
import { dropFactors } from '../factors/index.ts'
import { factorLetter, queuePersonMail } from '../mail/index.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { personLimits } from './limits.ts'
import { makeLink } from './links.ts'
import { personByEmail } from './people-of.ts'
import { placesOf } from './person-events.ts'
import { accountPlace, partnerPlace, type Place } from './place.ts'

/** The partner or account with an id. */
export async function placeWith(id: string, { db }: Database): Promise<Place | undefined> {
  const partner = await db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst()
  if (partner) return partnerPlace(partner)
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return account && accountPlace(account)
}

interface Invitation {
  /** Empty to have whoever comes with the link say it. */
  readonly email: string
  readonly role: Role
  /** UNIX ms. */
  readonly now: number
}

/** Makes an invitation that the operator hands over. @returns its link, which is stored nowhere */
export async function inviteByOperator(
  place: Pick<Place, 'column' | 'id'>,
  { email, role, now }: Invitation,
  { database, settings }: { readonly database: Database; readonly settings: Settings },
): Promise<string> {
  const { token } = await database.db.transaction().execute(async (trx) => {
    await recordAt(trx, place, { kind: 'person.invited', detail: { email, role } }, { actor: 'operator', now })
    return makeLink(
      trx,
      { kind: 'invitation', email, [place.column]: place.id, role },
      { now, lifetime: personLimits.invitation },
    )
  })
  return invitationUrl(settings, token)
}

/** A person somewhere, as the operator sees them. */
interface ListedPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: string
  readonly partner_id: string | null
  readonly account_id: string | null
  readonly last_seen_at: string | null
}

/** Everybody who belongs anywhere, or to one partner or account, by address. */
export async function listEverybody({ db }: Database, at?: string): Promise<ListedPerson[]> {
  const all = db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select([
      'people.id',
      'people.name',
      'people.email',
      'memberships.role',
      'memberships.partner_id',
      'memberships.account_id',
      'memberships.last_seen_at',
    ])
    .orderBy('people.email_lower')
    .orderBy('memberships.id')
  const some = at === undefined ? all : all.where((eb) => eb.or([eb('partner_id', '=', at), eb('account_id', '=', at)]))
  const rows = await some.execute()
  return rows.map(({ last_seen_at: seenAt, ...row }) => ({
    ...row,
    last_seen_at: seenAt === null ? null : new Date(seenAt).toISOString(),
  }))
}

/** Ends all sessions of whoever has an id or an address. @returns how many, undefined if nobody has it */
export async function endSessionsOfWho(idOrEmail: string, { db }: Database): Promise<number | undefined> {
  const person = await personWho(idOrEmail, db)
  return person && endSessionsOf(db, person.id)
}

async function personWho(idOrEmail: string, db: Database['db']): Promise<Person | undefined> {
  const byId = await db.selectFrom('people').selectAll().where('id', '=', idOrEmail).executeTakeFirst()
  return byId ?? personByEmail(db, idOrEmail)
}

type ResetParts = Parameters<typeof queuePersonMail>[2] & { readonly settings: Settings }

/**
 * Removes all second factors of whoever has an id or an address, and ends their sessions. They hear of it by mail, and sign in
 * with the password alone. @returns whether they had any, undefined if nobody has the id or address
 */
export async function resetFactorsOfWho(idOrEmail: string, services: ResetParts): Promise<boolean | undefined> {
  const { database, world, settings } = services
  const person = await personWho(idOrEmail, database.db)
  if (!person) return undefined
  return database.db.transaction().execute(async (trx) => {
    const had = await dropFactors(trx, person.id)
    await endSessionsOf(trx, person.id)
    if (!had) return false
    const detail = { name: person.name, factor: 'all', change: 'reset' }
    for (const place of await placesOf(trx, person))
      await recordAt(trx, place, { kind: 'person.factor', detail }, { actor: 'operator', now: world.clock.now() })
    const letter = factorLetter({ email: person.email, factor: 'all', change: 'reset', url: securityUrl(settings) })
    await queuePersonMail(trx, { letter }, services)
    return true
  })
}
