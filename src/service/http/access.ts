import { createUserSite, type Endpoint, headers, isAtLeast, keyParameter, type Role } from '../../contract/index.ts'
import { recordSignIn, readAccount } from '../accounts/index.ts'
import type { SignedIn, UsedKey } from '../api/handler.ts'
import type { Account, Partner, Person } from '../database/index.ts'
import { notFound, HttpError } from '../api/errors.ts'
import { accountByKey, isKnownKey, partnerByKey, recordUse, refuseWholeAccount } from '../keys/index.ts'
import { hashOf } from '../secrets/index.ts'
import type { Services } from '../api/services.ts'
import type { RawInput } from './input.ts'
import { refuseLess } from './least-role.ts'
import { accountBySession, partnerBySession, refuseVouched, type SessionClaim, sessionOf } from './session-access.ts'
import { isId, urlOf } from './url.ts'

/** The partner or account holder that sent a request, and the account it is about. */
export interface Caller {
  readonly partner: Partner | null
  readonly account: Account | null
  /** The account's partner, where it uses the account's key and says so, or one of its people works in the account. */
  readonly actingPartner?: Partner | null
  /** Who has signed in, where no key was sent. */
  readonly signedIn: SignedIn | null
  readonly person: Person | null
  /** The key that was sent, or that opened the session. Where a partner says that it uses the account's, its own. */
  readonly key: UsedKey | null
  /** The person's, or the key's. */
  readonly role: Role
}

const byNobody = { signedIn: null, person: null, key: null, role: 'owner' } as const

interface Claim extends SessionClaim {
  readonly key: string | undefined
  /** Of a partner that uses an account's key. */
  readonly partnerKey: string | undefined
}

/** A request's API key: from the header, else from the query. */
export function keyOf(request: Request): string | undefined {
  const { headers: sent } = request
  return (
    sent.get(headers.key)?.trim() ||
    bearerOf(sent) ||
    urlOf(request).searchParams.get(keyParameter)?.trim() ||
    undefined
  )
}

/** The key of `Authorization: Bearer KEY` (RFC 6750), or of `OAuth KEY`, as the published example of a purge has it. */
function bearerOf(sent: Headers): string | undefined {
  return /^(?:Bearer|OAuth) +(\S+) *$/i.exec(sent.get('authorization') ?? '')?.[1]
}

/**
 * Identifies the caller by the key or the session, and the path, before anything else of the request is read. A key that is sent
 * goes before a session.
 * @throws {HttpError} partner operations: 403 unless the key is that partner's, 404 for an account that isn't the
 * partner's; user operations: 401 without a good key; 429 after too many guesses. With a session: 401 if it's over, 403 where the
 * person doesn't belong, hasn't the role, or where another site wrote
 */
export async function authorise(endpoint: Endpoint, claim: Claim, services: Services): Promise<Caller> {
  const isOfSession = endpoint.access === 'session' || endpoint.access === 'guest'
  const signedIn = claim.key === undefined || isOfSession ? await sessionOf(endpoint, claim, services) : null
  switch (endpoint.access) {
    case 'partner': {
      const accountId = claim.path['account_id']
      const caller = signedIn
        ? await partnerBySession(endpoint, { signedIn, claim }, services)
        : await partnerOf(endpoint, claim, services)
      const { partner } = caller
      return { ...caller, account: accountId === undefined ? null : await accountOf(partner, accountId, services) }
    }
    case 'user':
      return signedIn ? accountBySession(endpoint, { signedIn, claim }, services) : holderOf(endpoint, claim, services)
    case 'open':
      if (signedIn) return accountBySession(endpoint, { signedIn, claim }, services)
      if (claim.key !== undefined) return holderOf(endpoint, claim, services)
      if (endpoint.id === createUserSite.id && !services.settings.publicSiteCreation)
        throw new HttpError(401, 'An API key is required: this service does not create sites without one.')
      return { ...byNobody, partner: null, account: null }
    case 'session':
      if (!signedIn) throw new HttpError(401, 'You aren’t signed in.')
      refuseVouched(endpoint, signedIn)
      return { ...byNobody, partner: null, account: null, signedIn, person: signedIn.person, key: signedIn.key }
    case 'guest':
      return { ...byNobody, partner: null, account: null, signedIn, person: signedIn?.person ?? null }
  }
}

