import type { Kysely } from 'kysely'
import type { Role } from '../../contract/index.ts'
import type { Database, Schema, SignOn } from '../database/index.ts'
import type { Vault } from '../secrets/index.ts'

/** What the operator sets for a partner's single sign-on. */
export interface SignOnSettings {
  readonly issuer: string
  readonly clientId: string
  /** Undefined to keep the one that is there, as long as it is the same client. */
  readonly clientSecret?: string
  readonly domains: readonly string[]
  readonly defaultRole: Role
  /** Whether people of these domains sign in that way only. */
  readonly only: boolean
}

/** The domain of an email address, in lower case. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The single sign-on of a domain, unless its partner's access is revoked. */
export function signOnOf(domain: string, db: Kysely<Schema>): Promise<SignOn | undefined> {
  return db
    .selectFrom('sign_ons')
    .innerJoin('sign_on_domains', 'sign_on_domains.partner_id', 'sign_ons.partner_id')
    .innerJoin('partners', 'partners.id', 'sign_ons.partner_id')
    .selectAll('sign_ons')
    .where('domain', '=', domain.toLowerCase())
    .where('granted', '=', 1)
    .executeTakeFirst()
}

/** The domains of a partner's single sign-on. */
export async function domainsOf(partnerId: string, db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_on_domains')
    .select('domain')
    .where('partner_id', '=', partnerId)
    .orderBy('domain')
    .execute()
  return rows.map(({ domain }) => domain)
}

/** A partner's single sign-on as the operator sees it; undefined without one. */
export async function readSignOnOf(partnerId: string, { db }: Database) {
  const found = await db.selectFrom('sign_ons').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
  if (!found) return undefined
  const { issuer, client_id, secret_sealed, default_role, is_only } = found
  return {
    issuer,
    client_id,
    has_secret: secret_sealed !== null,
    domains: await domainsOf(partnerId, db),
    default_role,
    only: is_only === 1,
  }
}

/**
 * Sets a partner's single sign-on in place of an earlier one. The sessions that another provider began end.
 * @throws if another partner has one of the domains
 */
export async function setSignOn(
  partnerId: string,
  { issuer, clientId, clientSecret, domains, defaultRole, only }: SignOnSettings,
  { database, vault, now }: { readonly database: Database; readonly vault: Vault; readonly now: number },
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('sign_ons').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
    const kept = before?.issuer === issuer && before.client_id === clientId ? before.secret_sealed : null
    const taken = await trx
      .selectFrom('sign_on_domains')
      .select('domain')
      .where('domain', 'in', domains)
      .where('partner_id', '!=', partnerId)
      .executeTakeFirst()
    if (taken) throw new Error(`${taken.domain} belongs to the single sign-on of another partner.`)
    // another provider hasn't signed anybody in
    if (before && before.issuer !== issuer) await endSessionsBySignOn(trx, partnerId)
    await trx.deleteFrom('sign_ons').where('partner_id', '=', partnerId).execute()
    await trx
      .insertInto('sign_ons')
      .values({
        partner_id: partnerId,
        issuer,
        client_id: clientId,
        secret_sealed: clientSecret === undefined ? kept : vault.seal(clientSecret),
        default_role: defaultRole,
        is_only: only ? 1 : 0,
        created_at: now,
      })
      .execute()
    await trx
      .insertInto('sign_on_domains')
      .values(domains.map((domain) => ({ domain, partner_id: partnerId })))
      .execute()
  })
}

async function endSessionsBySignOn(trx: Kysely<Schema>, partnerId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('method', '=', 'sign_on').where('partner_id', '=', partnerId).execute()
}

/** Ends a partner's single sign-on, with the sessions that it began. @returns whether there was one */
export async function removeSignOn(partnerId: string, { db }: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await endSessionsBySignOn(trx, partnerId)
    const { numDeletedRows } = await trx.deleteFrom('sign_ons').where('partner_id', '=', partnerId).executeTakeFirst()
    return numDeletedRows > 0n
  })
}
