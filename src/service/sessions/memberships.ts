import { asRole, isAtLeast, type MembershipRecord, type Role } from '../../contract/index.ts'
import type { Kysely } from 'kysely'
import type { Account, Database, Membership, Partner, Schema } from '../database/index.ts'
import { hasFactor } from '../factors/index.ts'
import type { SignedIn } from '../api/handler.ts'
import { isByLink, isBySignOn } from './store.ts'

/** What somebody may do for an account, and the partner for which they do it, if it isn't for the account itself. */
export interface AccountRole {
  readonly role: Role
  readonly actingPartner: Partner | null
  /** Whether whoever has it needs a second factor there. */
  readonly factorRequired: boolean
}

/** An owner's rights take a sign-in of their own. */
const roleByLink = (role: string): Role => (asRole(role) === 'owner' ? 'manager' : asRole(role))

/** What the session's person or key may do for a partner itself; undefined for nothing. */
export async function roleAtPartner(
  { session, person, partner, key }: SignedIn,
  wanted: Partner,
  now: number,
  database: Database,
): Promise<Role | undefined> {
  if (wanted.granted !== 1) return undefined
  if (!person) return partner?.id === wanted.id ? (key?.role ?? 'owner') : undefined
  if (isByLink(session) || (isBySignOn(session) && session.partner_id !== wanted.id)) return undefined
  const [membership] = await membershipsOf(person.id, { partner_id: wanted.id }, database)
  if (!membership) return undefined
  await touchMembership(membership, now, database)
  return asRole(membership.role)
}

/** The same for an account: as one of its people or, where that is more, as one of its partner's. */
export async function roleAtAccount(
  { session, person, partner, account, key }: SignedIn,
  wanted: Account,
  now: number,
  database: Database,
): Promise<AccountRole | undefined> {
  const ofKey = { role: key?.role ?? 'owner', factorRequired: false } as const
  if (account) return account.id === wanted.id ? { ...ofKey, actingPartner: null } : undefined
  if (partner) return partner.id === wanted.partner_id ? { ...ofKey, actingPartner: partner } : undefined
  if (!person || (isBySignOn(session) && session.partner_id !== wanted.partner_id)) return undefined
  const found = await membershipsOf(person.id, { account_id: wanted.id, partner_id: wanted.partner_id }, database)
  const own = found.find(({ account_id }) => account_id !== null)
  if (isByLink(session)) {
    if (!own || wanted.id !== session.account_id) return undefined
    await touchMembership(own, now, database)
    return { role: roleByLink(own.role), actingPartner: null, factorRequired: false }
  }
  const ofPartner = found.find(({ partner_id }) => partner_id !== null)
  const actingPartner = ofPartner && (await grantedPartner(wanted.partner_id, database))
  const isMore = ofPartner && (!own || !isAtLeast(asRole(own.role), asRole(ofPartner.role)))
  if (actingPartner && isMore) {
    await touchMembership(ofPartner, now, database)
    return { role: asRole(ofPartner.role), actingPartner, factorRequired: actingPartner.factor_required === 1 }
  }
  if (!own) return undefined
  await touchMembership(own, now, database)
  return { role: asRole(own.role), actingPartner: null, factorRequired: wanted.factor_required === 1 }
}

/** All partners and accounts of a session, by name. Revoked partners aren't among them. */
export async function membershipRecords(signedIn: SignedIn, { db }: Database): Promise<MembershipRecord[]> {
  const { session, person, partner, account, key } = signedIn
  const ofKey = { role: key?.role ?? 'owner', needs_factor: false }
  if (partner) return [{ kind: 'partner', id: partner.id, name: partner.name, ...ofKey, partner_id: partner.id }]
  if (account)
    return [{ kind: 'account', id: account.id, name: account.name, ...ofKey, partner_id: account.partner_id }]
  if (!person) return []
  const lacks = await lacksFactor(signedIn, db)
  const rows = await db
    .selectFrom('memberships')
    .leftJoin('partners', 'partners.id', 'memberships.partner_id')
    .leftJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select([
      'memberships.role',
      'partners.id as partner_id',
      'partners.name as partner_name',
      'partners.granted',
      'accounts.id as account_id',
      'accounts.name as account_name',
      'accounts.partner_id as partner_of_account',
      'partners.factor_required as of_partner',
      'accounts.factor_required as of_account',
    ])
    .where('person_id', '=', person.id)
    .$if(isByLink(session), (all) => all.where('memberships.account_id', '=', session.account_id))
    .$if(isBySignOn(session), (all) =>
      all.where((eb) =>
        eb.or([
          eb('memberships.partner_id', '=', session.partner_id),
          eb('accounts.partner_id', '=', session.partner_id),
        ]),
      ),
    )
    .execute()
  return rows
    .flatMap(({ role, ...row }): MembershipRecord[] => {
      if (row.account_id !== null)
        return [
          {
            kind: 'account',
            id: row.account_id,
            name: row.account_name ?? '',
            role: isByLink(session) ? roleByLink(role) : role,
            partner_id: row.partner_of_account ?? '',
            needs_factor: lacks && row.of_account === 1,
          },
        ]
      if (row.partner_id === null || row.granted !== 1) return []
      const { partner_id } = row
      const needs_factor = lacks && row.of_partner === 1
      return [{ kind: 'partner', id: partner_id, name: row.partner_name ?? '', role, partner_id, needs_factor }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id))
}

/**
 * Whether a session's person has no second factor, for places that require one. With single sign-on, the provider asks for what
 * it takes; and by a link, the partner, who can do all of that anyway.
 */
export async function lacksFactor({ session, person }: SignedIn, db: Kysely<Schema>): Promise<boolean> {
  const isVouchedFor = isBySignOn(session) || isByLink(session)
  return person !== null && !isVouchedFor && !(await hasFactor(db, person.id))
}

function membershipsOf(
  personId: string,
  { account_id, partner_id }: { readonly account_id?: string; readonly partner_id: string },
  { db }: Database,
): Promise<Membership[]> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('person_id', '=', personId)
    .where((eb) =>
      eb.or([
        eb('partner_id', '=', partner_id),
        ...(account_id === undefined ? [] : [eb('account_id', '=', account_id)]),
      ]),
    )
    .execute()
}

async function grantedPartner(id: string, { db }: Database): Promise<Partner | undefined> {
  return db.selectFrom('partners').selectAll().where('id', '=', id).where('granted', '=', 1).executeTakeFirst()
}

/** Records when somebody last worked there, to the minute. */
async function touchMembership({ id, last_seen_at }: Membership, now: number, { db }: Database): Promise<void> {
  const minute = Math.floor(now / 60_000) * 60_000
  if (last_seen_at !== null && last_seen_at >= minute) return
  await db.updateTable('memberships').set({ last_seen_at: minute }).where('id', '=', id).execute()
}