async function partnerOf(endpoint: Endpoint, claim: Claim, services: Services) {
  const { key: sent, path, address } = claim
  const { database, world } = services
  const denied = new HttpError(403, 'access denied')
  if (sent === undefined) throw await orTooManyGuesses(denied, claim, services)
  const hash = hashOf(sent)
  const now = world.clock.now()
  const found = await partnerByKey(hash, now, database)
  if (!found || found.partner.id !== path['partner_id'] || found.partner.granted !== 1)
    throw (await isKnownKey(hash, database)) ? denied : await countGuess(denied, claim, services)
  const { partner, key } = found
  refuseLess(endpoint, key.role, 'key')
  await recordUse(key, { column: 'partner_id', id: partner.id }, { address, now }, database)
  return { ...byNobody, key, role: key.role, partner, account: null }
}

async function holderOf(endpoint: Endpoint, claim: Claim, services: Services): Promise<Caller> {
  const { database, world } = services
  const { account, key } = await userOf(claim, services)
  const acting = await actingPartnerOf(account, claim, services)
  // a partner's key for less doesn't get more by the account's
  const role = acting && isAtLeast(key.role, acting.key.role) ? acting.key.role : key.role
  refuseLess(endpoint, role, 'key')
  refuseWholeAccount(endpoint, key)
  const now = world.clock.now()
  const use = { address: claim.address, now }
  await recordSignIn(account, now, database)
  await recordUse(key, { column: 'account_id', id: account.id }, use, database)
  if (acting) await recordUse(acting.key, { column: 'partner_id', id: acting.partner.id }, use, database)
  const used = acting?.key.name == null ? key : { ...acting.key, sites: key.sites }
  return { ...byNobody, key: used, role, partner: null, account, actingPartner: acting?.partner ?? null }
}

/** The partner that says that it uses the account's key, and its own key. @throws {HttpError} 403 unless it is the account's */
async function actingPartnerOf(account: Account, claim: Claim, services: Services) {
  const { partnerKey } = claim
  if (partnerKey === undefined) return null
  const { database, world } = services
  const hash = hashOf(partnerKey)
  const found = await partnerByKey(hash, world.clock.now(), database)
  if (found && found.partner.id === account.partner_id && found.partner.granted === 1) return found
  const denied = new HttpError(403, 'access denied')
  throw found || (await isKnownKey(hash, database)) ? denied : await countGuess(denied, claim, services)
}

async function accountOf(partner: Partner, id: string, { database }: Services): Promise<Account> {
  const account = isId(id) ? await readAccount(partner, id, database) : undefined
  if (!account) throw notFound('account')
  return account
}

async function userOf(claim: Claim, services: Services) {
  const { key: sent } = claim
  const { database, world } = services
  if (sent === undefined) {
    const missing = new HttpError(401, `An API key is required. Send it in the ${headers.key} header.`)
    throw await orTooManyGuesses(missing, claim, services)
  }
  const hash = hashOf(sent)
  const found = await accountByKey(hash, world.clock.now(), database)
  if (found) return found
  const unknown = new HttpError(401, "This API key isn't valid.")
  throw (await isKnownKey(hash, database)) ? unknown : await countGuess(unknown, claim, services)
}

/**
 * Every `user_id` of a request must be that of the key's account, wherever it is and however often. Without a key a
 * request has no user, so what it says is ignored.
 * @throws {HttpError} 403 for anyone else
 */
export function checkUserId({ account, partner, signedIn }: Caller, { query, userIds }: RawInput): void {
  if (partner || !account) return
  const named = [query['user_id'], ...userIds].flatMap(valuesIn)
  if (named.every((id) => id === account.id)) return
  throw new HttpError(403, signedIn ? 'The request names two accounts.' : 'This API key belongs to another user.')
}

/** The values of a parameter that was repeated or nested; empty values count as left out. */
function valuesIn(value: unknown): unknown[] {
  if (value === undefined || value === null || value === '') return []
  return typeof value === 'object' ? Object.values(value).flatMap(valuesIn) : [value]
}

/** Counts an unknown key as a guess. The guess that reaches the limit still gets the ordinary refusal. */
async function countGuess(refusal: HttpError, { address }: Claim, { limits }: Services): Promise<HttpError> {
  await limits.guesses.count(address)
  return refusal
}

/** A missing key isn't a guess, but an address over the limit gets 429 all the same. */
async function orTooManyGuesses(refusal: HttpError, { address }: Claim, { limits }: Services): Promise<HttpError> {
  return (await limits.guesses.over(address)) ?? refusal
}
