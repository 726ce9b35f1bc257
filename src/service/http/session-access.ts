import {
  type Endpoint,
  endOtherSessions,
  endSession,
  headers,
  listSessions,
  type Role,
  signOut,
} from '../../contract/index.ts'
import { readAccountById, recordSignIn } from '../accounts/index.ts'
import type { SignedIn, UsedKey } from '../api/handler.ts'
import { conflict, HttpError } from '../api/errors.ts'
import type { Services } from '../api/services.ts'
import type { Account, Partner, Person } from '../database/index.ts'
import { recordUse, refuseWholeAccount } from '../keys/index.ts'
import {
  findSession,
  hasSessions,
  lacksFactor,
  isFromOwnPage,
  isByLink,
  isBySignOn,
  isReadByOwnPage,
  mustChangePassword,
  noSessions,
  roleAtAccount,
  roleAtPartner,
  touchSession,
} from '../sessions/index.ts'
import { refuseLess } from './least-role.ts'
import { isId } from './url.ts'

/** What of a request can show that somebody is signed in. */
export interface SessionClaim {
  readonly path: Readonly<Record<string, string>>
  readonly request: Request
  /** From the session's cookie. */
  readonly token: string | undefined
  /** That the request names, of those that the session reaches. */
  readonly accountId: string | undefined
  /** Of the client. */
  readonly address: string
}

interface Session {
  readonly signedIn: SignedIn
  readonly claim: SessionClaim
}

interface BySession {
  readonly signedIn: SignedIn
  readonly person: Person | null
  readonly key: UsedKey | null
  readonly role: Role
}

/**
 * The session of the request's cookie; null without one.
 * @throws {HttpError} 401 if it has ended, except where nobody has to be signed in; 403 where it comes from another site's page;
 * 409 where a browser would get a cookie that isn't safe at this address
 */
export async function sessionOf(
  { access, method }: Endpoint,
  { request, token }: SessionClaim,
  services: Services,
): Promise<SignedIn | null> {
  const isGuest = access === 'guest'
  if (token === undefined && !isGuest) return null
  if (method === 'GET' ? token !== undefined && !isReadByOwnPage(request) : !isFromOwnPage(request, services.settings))
    throw new HttpError(
      403,
      'This request came from a page of another site, or doesn’t say from which: it has no Origin.',
    )
  if (isGuest && method !== 'GET' && hasSessions(services.settings) && !hasSessions(services.settings, request))
    throw conflict(noSessions)
  if (token === undefined) return null
  const now = services.world.clock.now()
  const signedIn = await findSession(token, now, services.database)
  if (signedIn) await touchSession(signedIn.session, now, services.database)
  else if (!isGuest) throw new HttpError(401, 'Your session has ended. Sign in again.')
  return signedIn ?? null
}

/** What a session that a partner vouches for may do with sessions, of which it sees those that came the same way. */
const openToVouched: ReadonlySet<string> = new Set([signOut.id, listSessions.id, endSession.id, endOtherSessions.id])

/** @throws {HttpError} 403 where a partner vouches for the session's person, and the operation is about how they sign in */
export function refuseVouched({ id }: Endpoint, { session }: SignedIn): void {
  if (openToVouched.has(id)) return
  const how = isByLink(session)
    ? 'came by a link of your hosting provider'
    : isBySignOn(session)
      ? 'signed in by single sign-on'
      : null
  if (how !== null) throw new HttpError(403, `You ${how}. Sign in with your own password or passkey to do this.`)
}

/** @throws {HttpError} 403 for a partner that isn't the session's */
export async function partnerBySession(
  endpoint: Endpoint,
  { signedIn, claim }: Session,
  services: Services,
): Promise<BySession & { readonly partner: Partner; readonly account: null }> {
  const { database, world } = services
  const id = claim.path['partner_id'] ?? ''
  const partner = isId(id)
    ? await database.db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  const role = partner && (await roleAtPartner(signedIn, partner, world.clock.now(), database))
  if (!partner || !role) throw new HttpError(403, 'access denied')
  refuseSession(endpoint, role, signedIn)
  if (partner.factor_required === 1) await refuseWithoutFactor(signedIn, services)
  await recordSessionUse(signedIn, claim, services)
  return { signedIn, person: signedIn.person, key: signedIn.key, role, partner, account: null }
}

/** @throws {HttpError} 400 where the request doesn't say which account it's about, 403 for one that isn't the session's */
export async function accountBySession(
  endpoint: Endpoint,
  { signedIn, claim }: Session,
  services: Services,
): Promise<BySession & { readonly partner: null; readonly account: Account; readonly actingPartner: Partner | null }> {
  const { database, world } = services
  const id = claim.accountId ?? signedIn.account?.id
  if (id === undefined) throw new HttpError(400, `Say which account it is about, in the header ${headers.account}.`)
  const account = isId(id) ? await readAccountById(id, database) : undefined
  const now = world.clock.now()
  const found = account && (await roleAtAccount(signedIn, account, now, database))
  // whether there is such an account is nobody else's business
  if (!account || !found) throw new HttpError(403, 'You don’t belong to this account.')
  const { factorRequired, ...as } = found
  refuseSession(endpoint, as.role, signedIn)
  if (factorRequired) await refuseWithoutFactor(signedIn, services)
  if (!as.actingPartner) await recordSignIn(account, now, database)
  await recordSessionUse(signedIn, claim, services)
  return { signedIn, person: signedIn.person, key: signedIn.key, partner: null, account, ...as }
}

/** A request in the session of a key uses the key. */
async function recordSessionUse(
  { key, session }: SignedIn,
  { address }: SessionClaim,
  { database, world }: Services,
): Promise<void> {
  const { partner_id, account_id } = session
  const id = partner_id ?? account_id
  if (!key || id === null) return
  const column = partner_id === null ? 'account_id' : 'partner_id'
  await recordUse(key, { column, id }, { address, now: world.clock.now() }, database)
}

/**
 * @throws {HttpError} 403 for who hasn't the role, has to change the password first, or signed in with a key for some sites where it
 * is about the account
 */
function refuseSession(endpoint: Endpoint, role: Role, signedIn: SignedIn): void {
  const { person, key } = signedIn
  refuseLess(endpoint, role, person ? 'you' : 'session')
  refuseWholeAccount(endpoint, key)
  if (endpoint.method !== 'GET' && mustChangePassword(signedIn))
    throw new HttpError(403, 'Choose a password of your own first: the one of the mail is only for signing in.')
}

/** @throws {HttpError} 403 for who has to set up a second factor first */
async function refuseWithoutFactor(signedIn: SignedIn, { database }: Services): Promise<void> {
  if (await lacksFactor(signedIn, database.db))
    throw new HttpError(403, 'Set up a second factor first: a passkey or an authenticator app. It is required here.')
}
